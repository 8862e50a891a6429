-- `require "busted.languages.en"`: the words of busted's reports.
local use = ...
local say = use("say")

for name, words in pairs {
  pending = { "Pending", "pending", "pending", "pending" },
  failure = { "Failure", "failures", "failures", "failure" },
  error = { "Error", "errors", "errors", "error" },
  success = { "Success", "successes", "successes", "success" },
} do
  say.add("output." .. name, words[1])
  say.add("output." .. name .. "_plural", words[2])
  say.add("output." .. name .. "_zero", words[3])
  say.add("output." .. name .. "_single", words[4])
end
say.add("output.seconds", "seconds")
say.add("output.no_test_files_match", "No test files found matching Lua pattern: %s")
say.add("output.file_not_found", "Cannot find file or directory: %s")

return {
  failure_messages = { "Specs failed: %d" },
  success_messages = { "All specs passed" },
}
