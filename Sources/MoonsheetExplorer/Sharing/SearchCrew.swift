/// Searches that do a part of another's work, as a rule each in a process of its own.
package protocol SearchCrew: AnyObject {
  /// Does what an order says, and answers with some frames.
  typealias Work = (_ order: [UInt8], _ answer: ([UInt8]) -> Void) throws(CrewError) -> Void

  /// How many there are, at least one.
  var count: Int { get }
  /// How many states there are for each when the work is shared out.
  var share: Int { get }
  /// Whether each of them knows at its start what the caller of `begin` knows.
  var isCopied: Bool { get }
  /// Starts them, anew where they were started before.
  ///
  /// - Parameters:
  ///   - copied: what a copy of the caller's memory does.
  ///   - fresh: makes one that knows nothing yet.
  func begin(copied: @escaping Work, fresh: () throws(CrewError) -> Work) throws(CrewError)
  func send(_ order: [UInt8], to worker: Int) throws(CrewError)
  /// The next frame of a worker; waits for it.
  func frame(of worker: Int) throws(CrewError) -> [UInt8]
  func end()
}

extension SearchCrew {
  package var share: Int { 32 }
}

/// Why a crew cannot go on.
public struct CrewError: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}

/// A crew in the caller's own process, one after the other.
final class LocalCrew: SearchCrew {
  let count: Int
  let isCopied: Bool
  let share: Int
  private var workers: [Work] = []
  private var frames: [[[UInt8]]] = []

  /// - Parameter isCopied: whether the one worker goes on in the caller's own simulation.
  init(count: Int, isCopied: Bool, share: Int) {
    precondition(count == 1 || !isCopied, "one simulation is for one worker")
    self.share = share
    self.count = count
    self.isCopied = isCopied
  }

  func begin(copied: @escaping Work, fresh: () throws(CrewError) -> Work) throws(CrewError) {
    workers = []
    for _ in 0..<count { workers.append(isCopied ? copied : try fresh()) }
    frames = .init(repeating: [], count: count)
  }

  func send(_ order: [UInt8], to worker: Int) throws(CrewError) {
    var answers: [[UInt8]] = []
    try workers[worker](order) { answers.append($0) }
    frames[worker] = answers.reversed()
  }

  func frame(of worker: Int) throws(CrewError) -> [UInt8] {
    guard let frame = frames[worker].popLast() else { throw CrewError("a worker has nothing to say") }
    return frame
  }

  func end() { workers = [] }
}
