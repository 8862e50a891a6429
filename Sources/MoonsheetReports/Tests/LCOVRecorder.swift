import MoonsheetSpec

/// Line coverage as `genhtml` and most CI servers read it.
///
/// Policies have no lines of their own; what they answered is told by the other forms.
public final class LCOVRecorder: SpecRecorder {
  public init() {}

  public func begin(_ run: SpecRunHeader) -> String { "" }
  public func record(_ event: SpecEvent, at place: SpecPlace) -> String { "" }

  public func end(_ ending: SpecRunEnding) -> String {
    let lines = ending.coverage?.lines ?? []
    var text = ""
    var (found, hit) = (0, 0)
    for (position, entry) in lines.enumerated() {
      if found == 0 { text += "TN:moonsheet\nSF:\(entry.line.file)\n" }
      text += "DA:\(entry.line.line),\(entry.count)\n"
      found += 1
      if entry.count > 0 { hit += 1 }
      guard position + 1 == lines.count || lines[position + 1].line.file != entry.line.file else { continue }
      text += "LF:\(found)\nLH:\(hit)\nend_of_record\n"
      (found, hit) = (0, 0)
    }
    return text
  }
}
