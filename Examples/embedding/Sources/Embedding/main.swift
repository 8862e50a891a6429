import LuaRuntime
import Moonsheet
import PresentationKit

/// An object of the app's own that scripts can read and change.
final class Draft {
  var text = ""
}

let host = try MoonsheetHost()
defer { host.close() }

// A function of the app's own …
host.lua.define("log") { (message: String) in print("log: \(message)") }

// … and a class. Scripts see properties and methods; the object stays the app's.
let drafts = LuaClass<Draft>("draft") { type in
  type.property("text", get: { $0.text }, set: { $0.text = $1 })
  type.method("clear") { $0.text = "" }
}
host.lua.register(drafts)
let draft = Draft()
host.lua.setGlobal("draft", to: drafts.reference(to: draft))

// The policy is a script: it presents the editor and says when it may be pulled down.
host.onDiagnostic = { print($0.description) }
host.start(
  LuaChunk(
    name: "policy.lua",
    source: """
      present(sheet "Editor" {
        should_dismiss = function() return draft.text == "" end,
        did_attempt_to_dismiss = function(attempt)
          log("kept, with " .. #draft.text .. " bytes typed")
        end,
      })
      """))
try host.settle()

// The gestures come from Swift.
draft.text = "hello"
host.scene.swipeDown()
try host.settle()
draft.text = ""
host.scene.swipeDown()
try host.settle()

print("trace:")
for entry in host.scene.trace.entries where entry.subject == "Editor" { print("  \(entry.time) \(entry.text)") }

// An error has a position; the host goes on.
let report = host.run(LuaChunk(name: "broken.lua", source: "local editor = sheet 'Second'\npresent(editr)"))
if let site = report.error?.site { print("the error is at \(site.chunk), line \(site.line)") }
