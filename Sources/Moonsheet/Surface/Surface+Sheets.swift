import LuaRuntime
import PresentationKit

extension Surface {
  /// What a sheet's own options add to those that every controller has.
  static let sheetOptions: [Option] = [
    Option("detents", .detents, "where it may rest, smallest first; `{ \"large\" }` by default"),
    Option("selected_detent", .detent, "where it rests: an identifier, a detent, or a binding that follows the user"),
    Option("largest_undimmed_detent", .detent, "up to here what is behind is not dimmed and can be touched"),
    Option("prefers_grabber_visible", .boolean, "whether the grabber shows"),
    Option(
      "prefers_scrolling_expands_when_scrolled_to_edge", .boolean,
      "whether scrolling up at the edge grows the sheet first; true by default"),
    Option(
      "prefers_edge_attached_in_compact_height", .boolean,
      "whether it stays a sheet in compact height; false by default"),
    Option(
      "did_change_selected_detent_identifier", .action(receives: "self"),
      "the user, not code, moved it to another detent"),
    Option(
      "adaptive_presentation_style", .query(receives: "traits"),
      "the style for a size: a style's word, `\"automatic\"`, or `\"none\"` to refuse adaptation"),
    Option(
      "view_controller_for_adaptive_presentation_style", .query(receives: "style"),
      "where it adapts: another controller that is shown in its place meanwhile, or nil"),
    Option("prepare", .action(receives: "self"), "it is about to be presented in an adapted style"),
    Option("anchor", .anchor, "what a popover points at: a button's label or a view; compulsory in regular width"),
    Option(
      "source_rect", .rect,
      "where that is in the container; only its `y` counts, for a popover that the container becomes too small for"),
    Option("passthrough_views", .anchors, "labels and views behind a popover that keep their touches"),
    Option(
      "performs_escape", .escape,
      "VoiceOver's escape: true sends it through the policy, a function is UIKit's override and answers whether it was handled"
    ),
    Option("defines_presentation_context", .boolean, "whether context styles presented from inside stop here"),
    Option(
      "disables_automatic_keyboard_dismissal", .boolean,
      "whether the keyboard stays when no field wants it; true for form sheets"),
  ]

  /// The options that end up in a `SheetConfiguration`.
  static let sheetKeys: Set<String> = [
    "detents", "selected_detent", "largest_undimmed_detent", "prefers_grabber_visible",
    "prefers_scrolling_expands_when_scrolled_to_edge", "prefers_edge_attached_in_compact_height",
  ]

  package static let detentNamespace = ObjectType(
    name: "detent", summary: "detents beside `\"medium\"` and `\"large\"`", fields: [],
    methods: [
      Member("height", "detent.height(points)", .reads, "Rests at a height.") { call in
        let height = try call.number(1, "height")
        guard height > 0 else { throw LuaError("'\(call.name)' takes a height above 0") }
        return call.push(detent: .height(height))
      },
      Member("fraction", "detent.fraction(part)", .reads, "Rests at a part of the largest height, above 0 and up to 1.")
      { call in
        let part = try call.number(1, "part")
        guard part > 0, part <= 1 else { throw LuaError("'\(call.name)' takes a part above 0 and up to 1") }
        return call.push(detent: .fraction(part))
      },
      Member(
        "custom", "detent.custom(id, f)", .reads,
        "Rests at the height that f answers for the largest height; nil makes it inactive."
      ) { call in
        let identifier = try call.name(1, "an identifier")
        try call.function(2, "what answers the height")
        let result = call.push(detent: .custom(identifier))
        call.frame.pushUserValue(of: -1)
        call.frame.pushCopy(of: call.slot(2))
        call.frame.rawSet(-2, key: "resolve")
        call.frame.pop(1)
        return result
      },
    ], isNamespace: true)

  package static let deviceType = ObjectType(
    name: "device",
    summary:
      "the device: `device \"iphone\"`, `\"ipad\"` or `\"mac_catalyst\"`, or `device { idiom =, width =, height = }`",
    fields: [
      Field("idiom", "phone, pad or mac") { $0.push($0.host.scene.device.idiom.rawValue) },
      Field("width", "compact or regular") { $0.push($0.host.scene.device.width.rawValue) },
      Field("height", "compact or regular") { $0.push($0.host.scene.device.height.rawValue) },
    ],
    methods: [
      Member(
        "resize", "device:resize { width =, height = }", .acts,
        "The window gets another size class, as on rotation or in split view; what is presented adapts."
      ) { call in
        let device = try call.device(at: 1, known: ["width", "height"], from: call.host.scene.device)
        try call.host.attempt { try call.host.scene.resize(width: device.width, height: device.height) }
        return call.nothing
      }
    ])
}

extension Call {
  fileprivate func push(detent: Detent) -> LuaReturn {
    frame.push(DetentDescription(serial: host.state.makeReference(), detent: detent), as: host.classes.detent)
    return .values(1)
  }

  /// Reads `{ idiom =, width =, height = }` over a device.
  func device(at position: Int, known: [String], from device: Device) throws -> Device {
    guard type(position) == .table else {
      throw wrong(position, wanted: "a table with \(known.joined(separator: ", "))")
    }
    var device = device
    try options(position, known: known) { key in
      let word = try stringOption(key)
      if key == "idiom" {
        device.idiom = try Self.word(word, key)
      } else if key == "width" {
        device.width = try Self.word(word, key)
      } else {
        device.height = try Self.word(word, key)
      }
    }
    return device
  }

  private static func word<W: RawRepresentable & CaseIterable>(_ text: String, _ key: String) throws -> W
  where W.RawValue == String {
    if let word = W(rawValue: text) { return word }
    let words = W.allCases.map(\.rawValue)
    throw LuaError(
      "'\(key)' of 'device' cannot be \"\(text)\"" + Suggestion.suffix(for: text, among: words)
        + "; it is one of \(words.map { "\"\($0)\"" }.joined(separator: ", "))")
  }
}

extension MoonsheetHost {
  /// The devices that have a name.
  static let devices: [(name: String, device: Device)] = [
    ("iphone", .iphone), ("ipad", .ipad), ("mac_catalyst", .macCatalyst),
  ]

  /// `device "ipad"`, `device { … }`.
  func setDevice(_ call: Call) throws -> LuaReturn {
    if isBarred(by: "device") { return call.nothing }
    if call.type(1) == .string {
      let name = try call.string(1, "a device")
      let names = Self.devices.map(\.name)
      guard let known = Self.devices.first(where: { $0.name == name }) else {
        throw LuaError(
          "no device '\(name)'" + Suggestion.suffix(for: name, among: names)
            + "; there are \(names.joined(separator: ", "))")
      }
      try change(to: known.device)
    } else {
      try change(to: try call.device(at: 1, known: ["idiom", "width", "height"], from: scene.device))
    }
    return call.nothing
  }

  private func change(to device: Device) throws {
    guard scene.stack.isEmpty else {
      throw LuaError("another device is chosen while nothing is presented; use device:resize for a window that changes")
    }
    scene.device = device
  }
}
