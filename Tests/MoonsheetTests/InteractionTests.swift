import Moonsheet
import Testing

/// What a sheet's content says of touches, what an alert presents, and what a popover lets through.
@Suite struct InteractionTests {
  private static let panel = """
    local shown = binding(true, "shown")
    root { button("Behind", function() print "behind" end) }
    root:sheet { is_presented = shown, content = function()
      return sheet "Panel" { detents = { detent.height(120), "large" },
        scroll_view("list", {}):MODIFIER }
    end }
    settle()
    """

  private func play(_ modifier: String, _ rest: String) throws -> Story {
    let parts = Self.panel.split(separator: "MODIFIER", maxSplits: 1)
    return try MoonsheetTests.play(parts[0] + modifier + parts[1] + "\n" + rest)
  }

  @Test(
    "behind a sheet touches work up to the detent that its content names, and above it a tap outside dismisses (S90)")
  func background() throws {
    let story = try play(
      "presentation_background_interaction(\"enabled\", detent.height(120))",
      """
      user:tap "Behind"
      user:drag_to_detent "large" settle()
      user:tap "Behind"
      user:tap_outside() settle()
      print(shown:get())
      """)
    #expect(story.printed == ["behind", "false"])
    #expect(story.lines(named: "refused").count == 1)
  }

  @Test("content that scrolls first leaves the sheet where it is")
  func content() throws {
    let story = try play("presentation_content_interaction \"scrolls\"", "user:scroll(-100) settle()")
    #expect(story.lines(named: "scroll", "detent") == ["scroll Panel list = 100"])
  }

  @Test("content says what its popover becomes in compact sizes, by a word or one for each size (R33, R34)")
  func compactAdaptation() throws {
    for (said, width, height, style) in [
      ("\"none\"", "compact", "regular", "none"), ("\"full_screen_cover\"", "compact", "regular", "full_screen"),
      ("{ horizontal = \"none\" }", "compact", "regular", "none"),
      ("{ horizontal = \"none\", vertical = \"full_screen_cover\" }", "compact", "compact", "full_screen"),
      ("\"automatic\"", "compact", "regular", "form_sheet"),
    ] {
      let story = try MoonsheetTests.play(
        """
        device { width = "\(width)", height = "\(height)" }
        local shown = binding(false, "shown")
        root:popover { is_presented = shown, name = "Menu", content = function()
          return { text("Copy"):presentation_compact_adaptation(\(said)) }
        end }
        shown:set(true) settle()
        """)
      #expect(story.lines(named: "will_present") == ["will_present Menu (\(style))"], "\(said)")
    }
  }

  @Test("a word that is no adaptation is an error with the nearest one, beside a size too")
  func adaptationMistakes() throws {
    for said in ["\"fullscreen_cover\"", "{ vertical = \"fullscreen_cover\" }"] {
      let story = try play("presentation_compact_adaptation(\(said))", "")
      #expect(story.messages.contains { $0.contains("did you mean") && $0.contains("full_screen_cover") }, "\(said)")
    }
    let size = try play("presentation_compact_adaptation { horizontl = \"none\" }", "")
    #expect(size.messages.contains { $0.contains("did you mean") && $0.contains("horizontal") })
  }

  @Test("a word that is none is an error with the nearest one, and a detent goes with enabled only")
  func mistakes() throws {
    let word = try play("presentation_content_interaction \"scroll\"", "")
    #expect(word.messages.contains { $0.contains("did you mean") && $0.contains("scrolls") })
    let detent = try play("presentation_background_interaction(\"disabled\", \"large\")", "")
    #expect(detent.messages.contains { $0.contains("takes a detent beside \"enabled\" only") })
  }

