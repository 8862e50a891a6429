import Glibc
import MoonsheetExplorer

/// A crew of processes, each a copy of this one at the moment at which there is enough work: it has all that was found so
/// far, and goes on from its share.
final class ProcessCrew: SearchCrew {
  let count: Int
  let isCopied = true
  private var members: [Member] = []

  private struct Member {
    let process: ForkedProcess
    var buffered: [UInt8] = []
    /// How much of what is buffered was read.
    var position = 0
    /// Whether it may say more.
    var isHeard = true
  }

  init(count: Int) { self.count = count }

  deinit { end() }

  func begin(copied: @escaping Work, fresh: () throws(CrewError) -> Work) throws(CrewError) {
    end()
    for _ in 0..<count { members.append(try fork(copied)) }
  }

  func send(_ order: [UInt8], to worker: Int) throws(CrewError) {
    guard Files.write(Self.length(of: order) + order, to: members[worker].process.orders) else { throw Self.ended }
  }

  func frame(of worker: Int) throws(CrewError) -> [UInt8] {
    while true {
      if let frame = takeFrame(of: worker) { return frame }
      try listen(for: worker)
    }
  }

  func end() {
    for member in members {
      kill(member.process.id, SIGKILL)
      member.process.closePipes()
      _ = member.process.wait()
    }
    members = []
  }

  // MARK: Listening

  private func takeFrame(of worker: Int) -> [UInt8]? {
    let buffered = members[worker].buffered
    let start = members[worker].position + 4
    guard buffered.count >= start else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(buffered[start - 4 + $1]) << ($1 * 8) }
    guard buffered.count >= start + length else { return nil }
    members[worker].position = start + length
    return Array(buffered[start..<start + length])
  }

  /// Reads what the members say. All are heard, so that none waits for a reader.
  private func listen(for worker: Int) throws(CrewError) {
    guard members[worker].isHeard else { throw Self.ended }
    // NB: what has ended is left out; its pipe would always be ready.
    var watched = members.map { pollfd(fd: $0.isHeard ? $0.process.answers : -1, events: Int16(POLLIN), revents: 0) }
    guard poll(&watched, nfds_t(watched.count), -1) >= 0 || errno == EINTR else {
      throw CrewError("cannot hear the worker processes: \(Files.reason(errno))")
    }
    for index in members.indices where watched[index].revents != 0 {
      members[index].isHeard = read(from: index)
    }
  }

  /// - Returns: false where no more will come.
  private func read(from index: Int) -> Bool {
    let chunk = 1 << 16
    if members[index].position > 0 {
      members[index].buffered.removeFirst(members[index].position)
      members[index].position = 0
    }
    let descriptor = members[index].process.answers
    let known = members[index].buffered.count
    members[index].buffered.append(contentsOf: repeatElement(0, count: chunk))
    let count = members[index].buffered.withUnsafeMutableBytes { bytes in
      Glibc.read(descriptor, bytes.baseAddress.map { $0 + known }, chunk)
    }
    let failure = errno
    members[index].buffered.removeLast(chunk - max(count, 0))
    return count > 0 || (count < 0 && (failure == EINTR || failure == EAGAIN))
  }

  private static var ended: CrewError {
    CrewError("a process that explored has ended before its time; with fewer of them (-j) each has more memory")
  }

  // MARK: Members

  private func fork(_ work: @escaping Work) throws(CrewError) -> Member {
    do throws(ToolError) {
      return Member(
        process: try ForkedProcess { orders, answers in
          for member in members { member.process.closePipes() }
          serve(work, orders: orders, answers: answers)
        })
    } catch {
      throw CrewError(error.message)
    }
  }

  /// In the child: does what it is told until nobody tells it any more.
  private func serve(_ work: Work, orders: Int32, answers: Int32) -> Never {
    var waiting: [UInt8] = []
    while let order = Self.readOrder(from: orders) {
      do throws(CrewError) {
        try work(order) { frame in
          waiting += Self.length(of: frame) + frame
          if waiting.count >= 1 << 15 { Self.flush(&waiting, to: answers) }
        }
      } catch { _exit(ExitStatus.internal.rawValue) }
      Self.flush(&waiting, to: answers)
    }
    _exit(0)
  }

  private static func flush(_ waiting: inout [UInt8], to descriptor: Int32) {
    guard waiting.isEmpty || Files.write(waiting, to: descriptor) else { _exit(ExitStatus.internal.rawValue) }
    waiting.removeAll(keepingCapacity: true)
  }

  private static func readOrder(from descriptor: Int32) -> [UInt8]? {
    guard let head = readBytes(4, from: descriptor) else { return nil }
    return readBytes((0..<4).reduce(0) { $0 | Int(head[$1]) << ($1 * 8) }, from: descriptor)
  }

  private static func readBytes(_ count: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let more = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + done }, count - done)
      }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { return nil }
      done += more
    }
    return bytes
  }

  private static func length(of bytes: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
  }
}
