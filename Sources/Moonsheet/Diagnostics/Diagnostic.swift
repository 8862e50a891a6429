import LuaRuntime
import PresentationKit

/// Something a person should read: an error that ended a flow, a warning, a refusal.
public struct Diagnostic: Sendable {
  public enum Severity: String, Sendable { case error, warning, note }

  public let severity: Severity
  /// A warning's or refusal's code, such as `style_after_controller`; nil for errors.
  public let code: String?
  /// One sentence; it names the sheet and the callback where there is one.
  public let message: String
  public let site: SourceSite?
  /// Script frames from the innermost outwards; empty where they say no more than `site`.
  public package(set) var traceback: [LuaError.Frame]
  /// Whether it tells of an interrupt.
  package var isInterrupt = false

  public init(
    _ severity: Severity, code: String? = nil, _ message: String, site: SourceSite? = nil,
    traceback: [LuaError.Frame] = []
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.site = site
    self.traceback = traceback
  }

  /// `file:line: severity: message [code]`.
  public var description: String {
    let place = site.map { "\($0.file):\($0.line): " } ?? ""
    let suffix = code.map { " [\($0)]" } ?? ""
    return "\(place)\(severity.rawValue): \(message)\(suffix)"
  }

  /// One line for each script frame; empty when there is only the place itself.
  public var tracebackLines: [String] {
    let frames = traceback.filter { !$0.isNative || $0.function != nil }
    guard frames.count > 1 else { return [] }
    return frames.map { frame in
      let place = frame.site.map { "\($0.chunk):\($0.line)" } ?? "host"
      return "at \(place)" + (frame.function.map { " in \($0)" } ?? "")
    }
  }
}

extension SourceSite {
  init(_ site: LuaError.Site) { self.init(file: site.chunk, line: site.line) }
}
