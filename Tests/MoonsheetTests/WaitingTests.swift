import LuaRuntime
import Moonsheet
import Testing

/// Flows that wait, and what wakes them.
@Suite struct WaitingTests {
  @Test("show returns the outcome of a user's swipe")
  func showAfterSwipe() throws {
    let story = try play(
      """
      local s = sheet "S" {}
      start(function()
        local outcome = show(s)
        print(outcome.reason, outcome.by_user, outcome.result)
      end)
      settle() user:swipe_down() settle()
      """)
    #expect(story.printed == ["swipe\ttrue\tnil"])
  }

  @Test("show that is refused returns at once with the code")
  func showRefused() throws {
    let story = try play(
      """
      local a, b = sheet "A" {}, sheet "B" {}
      present(a)
      local outcome = show(b)
      print(outcome.reason, outcome.code)
      """)
    #expect(story.printed == ["refused\tnot_in_window"])
  }

  @Test("the main chunk may wait: the host runs the scene for it")
  func mainWaits() throws {
    let story = try play(
      """
      local s = sheet "S" {}
      after(2000, function() s:dismiss() end)
      print(show(s).reason, clock.now)
      wait(250)
      print(clock.now)
      """)
    #expect(story.printed == ["script\t2500", "2750"])
  }

  @Test("await gives the last outcome of what is over")
  func awaitAfterwards() throws {
    let story = try play(
      """
      local s = sheet "S" {}
      present(s) settle() user:swipe_down() settle()
      print(await(s).reason)
      """)
    #expect(story.printed == ["swipe"])
  }

  @Test("several flows waiting for one sheet wake oldest first")
  func oldestFirst() throws {
    let story = try play(
      """
      local s = sheet "S" {}
      present(s)
      start(function() await(s) print("first") end)
      start(function() await(s) print("second") end)
      settle() user:swipe_down() settle()
      """)
    #expect(story.printed == ["first", "second"])
  }

  @Test("after and its cancel")
  func timers() throws {
    let story = try play(
      """
      local kept = after(20, function() print("kept", clock.now) end)
      local gone = after(10, function() print("gone") end)
      gone:cancel()
      clock:advance(15)
      print(clock.now)
      settle()
      print(clock.now)
      """)
    #expect(story.printed == ["15", "kept\t20", "20"])
  }

  @Test("settle leaves what is due later than 10,000 ms pending")
  func settleHorizon() throws {
    let story = try play(
      """
      after(10000, function() print("in time", clock.now) end)
      after(10001, function() print("later", clock.now) end)
      settle()
      print(clock.now)
      clock:advance(1)
      """)
    #expect(story.printed == ["in time\t10000", "10000", "later\t10001"])
  }

  @Test("a request waits for its answer")
  func requestAndAnswer() throws {
    let story = try play(
      """
      start(function() print("answer", request("save")) end)
      settle()
      app:answer("save", true, 42)
      settle()
      app:answer("save", false)
      settle()
      """)
    #expect(story.printed == ["answer\ttrue\t42"])
    #expect(story.lines(named: "no_effect") == ["no_effect answer save (nobody waits for it)"])
  }

  @Test("waiting inside the script's own coroutine is passed up to the flow")
  func waitInCoroutine() throws {
    let story = try play(
      """
      local step = coroutine.wrap(function(a)
        wait(100)
        local b = coroutine.yield(a .. " one")
        wait(50)
        return b .. " two"
      end)
      print(step("x"), clock.now)
      print(step("y"), clock.now)
      """)
    #expect(story.printed == ["x one\t100", "y two\t150"])
  }

  @Test("waiting under pcall works")
  func waitUnderPcall() throws {
    let story = try play("print(pcall(function() wait(5) error('late', 0) end))\nprint(clock.now)")
    #expect(story.printed == ["false\tlate", "5"])
  }

