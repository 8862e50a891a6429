/// Everything a scene is at one moment: a value, to be copied out and put back.
///
/// NB: it has many parts that are counted references, and is copied for each look and each snapshot; so they lie together
/// aside, and a copy costs one. `SceneState+Fields.swift` gives access to them.
public struct SceneState: Hashable, Sendable {
  private var aside: Aside<SceneFields>

  init(profile: Profile, device: Device) {
    aside = Aside(wrappedValue: SceneFields(profile: profile, device: device))
  }

  // NB: written out, since what a wrapper writes is not inlined, and takes memory for each access.
  var fields: SceneFields {
    @inline(__always) get { aside.wrappedValue }
    @inline(__always) _modify { yield &aside.wrappedValue }
  }

  /// Changes fields in place.
  @inline(__always)
  mutating func change<Result>(_ body: (inout SceneFields) -> Result) -> Result { aside.change(body) }

  var box: Aside<SceneFields>.Box { @inline(__always) get { aside.projectedValue } }

  subscript(_ id: ControllerID) -> ControllerRecord {
    @inline(__always) get { box.value.controllers[id.rawValue] }
    @inline(__always) _modify { yield &controllers[id.rawValue] }
  }

  subscript(_ id: PresentationID) -> PresentationRecord {
    @inline(__always) get { box.value.presentations[id.rawValue] }
    @inline(__always) _modify { yield &presentations[id.rawValue] }
  }

  subscript(_ id: BindingID) -> BindingRecord {
    @inline(__always) get { box.value.bindings[id.rawValue] }
    @inline(__always) _modify { yield &bindings[id.rawValue] }
  }

  subscript(_ id: PresenterID) -> PresenterRecord {
    @inline(__always) get { box.value.presenters[id.rawValue] }
    @inline(__always) _modify { yield &presenters[id.rawValue] }
  }

  /// About how many bytes a copy takes once the two have gone their ways; what they share then is counted, too.
  package var weight: Int {
    func bytes<Element>(_ array: [Element]) -> Int { array.count * MemoryLayout<Element>.stride }
    return bytes(controllers) + presentations.count * MemoryLayout<PresentationRecord>.stride + bytes(bindings)
      + bytes(attempts) + bytes(hosts)
      + bytes(presenters) + bytes(dismissals) + bytes(scrolls)
      + warned.count * MemoryLayout<WarningKey>.stride * 2
  }

  mutating func makeTimer() -> TimerID {
    timerCount += 1
    return TimerID(rawValue: timerCount - 1)
  }
}
