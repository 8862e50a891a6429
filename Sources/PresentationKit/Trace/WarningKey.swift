/// What makes a warning the same as one said before: its code and its place, or its subject where there is no place.
struct WarningKey: Hashable, Sendable {
  var code: WarningCode
  var site: SourceSite?
  var subject: String

  init(code: WarningCode, site: SourceSite?, subject: String) {
    self.code = code
    self.site = site
    self.subject = site == nil ? subject : ""
  }
}
