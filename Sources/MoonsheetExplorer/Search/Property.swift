/// Something that is to hold of a simulation.
public struct Property<S: Simulation> {
  /// A question about the state of the moment. It must change nothing.
  public typealias Question = (inout S) -> Bool

  enum Kind {
    case always, sometimes
    case eventually(within: Int?)
    case next
    case until
  }

  public let name: String
  let kind: Kind
  let question: Question
  /// Of `until` what ends the waiting.
  var goal: Question?

  /// Holds in every state.
  public static func always(_ name: String, _ question: @escaping Question) -> Property {
    Property(name: name, kind: .always, question: question)
  }

  /// Holds in at least one state. Violated only where everything was looked at.
  public static func sometimes(_ name: String, _ question: @escaping Question) -> Property {
    Property(name: name, kind: .sometimes, question: question)
  }

  /// On every path from a start it holds within so many steps, or at all: a path that goes round without it, or ends,
  /// violates it.
  public static func eventually(_ name: String, within steps: Int? = nil, _ question: @escaping Question) -> Property {
    Property(name: name, kind: .eventually(within: steps), question: question)
  }

  /// Holds in every state that is one step from a start.
  public static func next(_ name: String, _ question: @escaping Question) -> Property {
    Property(name: name, kind: .next, question: question)
  }

  /// On every path from a start it holds until the goal does, and the goal comes.
  public static func until(
    _ name: String, _ question: @escaping Question, _ goal: @escaping Question
  ) -> Property {
    Property(name: name, kind: .until, question: question, goal: goal)
  }

  var isAlways: Bool { if case .always = kind { true } else { false } }
}
