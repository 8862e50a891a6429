import PresentationKit

/// Which function of a script's it is that runs: its name, whose it is, and where it was written.
struct CallbackPlace: Sendable {
  enum Subject: Sendable, Equatable {
    case none
    case controller(ControllerID)
    case binding(BindingID)
  }

  /// `should_dismiss`, `on_change`, `after`.
  let name: String
  var subject = Subject.none
  /// The modifier that an override of `present` was called for.
  var presenter: PresenterID?
  /// What an override of `present` was called to present, and a flow waits for the end of.
  var awaited: ControllerID?
  /// The line to name when an error has none of its own.
  var site: SourceSite?

  init(_ name: String, of controller: ControllerID?) {
    self.name = name
    subject = controller.map { .controller($0) } ?? .none
  }

  init(_ name: String, of binding: BindingID) {
    self.name = name
    subject = .binding(binding)
  }

  init(_ name: String, site: SourceSite?) {
    self.name = name
    self.site = site
  }
}

extension MoonsheetHost {
  /// The subject's name in the trace; `-` where there is none.
  func name(of place: CallbackPlace) -> String {
    switch place.subject {
    case .none: "-"
    case .controller(let controller): scene.name(of: controller)
    case .binding(let binding): scene.name(of: binding)
    }
  }

  /// `should_dismiss of sheet 'Editor'`: how messages name it.
  func described(_ place: CallbackPlace) -> String {
    switch place.subject {
    case .none: place.name
    case .controller(let controller): "\(place.name) of \(described(controller))"
    case .binding(let binding): "\(place.name) of binding '\(scene.name(of: binding))'"
    }
  }
}
