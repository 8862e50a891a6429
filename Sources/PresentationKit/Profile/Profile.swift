/// How one version of the system behaves: named switches and numbers.
///
/// What Apple publishes differs by version; what nobody published is our choice, and is here so that a run on a device
/// can change it. Durations are milliseconds, speeds points a second, fractions parts of the sheet's height.
public struct Profile: Hashable, Sendable {
  /// When a refused pull is reported (C-3).
  public enum AttemptTiming: String, Hashable, Sendable {
    case atRelease, atThreshold
  }

  /// The name scripts use.
  public var name: String
  /// The version of the system.
  public var version: String

  // MARK: Versions; all but `dialogIsPopoverEverywhere` are SwiftUI's

  /// Only one SwiftUI presentation modifier works per view. Documented (release note 74246633); until 14.4.
  public var singleModifier = false
  /// A binding set true while its sheet animates away is presented afterwards. Documented (101487810); from 16.4.
  public var representDuringDismissal = true
  /// What SwiftUI's content says of compact sizes has an effect. Documented (`presentationCompactAdaptation`); from 16.4.
  public var compactAdaptation = true
  /// An alert asked for together with another sheet's dismissal is shown. Documented (117475214); from 17.4.
  public var alertDuringDismissal = true
  /// One binding on several modifiers may not present at all. Documented (117475214); from 17.4.
  public var duplicateBindingDrops = true
  /// A modifier's popover that leaves the safe area goes by itself. Documented (100811375, 120458490); 17.4 only.
  public var popoverSafeAreaDismiss = false
  /// Removing a sheet's modifier resets its binding. Documented (123742063); until 18.
  public var resetBindingOnModifierRemoval = false
  /// An alert that is shown is replaced when its item has another identity. Documented for 13; until 15 our choice.
  public var alertFollowsIdentity = false
  /// `interactiveDismissDisabled` counts anywhere in the content. Contested (C-12).
  public var deepInteractiveDismissDisabled = true
  /// Dialogs and action sheets are popovers in every width. Observed by several; from 26.
  public var dialogIsPopoverEverywhere = false
  /// SwiftUI keeps the delegate slot of its presentations. Observed by several, the version is our choice (C-21).
  public var swiftuiOwnsDelegate = true

  // MARK: Our choices

  /// A refused outside tap is reported as an attempt. Our choice: no, as observed; the header can be read as yes (C-2).
  public var attemptOnBackdropTap = false
  /// When a refused pull is reported. Our choice (C-3).
  public var attemptTiming = AttemptTiming.atRelease
  /// A tap outside, or an escape, over a pull that is a dismissal asks the policy and tells the delegate once more, as it
  /// does without a pull (order 11). Our choice: yes; the pull was asked for and told already (C-30).
  public var actOverPullAsks = true
  /// A pull that was let go far enough writes the binding and tells `onDismiss`, though the view with the modifier goes while
  /// the sheet slides out. Our choice: no, what is gone hears nothing (R49).
  public var userDismissalOutlivesModifier = false
  /// A dismissal by UIKit code resets the binding of a SwiftUI presentation. Our choice: no (C-29).
  public var uikitDismissalResetsBinding = false

  // MARK: Numbers; Apple publishes none of them

  /// Presenting or dismissing a sheet or full screen, animated. Our choice, from imitations.
  public var transitionDuration = 500
  /// Presenting or dismissing an alert or action sheet, animated. Our choice.
  public var alertDuration = 250
  /// Settling after a finger let go, whichever way. Our choice, from imitations.
  public var settleDuration = 300
  /// A push or pop, animated. Our choice.
  public var navigationDuration = 350
  /// A pull that was let go further down than this dismisses. Our choice, from imitations.
  public var commitFraction = 0.5
  /// A pull that is let go at least this fast dismisses. Our choice, from imitations.
  public var commitVelocity = 800.0
  /// A pull further down than this is a dismissal. Our choice.
  public var dismissalBeginFraction = 0.0
  /// The speed of a flick. Our choice.
  public var flickVelocity = 1500.0
  /// How far a flick's finger goes below the smallest detent before it is lifted. Our choice.
  public var flickFraction = 0.3
  /// The height of the container in points; the large detent. Our choice, nominal.
  public var containerHeight = 800.0
  /// The height of the container in compact height, in points. Our choice, nominal.
  public var compactContainerHeight = 360.0
  /// A sheet between detents goes to the one nearest to where it would be after so many seconds at the finger's speed.
  /// Our choice.
  public var detentProjection = 0.2
  /// How far a sheet that resists follows the finger, in parts of its way. Our choice.
  public var resistance = 1.0 / 3

  /// A profile with the behaviour of iOS 18.
  public init(name: String, version: String) {
    self.name = name
    self.version = version
  }

  func containerHeight(of device: Device) -> Double {
    device.height == .compact ? compactContainerHeight : containerHeight
  }
}
