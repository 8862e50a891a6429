-- `require "busted.languages.en"`: the words of busted's reports.
local use = ...
local say = use("say")

for name, words in pairs {
  pending = { "Pending", "pending", "pending", "pending" },
  failure = { "Failure", "failures", "failures", "failure" },
  error = { "Error", "errors", "errors", "error" },
  success = { "Success", "successes", "successes", "success" },
} do
  say:set("output." .. name, words[1])
  say:set("output." .. name .. "_plural", words[2])
  say:set("output." .. name .. "_zero", words[3])
  say:set("output." .. name .. "_single", words[4])
end
say:set("output.seconds", "seconds")
say:set("output.no_test_files_match", "No test files found matching Lua pattern: %s")
say:set("output.file_not_found", "Cannot find file or directory: %s")

return {
  failure_messages = { "Specs failed: %d" },
  success_messages = { "All specs passed" },
}
