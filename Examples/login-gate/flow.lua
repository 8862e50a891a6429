-- A login gate in four forms: who may leave, and by which way. A gate is the delegate of a sheet's presentation; it takes
-- the slot only where it is free, and its policy is a boolean or a function that is asked at each gesture.
local signed_in = binding(false, "signed_in")
local gates = {}

local function gate(sheet_to_guard, allowed)
  local presentation = sheet_to_guard.presentation_controller
  if presentation.delegate then
    print(sheet_to_guard.name .. ": the delegate slot is taken, so there is no gate")
    return
  end
  gates[sheet_to_guard.name] = delegate {
    should_dismiss = function()
      if type(allowed) == "function" then return allowed() end
      return allowed
    end,
    did_attempt_to_dismiss = function(attempt)
      print(attempt.controller.name .. ": stays, try " .. attempt.count)
    end,
  }
  presentation.delegate = gates[sheet_to_guard.name]
end

local function on_screen() print("on screen: " .. scene.top.name) end

print("-- a boolean: the pull is refused, the button is the way out")
local terms = sheet "Terms" { button("Decline", function(self) self:dismiss() end) }
gate(terms, false)
present(terms) settle()
user:swipe_down() settle()
on_screen()
gates.Terms = nil -- declining gives the gate up, so nothing is lost by closing from code
user:tap "Decline" settle()
on_screen()

print("-- a function: asked at each gesture, so signing in opens the gate")
local login = sheet "Login" { button("Sign in", function() signed_in:set(true) end) }
gate(login, function() return signed_in:get() end)
present(login) settle()
user:swipe_down() settle()
on_screen()
user:tap "Sign in"
user:swipe_down() settle()
on_screen()

print("-- a slot that is taken: the first delegate decides")
local profile = sheet "Profile" {}
local first = delegate { should_dismiss = function() return true end }
profile.presentation_controller.delegate = first
gate(profile, false)
present(profile) settle()
user:swipe_down() settle()
on_screen()

print("-- a full screen cover needs no gate: it has no gesture, and a button for everyone")
local welcome = cover "Welcome" { button("Not now", function(self) self:dismiss() end) }
present(welcome) settle()
user:swipe_down() settle()
on_screen()
user:tap "Not now" settle()
on_screen()
