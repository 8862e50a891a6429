-- A guardian is a container that makes itself the delegate of whatever is presented through it. Inside a navigation
-- controller it hears the gesture; around one it never does, since `present` climbs past it.
local editor = sheet "Editor" {}

local locked = true
local keeper = delegate {
  should_dismiss = function() return not locked end,
  did_attempt_to_dismiss = function(attempt) print("the guardian heard a " .. attempt.trigger) end,
}

local function guardian(name, child)
  return container(name) {
    present = function(_, what, options, original)
      what.presentation_controller.delegate = keeper
      original(what, options)
    end,
    child,
  }
end

print("-- inside: the guardian is what the navigation controller shows")
local screen = controller "Screen" {}
local inside = guardian("Inside", screen)
local nav = navigation "Nav" { inside }
root:add_child(nav)
settle()
present(editor, { from = inside })
settle()
user:swipe_down()
settle()
print("on screen: " .. scene.top.name)
locked = false
user:swipe_down()
settle()
root:remove_child(nav)
locked = true

print("-- around: the navigation controller's screen presents, and the guardian is not asked")
local list = controller "List" {}
local outer = guardian("Outer", navigation "Inner" { list })
root:add_child(outer)
settle()
present(editor, { from = list })
settle()
user:swipe_down()
settle()
print("on screen: " .. scene.top.name)
