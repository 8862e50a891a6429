/// The device a scene runs on, as far as presentations can tell.
public struct Device: Hashable, Sendable {
  public enum Idiom: String, Hashable, Sendable, CaseIterable { case phone, pad, mac }
  public enum SizeClass: String, Hashable, Sendable, CaseIterable { case compact, regular }

  public var idiom: Idiom
  public var width: SizeClass
  public var height: SizeClass

  public init(idiom: Idiom, width: SizeClass, height: SizeClass) {
    self.idiom = idiom
    self.width = width
    self.height = height
  }

  public static let iphone = Device(idiom: .phone, width: .compact, height: .regular)
  public static let ipad = Device(idiom: .pad, width: .regular, height: .regular)
  public static let macCatalyst = Device(idiom: .mac, width: .regular, height: .regular)
}