  @Test("waiting in a query is an error that names the query, and counts as a refusal")
  func waitInQuery() throws {
    let story = try play(
      """
      local s = sheet "S" {
        should_dismiss = function() wait(1) return true end,
        did_attempt_to_dismiss = function() print("attempt") end,
      }
      present(s) settle() user:swipe_down() settle()
      print(#scene.stack)
      """)
    #expect(story.printed == ["attempt", "1"])
    #expect(
      story.lines(named: "error") == [
        "error should_dismiss S: 'wait' cannot wait inside should_dismiss of sheet 'S': a query answers at once (flow.lua:2)"
      ])
  }

  @Test("waiting across table.sort is an error that names the boundary")
  func waitInComparator() throws {
    let story = try play("table.sort({ 3, 1, 2 }, function(a, b) wait(1) return a < b end)")
    #expect(story.report.ending == .failed)
    #expect(story.report.error?.message.hasPrefix("'wait' cannot wait here:") == true)
  }

  @Test("acting in a query is skipped with a warning")
  func actInQuery() throws {
    let story = try play(
      """
      local s
      s = sheet "S" { should_dismiss = function() s:dismiss() return false end,
        did_attempt_to_dismiss = function() end }
      present(s) settle() user:swipe_down() settle()
      print(#scene.stack)
      """)
    #expect(story.printed == ["1"])
    #expect(story.lines(named: "warning").first?.hasPrefix("warning side_effect_in_policy S:") == true)
    #expect(story.report.ending == .finished)
  }

  @Test("a user's act comes after the update that is due, and after what that starts")
  func actsAfterUpdates() throws {
    let story = try play(
      """
      local locked, body = binding(true, "locked"), binding("", "body")
      present(sheet "P" { text_field("body", body), text "x":interactive_dismiss_disabled(locked) }) settle()
      body:on_change(function(new, old) print("on_change", old, new) end)
      locked:set(false)
      user:swipe_down()
      print(trace:names()[#trace:names()])
      settle()
      present(sheet "Q" { text_field("body", body) }) settle()
      user:type("body", "a")
      user:type("body", "b")
      print "typed"
      settle()
      """)
    #expect(story.printed == ["dismissing", "on_change\t\ta", "typed", "on_change\ta\tb"])
    #expect(story.messages == [])
  }

  @Test("updates that never end keep an act from coming, which is told as without one")
  func endlessUpdates() throws {
    let story = try play(
      """
      local n = binding(0, "n")
      n:on_change(function(new) n:set(new + 1) end)
      n:set(1)
      user:swipe_down()
      """)
    #expect(story.messages.count == 1)
    #expect(story.messages[0].contains("no rest after 10000 entries of the clock"))
  }

  @Test("driving in a callback is an error that says what to do instead")
  func driveInCallback() throws {
    let story = try play("present(sheet 'S' { view_did_appear = function() settle() end }) settle()")
    #expect(
      story.lines(named: "error").first?.hasPrefix("error view_did_appear S: driver_verb_in_callback: 'settle'") == true
    )
  }

  @Test("a started flow may drive from inside a callback")
  func startedFlowDrives() throws {
    let story = try play(
      """
      present(sheet "S" { view_did_appear = function() start(function() user:swipe_down() print("swiped") end) end })
      settle()
      print(#scene.stack)
      """)
    #expect(story.printed == ["swiped", "0"])
  }

  @Test("a child flow is cancelled with its parent, and its close variables run")
  func childrenGoWithParents() throws {
    let story = try play(
      """
      local parent = start(function()
        start(function()
          local guard <close> = setmetatable({}, { __close = function() print("closed") end })
          wait(1000)
          print("never")
        end)
        wait(1000)
      end)
      print(parent.status)
      parent:cancel()
      print(parent.status)
      settle()
      """)
    #expect(story.printed == ["waiting", "closed", "cancelled"])
  }

  @Test("a child goes on when its parent returns")
  func childOutlivesReturnedParent() throws {
    let story = try play("start(function() start(function() wait(10) print('child') end) end) settle()")
    #expect(story.printed == ["child"])
  }

  @Test("a flow that fails is told, its children end, and the run goes on")
  func failingFlow() throws {
    let story = try play(
      """
      start(function()
        start(function() wait(10) print("never") end)
        error("broken")
      end)
      settle()
      print("on")
      """)
    #expect(story.printed == ["on"])
    #expect(story.lines(named: "error") == ["error start -: broken (flow.lua:3)"])
    #expect(story.report.ending == .failed)
  }

  @Test("flows still waiting at the end are listed, and that is no failure")
  func waitingAtTheEnd() throws {
    let story = try play("local s = sheet 'S' {}\nstart(function()\nshow(s) end)\nstart(function() request('x') end)")
    #expect(story.report.ending == .finished)
    #expect(
      story.report.waiting.map(\.description) == [
        "a started flow still waits for the end of S", "a started flow still waits for an answer to request 'x'",
      ])
    #expect(story.report.waiting.map { $0.site?.line } == [3, 4])
  }
}
