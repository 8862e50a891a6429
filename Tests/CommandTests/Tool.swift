import Foundation
import Testing

/// The built `moonsheet`, run as a person runs it.
struct ToolRun {
  let status: Int32
  let output: String
  let errors: String
}

enum Built {
  /// The checkout.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The tool.
  static var tool: URL { get throws { try executable("moonsheet") } }

  /// An executable beside the test bundle.
  static func executable(_ name: String) throws -> URL {
    let bundles = CommandLine.arguments.filter { $0.hasSuffix(".xctest") } + [Bundle.main.executablePath ?? ""]
    let folders = bundles.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    guard
      let found = folders.map({ $0.appendingPathComponent(name) })
        .first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else { throw CocoaError(.fileNoSuchFile) }
    return found
  }
}

/// Runs the tool in the checkout, or in `folder`.
func moonsheet(
  _ arguments: String..., input: String? = nil, environment: [String: String] = [:], in folder: URL? = nil
) throws -> ToolRun {
  try run(try Built.tool, arguments, input: input, environment: environment, in: folder)
}

/// Runs another of the package's executables.
func runExecutable(
  _ name: String, _ arguments: String..., environment: [String: String] = [:]
) throws -> ToolRun {
  try run(try Built.executable(name), arguments, input: nil, environment: environment, in: nil)
}

/// Runs the tool in `folder`.
func moonsheet(_ arguments: [String], environment: [String: String] = [:], in folder: URL) throws -> ToolRun {
  try run(try Built.tool, arguments, input: nil, environment: environment, in: folder)
}

/// Runs a line of shell in the checkout, or in `folder`.
func shell(_ line: String, environment: [String: String] = [:], in folder: URL? = nil) throws -> ToolRun {
  try run(URL(fileURLWithPath: "/bin/sh"), ["-c", line], input: nil, environment: environment, in: folder)
}

private func run(
  _ program: URL, _ arguments: [String], input: String?, environment: [String: String], in folder: URL?
) throws -> ToolRun {
  let process = Process()
  process.executableURL = program
  process.arguments = arguments
  process.currentDirectoryURL = folder ?? Built.root
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  let (stdout, stderr, stdin) = (Pipe(), Pipe(), Pipe())
  process.standardOutput = stdout
  process.standardError = stderr
  process.standardInput = stdin
  try process.run()
  stdin.fileHandleForWriting.write(Data((input ?? "").utf8))
  try stdin.fileHandleForWriting.close()
  // Both pipes are drained at once, so that neither fills up and stops the tool.
  let errors = Drain(stderr.fileHandleForReading)
  let output = stdout.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return ToolRun(
    status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
    output: String(decoding: output, as: UTF8.self), errors: errors.text)
}

/// Reads a pipe to its end on a thread of its own.
// `@unchecked`: the data is written before the semaphore is signalled and read after.
private final class Drain: @unchecked Sendable {
  private var data = Data()
  private let done = DispatchSemaphore(value: 0)

  init(_ handle: FileHandle) {
    Thread.detachNewThread {
      self.data = handle.readDataToEndOfFile()
      self.done.signal()
    }
  }

  var text: String {
    done.wait()
    done.signal()
    return String(decoding: data, as: UTF8.self)
  }
}

/// A folder that is gone when the test is over.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("moonsheet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String { try write(Data(text.utf8), to: name) }

  @discardableResult
  func write(_ data: Data, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file.path
  }

  func read(_ name: String) -> String? { try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8) }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}
