import MoonsheetSpec
import Testing

@Suite struct SpecIDTests {
  @Test("an id names file and test, and numbers tests of one name from the second on")
  func description() {
    #expect(SpecID(file: "a_spec.lua", name: "editor closes").description == "a_spec.lua: editor closes")
    #expect(
      SpecID(file: "a_spec.lua", name: "editor closes", occurrence: 2).description == "a_spec.lua: editor closes#2")
  }

  @Test("ids sort by file, name and number")
  func order() {
    let ids = [
      SpecID(file: "b", name: "a"), SpecID(file: "a", name: "b", occurrence: 2), SpecID(file: "a", name: "b"),
      SpecID(file: "a", name: "a"),
    ]
    #expect(ids.sorted() == [ids[3], ids[2], ids[1], ids[0]])
  }
}
