extension Profile {
  public static let ios13 = make("ios13", "13.0") {
    before18(&$0)
    $0.singleModifier = true
    $0.alertFollowsIdentity = true
    $0.swiftuiOwnsDelegate = false
  }
  public static let ios14_5 = make("ios14.5", "14.5") {
    before18(&$0)
    $0.alertFollowsIdentity = true
    $0.swiftuiOwnsDelegate = false
  }
  public static let ios15 = make("ios15", "15.2") { before18(&$0) }
  public static let ios16 = make("ios16", "16.3") { before18(&$0) }
  public static let ios16_4 = make("ios16.4", "16.4") {
    before18(&$0)
    $0.representDuringDismissal = true
    $0.compactAdaptation = true
  }
  public static let ios17_4 = make("ios17.4", "17.4") {
    $0.resetBindingOnModifierRemoval = true
    $0.popoverSafeAreaDismiss = true
  }
  /// The default: all fixes, stable semantics.
  public static let ios18 = make("ios18", "18.0") { _ in }
  public static let ios26 = make("ios26", "26.0") { $0.dialogIsPopoverEverywhere = true }

  /// All profiles, oldest first.
  public static let all: [Profile] = [ios13, ios14_5, ios15, ios16, ios16_4, ios17_4, ios18, ios26]

  /// The profile with a name, such as `ios16.4`; nil for an unknown one.
  public static func named(_ name: String) -> Profile? { all.first { $0.name == name } }

  private static func make(_ name: String, _ version: String, _ change: (inout Profile) -> Void) -> Profile {
    var profile = Profile(name: name, version: version)
    change(&profile)
    return profile
  }

  /// What held before 16.4, 17.4 and 18 brought their fixes.
  private static func before18(_ profile: inout Profile) {
    profile.representDuringDismissal = false
    profile.compactAdaptation = false
    profile.alertDuringDismissal = false
    profile.duplicateBindingDrops = false
    profile.resetBindingOnModifierRemoval = true
  }
}