  @Test("an alert is shown while it has something to present, and its content gets that (R56)")
  func presenting() throws {
    let story = try MoonsheetTests.play(
      """
      local asks, book = binding(false, "asks"), binding(nil, "book")
      root:alert { is_presented = asks, presenting = book, content = function(title)
        return alert("Delete " .. title .. "?") { button("OK") }
      end }
      asks:set(true) settle()
      print(scene.top.name)
      book:set "Dune" settle()
      book:set "Emma" settle()
      print(scene.top.name)
      """)
    #expect(story.printed == ["root", "Delete Dune?"])
  }

  @Test("an alert may say itself what it presents: its modifier waits for that, code has to (R56)")
  func presentingItself() throws {
    let story = try MoonsheetTests.play(
      """
      local asks, book = binding(false, "asks"), binding(nil, "book")
      root:alert { is_presented = asks, content = function()
        return alert "Delete?" { presenting = book, button("OK") }
      end }
      asks:set(true) settle()
      print(scene.top.name)
      book:set "Dune" settle()
      print(scene.top.name)
      user:tap "OK" book:set(nil) settle()
      local again = confirmation_dialog "Again?" { presenting = book, button("OK", nil, { role = "cancel" }) }
      print(select(2, pcall(present, again)):find("which holds none", 1, true) ~= nil)
      book:set "Emma" present(again) settle()
      print(scene.top.name)
      """)
    #expect(story.printed == ["root", "Delete?", "true", "Again?"])
    #expect(
      story.lines(named: "presenting", "dismissing") == [
        "presenting Delete? on root", "dismissing Delete? (action)", "presenting Again? on root",
      ])
    let sheet = try MoonsheetTests.play("sheet \"S\" { presenting = binding(nil) }")
    #expect(sheet.messages.contains { $0.contains("has no option") && $0.contains("presenting") })
    let value = try MoonsheetTests.play("alert \"A\" { presenting = \"book\" }")
    #expect(value.messages.contains { $0.contains("presenting") && $0.contains("a binding") })
  }

  @Test("the first opening is made of the state of before, and is warned about at the modifier (S85)")
  func stale() throws {
    let story = try MoonsheetTests.play(
      """
      local selected, shown = binding("none", "selected"), binding(false, "shown")
      root:sheet { is_presented = shown, content = function() return { text(selected:get()) } end, name = "Detail" }
      for _, book in ipairs { "Dune", "Emma" } do
        selected:set(book) shown:set(true) settle()
        print(scene.top.name, scene:explain() ~= nil)
        shown:set(false) settle()
      end
      """)
    #expect(story.diagnostics.map(\.code) == ["stale_content"])
    #expect(story.diagnostics.first?.site?.line == 2)
  }

  @Test("what a popover lets through keeps its touches")
  func passthrough() throws {
    let story = try MoonsheetTests.play(
      """
      device "ipad"
      root { button("Share", function() end), button("Undo", function() print "undone" end) }
      present(popover "Menu" { anchor = "Share", passthrough_views = { "Undo" }, source_rect = { y = 40 } }) settle()
      user:tap "Undo" user:tap "Share"
      print(scene.top.name)
      """)
    #expect(story.printed == ["undone", "Menu"])
    #expect(story.lines(named: "refused").count == 1)
  }

  @Test("an alert hands what it presents to its buttons' actions, as it was when the alert came (R56)")
  func alertsData() throws {
    let story = try MoonsheetTests.play(
      """
      local book, shown = binding("Dune", "book"), binding(true, "shown")
      local function ask()
        return alert "Delete?" { presenting = book, button("Yes", function(self, value) print(self.name, value) end) }
      end
      root:alert { is_presented = shown, content = ask } settle()
      book:set("Emma") settle()
      user:tap "Yes" settle()
      present(ask()) settle()
      book:set("Ulysses")
      user:tap "Yes" settle()
      present(alert "A" { button("Yes", function(...) print(select("#", ...)) end) }) settle()
      user:tap "Yes" settle()
      """)
    #expect(story.messages == [])
    #expect(story.printed == ["Delete?\tDune", "Delete?\tEmma", "1"])
  }
}
