/// How a Swift name is spelled in Lua: the one home of the mapping.
///
/// `isModalInPresentation` becomes `is_modal_in_presentation`, `.pageSheet` becomes `page_sheet`. UIKit's delegate methods drop
/// the subject they repeat: `presentationControllerShouldDismiss(_:)` becomes `should_dismiss`.
enum LuaName {
  /// The Lua spelling of a Swift or UIKit identifier; a name that is snake_case already comes back unchanged.
  ///
  /// - Complexity: O(*n*) in the length of the name.
  static func spelling(of swiftName: String) -> String {
    var base = swiftName[...]
    if let parenthesis = base.firstIndex(of: "(") { base = base[..<parenthesis] }
    if base.first == "." { base = base.dropFirst() }
    for prefix in delegateSubjects where base.hasPrefix(prefix) && base.count > prefix.count {
      base = base.dropFirst(prefix.count)
      break
    }
    return snakeCase(base)
  }

  /// The subjects that UIKit's delegate methods begin with.
  private static let delegateSubjects = ["presentationController"]

  private static func snakeCase(_ name: Substring) -> String {
    var result = ""
    var previousIsLower = false
    for character in name {
      if character.isUppercase, previousIsLower { result.append("_") }
      previousIsLower = character.isLowercase || character.isNumber
      result += character.lowercased()
    }
    return result
  }
}
