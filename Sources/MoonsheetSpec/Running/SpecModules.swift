/// Finds the files that specs and helpers require.
struct SpecModules {
  let paths: [String]
  let files: any SpecFileSource

  init(path: String, files: any SpecFileSource) {
    paths = path.split(separator: ";").map(String.init) + ["./?.lua", "./?/init.lua"]
    self.files = files
  }

  /// The source of a module and the name of its file; nil when no pattern of the path leads to one.
  func find(_ module: String) -> (source: [UInt8], file: String)? {
    let place = module.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/")
    for path in paths {
      var file = path.split(separator: "?", omittingEmptySubsequences: false).joined(separator: place)
      if file.hasPrefix("./") { file.removeFirst(2) }
      if let source = files.read(file) { return (source, file) }
    }
    return nil
  }
}
