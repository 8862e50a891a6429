extension Help {
  static var test: String {
    """
    moonsheet test [OPTIONS] [FILE|FOLDER|FILE:LINE]... [-- HELPER ARGUMENTS]

      moonsheet test                          all *_spec.lua below the current folder
      moonsheet test spec/editor_spec.lua:12  the test on that line
      moonsheet test --filter 'refuses' -j4   by name, in four processes
      moonsheet test -o dots -o junit=out.xml two forms at once
      moonsheet test --only-failed            what failed last time
      moonsheet test --busted                 other people's specs, with Lua's stock libraries
      moonsheet test --shard=2/5 -o json=2.json

    Exit status: 0 all passed, 1 something failed, 2 wrong usage, 3 nothing matched, 4 output could not be written,
    124 the limit of the whole run was reached, 130 interrupted.

    Options:
    \(table(TestOptions.known))
    """
  }

  static func report(_ options: [Arguments.Option]) -> String {
    """
    moonsheet report merge [OPTIONS] FILE...

      moonsheet report merge shard-*.json
      moonsheet report merge -o junit=all.xml shard-*.json

    Puts together what `moonsheet test --shard=I/N -o json=FILE` wrote. The status is that of the whole run; a shard that
    is missing counts as a failure.

    Options:
    \(table(options))
    """
  }
}
