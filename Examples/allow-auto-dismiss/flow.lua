-- A search that goes while nothing is typed, a cover, which has no gesture to allow, and a login that stays.
local allow_auto_dismiss = require "moonsheet.patterns.allow_auto_dismiss"

local search_shown, cover_shown = binding(true, "search_shown"), binding(false, "cover_shown")
local login_shown = binding(false, "login_shown")
local query = binding("", "query")
local while_empty = allow_auto_dismiss(function() return query:get() == "" end)
local never = allow_auto_dismiss(false)

root:sheet {
  is_presented = search_shown,
  on_dismiss = function() print("the search is over") end,
  content = function() return sheet "Search" { text_field("query", query), while_empty } end,
}
root:cover { is_presented = cover_shown, content = function() return cover "Intro" {} end }
root:sheet {
  is_presented = login_shown,
  content = function() return navigation "Login" { controller "Name" { never } } end,
}
settle()

print("-- the search is asked at each pull")
user:type("query", "sheets")
user:swipe_down()
settle()
print("on screen: " .. scene.top.name)
user:type("query", "")
user:swipe_down()
settle()
print("search_shown: " .. tostring(search_shown:get()))

print("-- the cover needs none")
cover_shown:set(true)
settle()
user:swipe_down()
settle()
print("on screen: " .. scene.top.name)
cover_shown:set(false)
settle()

print("-- the login stays: its view climbed to the navigation controller")
login_shown:set(true)
settle()
user:swipe_down()
settle()
print("on screen: " .. scene.top.name)
