// What an encoding referred to, by its number.

extension ControllerID {
  package static func numbered(_ number: Int) -> ControllerID { ControllerID(rawValue: number) }
}

extension PresentationID {
  package static func numbered(_ number: Int) -> PresentationID { PresentationID(rawValue: number) }
}

extension BindingID {
  package static func numbered(_ number: Int) -> BindingID { BindingID(rawValue: number) }
}

extension AttemptID {
  package static func numbered(_ number: Int) -> AttemptID { AttemptID(rawValue: number) }
}

extension TimerID {
  package static func numbered(_ number: Int) -> TimerID { TimerID(rawValue: number) }
}

extension TaskID {
  package static func numbered(_ number: Int) -> TaskID { TaskID(rawValue: number) }
}
