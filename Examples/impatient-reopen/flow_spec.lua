-- The same story under the four rules of `while_closing`, before 16.4 and after: what is lost, what is kept, and in which order.
local shown_names = { binding = true, presenting = true, dismissed = true, on_dismiss = true }

---Picks Soup, pulls it away, and picks Salad and Cake while it slides; then pulls away whatever comes back.
local function story(profile, rule)
  scene.profile = profile
  local picked = item(nil, { name = "picked" })
  root:sheet {
    item = picked,
    while_closing = rule,
    content = function(value) return sheet(value) {} end,
  }
  picked:set("Soup")
  settle()
  trace:clear()
  user:swipe_down()
  clock:advance(100)
  picked:set("Salad")
  clock:advance(100)
  picked:set("Cake")
  settle()
  while scene.top ~= root do
    user:swipe_down()
    settle()
  end
  local lines = {}
  for _, entry in ipairs(trace.entries) do
    if shown_names[entry.name] then lines[#lines + 1] = entry.text end
  end
  return lines
end

---What every rule begins with.
local function after_the_taps(...)
  return { "binding picked = Salad (script)", "binding picked = Cake (script)", "dismissed Soup (swipe)", ... }
end

---What one that comes back and is pulled away looks like.
local function visit(lines, name)
  for _, line in ipairs {
    "presenting " .. name .. " on root", "dismissed " .. name .. " (swipe)", "binding picked = nil (system)",
    "on_dismiss " .. name,
  } do
    lines[#lines + 1] = line
  end
  return lines
end

describe("system", function()
  it("loses both before 16.4: the write at the end overwrites them", function()
    expect(story("ios16", "system")):to_equal(after_the_taps("binding picked = nil (system)", "on_dismiss Soup"))
    expect(trace):to_contain_in_order { { name = "warning", code = "presentation_lost" } }
  end)

  it("shows the last from 16.4 on: the write at the end is left out", function()
    expect(story("ios18", "system")):to_equal(visit(after_the_taps("on_dismiss Soup"), "Cake"))
  end)
end)

describe.each { { "ios16" }, { "ios18" } } ("on %s", function(profile)
  local function closed(name)
    return after_the_taps("binding picked = nil (system)", "on_dismiss Soup", "binding picked = " .. name .. " (system)")
  end

  it("keep_first is the buffer that cures it: the first is shown when the sheet is gone", function()
    expect(story(profile, "keep_first")):to_equal(visit(closed "Salad", "Salad"))
  end)

  it("keep_last shows the last", function()
    expect(story(profile, "keep_last")):to_equal(visit(closed "Cake", "Cake"))
  end)

  it("fifo shows one after the other", function()
    local lines = visit(closed "Salad", "Salad")
    lines[#lines + 1] = "binding picked = Cake (system)"
    expect(story(profile, "fifo")):to_equal(visit(lines, "Cake"))
  end)
end)
