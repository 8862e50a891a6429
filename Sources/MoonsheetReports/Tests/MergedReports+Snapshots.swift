import MoonsheetSpec

extension MergedReports {
  /// The snapshots of a file that no part of the run looked at; none where a part is missing or ended early.
  func obsolete(_ file: String) -> UnseenSnapshots {
    let isWhole = missingShards.isEmpty && cut == nil
    let names = isWhole ? unseen[file, default: [:]].filter { $0.value == begun[file] }.keys.sorted() : []
    return UnseenSnapshots(file: file, names: names, fails: failsUnseen)
  }

  /// Remarks about the run as a whole, files in the order of the run.
  public var notes: [String] {
    guard !failsUnseen else { return ownNotes }
    var files: [String] = []
    for entry in ordered {
      if case .fileStarted(let file) = entry.event, files.last != file { files.append(file) }
    }
    return ownNotes + files.suffix(begun.count).flatMap { obsolete($0).notes }
  }

  /// With what obsolete snapshots add, each at the end of its file.
  func withObsolete(_ events: [(place: SpecPlace, event: SpecEvent)]) -> [(place: SpecPlace, event: SpecEvent)] {
    guard failsUnseen else { return events }
    var result: [(place: SpecPlace, event: SpecEvent)] = []
    var current: (file: String, place: SpecPlace, said: Bool)?
    func close() {
      guard let ended = current, !ended.said else { return }
      let obsolete = obsolete(ended.file)
      guard !obsolete.names.isEmpty else { return }
      result.append((ended.place, .fileIssue(ended.file, obsolete.issue)))
    }
    for (place, event) in events {
      switch event {
      case .fileStarted(let file):
        close()
        current = (file, place, false)
      case .testEnded: current?.place = SpecPlace(round: place.round, file: place.file, test: place.test + 1)
      case .fileIssue(let file, let issue) where issue == obsolete(file).issue: current?.said = true
      case .fileIssue, .filePrinted, .testStarted, .fileEnded: break
      }
      result.append((place, event))
    }
    close()
    return result
  }
}
