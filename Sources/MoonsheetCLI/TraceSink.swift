import LuaRuntime
import Moonsheet
import MoonsheetReports
import PresentationKit

/// Where a run's entries, printed lines and diagnostics go, by the options.
final class TraceSink {
  private let options: RunOptions
  private let output: Output
  /// What goes to `--trace FILE`.
  private(set) var file: [UInt8] = []

  init(options: RunOptions, output: Output) {
    self.options = options
    self.output = output
  }

  func begin(script: String) {
    guard options.isJSON else { return }
    traceLine(TraceJSON.header(script: script, profile: options.host.profile.name, seed: options.host.seed))
  }

  func add(_ entry: Trace.Entry) {
    if options.isJSON {
      traceLine(TraceJSON.entry(entry))
    } else {
      let isColoured = output.isColoured && options.tracePath == nil
      traceLine(TraceText.line(entry, colour: isColoured ? .ansi : .none))
    }
  }

  func printed(_ text: String) {
    if options.isJSON && options.tracePath == nil {
      output.line(TraceJSON.printed(text))
    } else {
      output.line(text)
    }
  }

  /// Lua's own `warn`.
  func warned(_ text: String) {
    add(Diagnostic(.warning, text))
  }

  func add(_ diagnostic: Diagnostic) {
    if options.isJSON { traceLine(TraceJSON.diagnostic(diagnostic)) }
    let hint = diagnostic.severity == .error ? LimitOption.hint(for: diagnostic.message) : ""
    output.complain(diagnostic.description + hint)
    for line in diagnostic.tracebackLines { output.complain("  \(line)") }
  }

  /// Why the last act ended as it did.
  func explain(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if options.isJSON {
      traceLine(TraceJSON.explanation(lines))
    } else {
      for line in lines { output.line(line) }
    }
  }

  func end(_ report: RunReport, _ status: ExitStatus) {
    for flow in report.waiting {
      output.complain(Diagnostic(.note, flow.description, site: flow.site).description)
    }
    if options.isJSON { traceLine(TraceJSON.end(status: status.rawValue, waiting: report.waiting)) }
  }

  private func traceLine(_ line: String) {
    if options.tracePath != nil {
      file += Array((line + "\n").utf8)
    } else if !options.isQuiet {
      output.line(line)
    }
  }
}
