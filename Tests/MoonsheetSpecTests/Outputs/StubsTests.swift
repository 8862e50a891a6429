import Testing

@testable import Moonsheet
@testable import MoonsheetReports

/// Definitions come from the one description of the surface, and nothing in it is left without a type.
@Suite struct StubsTests {
  private static let members = Surface.primitives + Surface.objects.flatMap(\.methods)

  private static func signature(_ name: String, _ signature: String) -> Signature {
    Signature(of: Member(name, signature, .reads, "") { $0.nothing })
  }

  @Test("a signature's parameters are read with what is optional")
  func optional() {
    let present = Self.signature("present", "present(what [, { from =, animated =, completion = }])")
    #expect(
      present.parameters == [
        .init(name: "what", type: "controller", isOptional: false),
        .init(
          name: "options", type: "{ from?: controller, animated?: boolean, completion?: fun() }", isOptional: true),
      ])
    #expect(!present.hasOptionalFirst)
    let drag = Self.signature("drag", "user:drag([target,] fraction)")
    #expect(drag.parameters.map(\.name) == ["target", "fraction"])
    #expect(drag.parameters.map(\.isOptional) == [true, false])
    #expect(drag.hasOptionalFirst)
  }

  @Test("tables, lists, varargs and nil are parameters, too")
  func forms() {
    #expect(
      Self.signature("item", "item(initial [, { name =, id = f }])").parameters.map(\.type) == [
        "any", "{ name?: string, id?: fun(value: any): any }",
      ])
    #expect(
      Self.signature("representable", "representable { make = f [, update = g] }").parameters.map(\.type) == [
        "{ make?: fun(view: representable), update?: fun(view: representable) }"
      ])
    #expect(
      Self.signature("ask", "ask(question, { label, … } [, { cancel =, message = }])").parameters.map(\.type) == [
        "string", "string[]", "{ cancel?: string, message?: string }",
      ])
    #expect(Self.signature("start", "start(f, …)").parameters.map(\.name) == ["f", "..."])
    #expect(
      Self.signature("did_move", "child:did_move(parent | nil)").parameters == [
        .init(name: "parent", type: "controller", isOptional: true)
      ])
    #expect(Self.signature("settle", "settle()").parameters.isEmpty)
    #expect(
      Self.signature("button", #"button(label, action [, { role = "cancel" | "destructive" }])"#).parameters.map(\.type)
        == ["string", "fun(self: controller, value: any)", #"{ role?: "cancel"|"destructive" }"#])
  }

  @Test("every parameter and key of the surface has a type")
  func parameters() {
    for member in Self.members {
      guard !Surface.constructors.contains(where: { $0.name == member.name && $0.signature == member.signature }) else {
        continue
      }
      let names = Signature(of: member).parameters.map(\.name)
      #expect(
        !member.signature.contains("(") || member.signature.hasSuffix("()") || !names.isEmpty, "\(member.signature)")
      for name in names + Signature.keys(in: member.signature) {
        guard !["options", "list", "..."].contains(name) else { continue }
        #expect(
          SurfaceTypes.parameters["\(member.name).\(name)"] != nil || SurfaceTypes.parameters[name] != nil,
          "SurfaceTypes.parameters: '\(name)' of \(member.signature)")
      }
    }
  }

  @Test("every field of the surface has a type, and no type is of something that is not there")
  func fields() {
    let fields = Set(Surface.objects.flatMap { type in type.fields.map { "\(type.name).\($0.name)" } })
    #expect(fields.subtracting(SurfaceTypes.fields.keys).sorted() == [])
    #expect(Set(SurfaceTypes.fields.keys).subtracting(fields).sorted() == [])
    let functions = Set(
      Surface.primitives.map(\.name)
        + Surface.objects.flatMap { type in type.methods.map { "\(type.name).\($0.name)" } })
    #expect(Set(SurfaceTypes.results.keys).subtracting(functions).sorted() == [])
    #expect(SurfaceTypes.chained.subtracting(Surface.viewType.methods.map(\.name)).sorted() == [])
  }

  @Test("every member of the surface is in the definitions")
  func everything() {
    let text = SurfaceStubs.files.map(\.text).joined()
    for member in Surface.primitives { #expect(text.contains("\nfunction \(member.name)("), "\(member.name)") }
    for option in Surface.allOptions { #expect(text.contains("---@field \(option.name)? "), "\(option.name)") }
    for type in Surface.objects {
      #expect(text.contains("---@class \(type.name)\n"), "\(type.name)")
      for field in type.fields { #expect(text.contains("---@field \(field.name) "), "\(field.name)") }
      for method in type.methods { #expect(text.contains("\(method.name)("), "\(type.name).\(method.name)") }
    }
  }
}
