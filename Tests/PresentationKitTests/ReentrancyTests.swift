import PresentationKit
import Testing

/// Verbs called from inside callbacks.
@Suite struct ReentrancyTests {
  // MARK: what the answer is

  /// Which callback of P the verb is called from, and how P gets there.
  enum Moment: String, CaseIterable {
    case viewDidLoad, viewWillAppear, viewDidAppear, didAttempt, willDismiss, viewWillDisappearBySwipe,
      viewWillDisappearByCode, viewDidDisappear, didDismiss, closed, ended

    func matches(_ callback: Callback, of sheet: ControllerID) -> Bool {
      switch (self, callback) {
      case (.viewDidLoad, .lifecycle(.viewDidLoad, sheet)), (.viewWillAppear, .lifecycle(.viewWillAppear, sheet)),
        (.viewDidAppear, .lifecycle(.viewDidAppear, sheet)),
        (.viewWillDisappearBySwipe, .lifecycle(.viewWillDisappear, sheet)),
        (.viewWillDisappearByCode, .lifecycle(.viewWillDisappear, sheet)),
        (.viewDidDisappear, .lifecycle(.viewDidDisappear, sheet)),
        (.didAttempt, .delegate(.didAttemptToDismiss, _, sheet, _)),
        (.willDismiss, .delegate(.willDismiss, _, sheet, _)),
        (.didDismiss, .delegate(.didDismiss, _, sheet, _)), (.closed, .closed(sheet, _)), (.ended, .ended):
        true
      default: false
      }
    }
  }

  enum Verb: String, CaseIterable {
    case presentOnSheet, presentOnRoot, presentItself, dismissSheet, dismissRoot, close, request
  }

  /// By verb, in the order of the moments: `-` done, `x` an exception, else the first letters of the refusal.
  static let answers: [Verb: [String]] = [
    // load, will appear, did appear, attempt, will dismiss, will disappear twice, did disappear, did dismiss, closed,
    // ended
    .presentOnSheet: ["tr", "tr", "-", "-", "tr", "tr", "tr", "no", "no", "no", "no"],
    .presentOnRoot: ["tr", "tr", "al", "al", "tr", "tr", "tr", "-", "-", "-", "-"],
    .presentItself: ["x", "x", "x", "x", "x", "x", "x", "-", "-", "-", "-"],
    .dismissSheet: ["di", "di", "-", "-", "-", "-", "di", "no", "no", "no", "no"],
    .dismissRoot: ["di", "di", "-", "-", "-", "-", "di", "no", "no", "no", "no"],
    .close: ["di", "di", "-", "-", "-", "-", "di", "no", "no", "no", "no"],
    .request: ["di", "di", "-", "declined", "-", "-", "di", "no", "no", "no", "no"],
  ]

  @Test(arguments: Verb.allCases, Moment.allCases)
  func `each verb has its answer in each callback`(verb: Verb, moment: Moment) throws {
    let stage = Stage()
    let sheet = stage.sheet("P", delegate: true)
    var answer: String?
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.responder.shouldDismiss = { _ in moment != .didAttempt }
    stage.responder.react = { callback in
      guard answer == nil, moment.matches(callback, of: sheet) else { return }
      answer = ""
      answer = call(verb, sheet, stage)
    }
    try stage.scene.present(sheet, from: stage.root)
    stage.settle()
    if moment == .viewWillDisappearByCode { stage.scene.dismiss(sheet) } else { stage.scene.swipeDown() }
    stage.settle()
    let index = try #require(Moment.allCases.firstIndex(of: moment))
    #expect(answer == Self.answers[verb]?[index])
    #expect(stage.scene.state.violations.isEmpty)
    #expect(stage.scene.isIdle)
  }

  private func call(_ verb: Verb, _ sheet: ControllerID, _ stage: Stage) -> String {
    let scene = stage.scene
    do {
      switch verb {
      case .presentOnSheet: return short(try scene.present(stage.sheet("Q"), from: sheet))
      case .presentOnRoot: return short(try scene.present(stage.sheet("Q"), from: stage.root))
      case .presentItself: return short(try scene.present(sheet, from: stage.root))
      case .dismissSheet: return short(scene.dismiss(sheet))
      case .dismissRoot: return short(scene.dismiss(stage.root))
      case .close: return short(scene.close(sheet))
      case .request:
        switch scene.requestDismiss(sheet) {
        case .accepted: return "-"
        case .declined: return "declined"
        case .refused(let refusal): return short(refusal)
        }
      }
    } catch {
      return "x"
    }
  }

  private func short(_ refusal: Refusal?) -> String { refusal.map { String($0.code.rawValue.prefix(2)) } ?? "-" }
}
