import Glibc
import PodiumTestKit
import Testing

/// `podium plugin`, `--plugins` and `learner add`, as typed.
struct PluginProgramTests {
  static let hasPython = access("/usr/bin/python3", X_OK) == 0 || access("/usr/local/bin/python3", X_OK) == 0

  /// The fenced blocks of the authors' page, by what follows their language.
  private func blocks(of home: Home) -> [(name: String, text: String)] {
    let page = home.text(Checkout.path("plugins/README.md")) ?? ""
    var found: [(name: String, text: String)] = []
    var name: String?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        if name != nil { name = nil } else { found.append((String(line.dropFirst(3)), "")) }
        if line != "```" { name = line }
      } else if name != nil, !found.isEmpty {
        found[found.count - 1].text += line + "\n"
      }
    }
    return found.map { (String($0.name.split(separator: " ").last ?? ""), $0.text) }
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `the plugin for a new sport on the page works as printed`() throws {
    let home = try Home()
    #expect(try home.podium(["plugin", "new", "gliding"]).status == 0)
    let files = blocks(of: home).filter { ["gliding.py", "data/june.txt", "tests/gliding.session"].contains($0.name) }
    #expect(files.count == 3)
    for file in files { home.write(file.text, to: "gliding/" + file.name) }
    let test = try home.podium(["plugin", "test", "gliding"])
    #expect(test.status == 0, "\(test.outputText)\(test.errorText)")
    #expect(test.outputText.contains("gliding passed all checks"))
    #expect(try home.podium(["plugin", "install", "gliding"]).status == 0)
    let run = try home.run("load gliding-june", "label", "cv tree k=2 evaluators=gliding.foreseen", "gliding sum")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(run.outputText.contains("gliding.foreseen 1.0000 (3 of 3"))
    #expect(run.outputText.contains("total  1330"))
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `the learner on the page works as printed`() throws {
    let home = try Home()
    for block in blocks(of: home) where block.name == "mine.py" { home.write(block.text, to: "mine.py") }
    let commands = blocks(of: home).filter { $0.name == "podium" }.map(\.text)
    #expect(commands.count == 1)
    let run = try home.podium([], input: commands.joined())
    #expect(run.status == 0, "\(run.errorText)")
    #expect(run.outputText.contains("mine     0.9600"))
    #expect(run.outputText.contains("tree     0.9533"))
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `an external learner is run through the checks of podium's own`() throws {
    let home = try Home()
    for block in blocks(of: home) where block.name == "mine.py" { home.write(block.text, to: "mine.py") }
    let good = try home.podium(["plugin", "test", "--learner", "python3 mine.py"])
    #expect(good.status == 0, Comment(rawValue: good.outputText + good.errorText))
    #expect(good.outputText.contains("ok     the same seed gives the same model"))
    #expect(good.outputText.contains("the learner passed all checks"))
    // This one answers at random, whatever the seed.
    home.write(
      """
      import json, random, sys
      for line in sys.stdin:
          q = json.loads(line)
          if "test" in q:
              some = q.get("classes") or [0, 1]
              print(json.dumps({"id": q["id"], "predicted": [random.choice(some) for _ in range(q["test"]["rows"])]}), flush=True)
          else:
              print(json.dumps({"id": q["id"], "error": {"code": "no", "message": "only learn"}}), flush=True)
      """, to: "dice.py")
    let bad = try home.podium(["plugin", "test", "--learner", "python3 dice.py"])
    #expect(bad.status == 1)
    #expect(bad.outputText.contains("failed the number of threads does not change the evaluation"))
    #expect(try home.podium(["plugin", "new", "x", "--learner", "y"]).status == 2)
  }

  @Test(arguments: [("ski", "built in"), ("cv", "a command of 'podium'"), ("learner", "other commands begin with")])
  func `a skeleton is not written under a name that cannot be installed`(_ name: String, _ why: String) throws {
    let home = try Home()
    let made = try home.podium(["plugin", "new", name])
    #expect(made.status == 1)
    #expect(made.errorText.contains(why), Comment(rawValue: made.errorText))
    #expect(access(home.work + "/" + name, F_OK) != 0)
  }

  @Test(
    arguments: [("python", hasPython), ("shell", true), ("swift", access("/usr/bin/env", X_OK) == 0)])
  func `a skeleton is written and passes its tests, and is not overwritten`(_ language: String, _ canRun: Bool) throws {
    let home = try Home()
    let made = try home.podium(["plugin", "new", "row-2", "language=" + language])
    #expect(made.status == 0)
    #expect(made.outputText.contains("wrote row-2/plugin.json"))
    let again = try home.podium(["plugin", "new", "row-2"])
    #expect(again.status == 1)
    #expect(again.errorText.contains("already something called 'row-2'"))
    // A Swift package takes a compiler and half a minute; the last steps of .ci/run build one.
    guard canRun, language != "swift" else { return }
    let test = try home.podium(["plugin", "test", "row-2"])
    #expect(test.status == 0, "\(test.outputText)\(test.errorText)")
    #expect(test.outputText.contains("ok     tests/row-2.session"))
  }

  /// A learner that records its environment and tries to write to the terminal.
  private static let curious = """
    env > env.txt
    (printf 'SPOOFED' > /dev/tty) 2> /dev/null && echo terminal >> env.txt
    while read -r l; do echo '{}'; done
    """

  @Test func `a learner sees no secrets of the environment and no terminal`() throws {
    let home = try Home()
    home.write(Self.curious, to: "own.sh")
    let terminal = try home.prompt(environment: ["API_TOKEN": "hidden-7", "R_LIBS": "/r/lib", "LC_TIME": "C.UTF-8"])
    try terminal.answer(to: "learner add own \"sh own.sh\" environment=R_LIBS")
    let seen = try #require(home.text("env.txt"))
    #expect(!terminal.screen.text.contains("SPOOFED") && !seen.contains("terminal"))
    let names = Set(seen.split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) })
    #expect(names.isSuperset(of: ["PATH", "HOME", "LANG", "LC_TIME", "PODIUM", "R_LIBS"]), "\(names.sorted())")
    // The shell adds its own folder and level.
    #expect(
      names.subtracting(["PATH", "HOME", "LANG", "LC_TIME", "PODIUM", "R_LIBS", "PWD", "OLDPWD", "SHLVL", "_"]).isEmpty,
      "\(names.sorted())")
  }

  @Test func `a plugin gets the variables that its manifest names`() throws {
    let home = try Home()
    #expect(try home.podium(["plugin", "new", "tide", "language=shell"]).status == 0)
    let manifest = try #require(home.text("tide/plugin.json"))
    let program = home.work + "/seen.txt"
    home.write(
      manifest.replacing(
        "{", with: "{\"environment\":[\"R_LIBS\"],\"build\":\"env > '\(program)'\",", maxReplacements: 1),
      to: "tide/plugin.json")
    let installed = try home.podium(
      ["plugin", "install", "tide"], environment: ["API_TOKEN": "hidden-7", "R_LIBS": "/r/lib"])
    #expect(installed.status == 0, "\(installed.errorText)")
    #expect(installed.outputText.contains("reads the environment variables R_LIBS"))
    let seen = try #require(home.text("seen.txt"))
    #expect(seen.contains("R_LIBS=/r/lib") && !seen.contains("hidden-7"))
    home.write(manifest.replacing("{", with: "{\"environment\":[\"A=B\"],", maxReplacements: 1), to: "tide/plugin.json")
    let refused = try home.podium(["plugin", "install", "tide"])
    #expect(refused.status != 0 && refused.errorText.contains("names of variables"))
  }

  @Test func `a plugin is installed, listed, used, and removed`() throws {
    let home = try Home()
    #expect(try home.podium(["plugin", "list"]).outputText.contains("no plugin is installed"))
    #expect(try home.podium(["plugin", "new", "tide", "language=shell"]).status == 0)
    let installed = try home.podium(["plugin", "install", "tide"])
    #expect(installed.status == 0)
    #expect(installed.outputText.contains("command tide size"))
    #expect(try home.podium(["plugin", "list"]).outputText.hasPrefix("tide 0.1.0 (shell): "))
    let run = try home.run("load iris", "tide size", "plugins")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(run.outputText.contains("rows  150"))
    #expect(run.outputText.contains(home.path + "/data/podium/plugins/tide"))
    // --plugins replaces the default folder.
    #expect(
      try home.run("tide size", options: ["--plugins", home.work]).errorText.contains("skipped plugin 'tide'"))
    #expect(try home.podium(["plugin", "remove", "tide"]).status == 0)
    #expect(try home.podium(["plugin", "remove", "tide"]).status == 1)
    #expect(try home.run("load iris", "tide size").status == 1)
  }

  @Test func `a file may use programs only with trust`() throws {
    let home = try Home()
    _ = try home.podium(["plugin", "new", "tide", "language=shell"])
    #expect(try home.podium(["plugin", "install", "tide"]).status == 0)
    home.write("load iris\ntide size\n", to: "size.podium")
    let refused = try home.podium(["run", "size.podium"])
    #expect(refused.status == 2)
    #expect(refused.errorText.contains("--trust"))
    #expect(try home.podium(["run", "size.podium", "--trust"]).outputText.contains("rows  150"))
    // The prompt may start programs, but a notebook opened there may not.
    home.write("```podium\nload iris\ntide size\n```\n", to: "size.podium.md")
    let opened = try home.run("notebook open size.podium.md", "load iris", "tide size", options: ["--keep-going"])
    #expect(opened.errorText.contains("size.podium.md:3"))
    #expect(opened.errorText.contains("not trusted to start"))
    #expect(opened.outputText.contains("rows  150"))
    #expect(try home.run("notebook open size.podium.md trust=yes").outputText.contains("rows  150"))
    home.write("learner add mine \"touch started\"\n", to: "learner.podium")
    #expect(try home.podium(["run", "learner.podium"]).status == 2)
    #expect(home.text("started") == nil)
    home.write("```podium\nlearner add mine \"touch started\"\n```\n", to: "book.podium.md")
    #expect(try home.podium(["run", "book.podium.md"]).status == 2)
    #expect(home.text("started") == nil)
  }

  @Test func `a broken plugin only gives a warning at the start`() throws {
    let home = try Home()
    home.write("{", to: home.path + "/data/podium/plugins/torn/plugin.json")
    let run = try home.run("set seed=1")
    #expect(run.status == 0)
    #expect(run.errorText.hasPrefix("warning: skipped plugin 'torn': "))
    #expect(run.outputText.contains("seed"))
  }

  @Test func `a missing plugin folder gives a warning, but a missing home folder does not`() throws {
    let home = try Home()
    let run = try home.run("set seed=1", options: ["--plugins", "nowhere"])
    #expect(run.status == 0)
    #expect(run.errorText == "warning: there is no plugin folder 'nowhere'\n")
    let homeless = try home.podium(["-c", "set seed=1"], environment: ["HOME": "", "XDG_DATA_HOME": ""])
    #expect(homeless.status == 0)
    #expect(homeless.errorText.isEmpty)
  }

  @Test func `the failed checks of a plugin are reported`() throws {
    let home = try Home()
    _ = try home.podium(["plugin", "new", "tide", "language=shell"])
    let text = try #require(home.text("tide/tests/tide.session"))
    home.write(text.split(separator: "150").joined(separator: "151"), to: "tide/tests/tide.session")
    let test = try home.podium(["plugin", "test", "tide"])
    #expect(test.status == 1)
    #expect(test.outputText.contains("failed tests/tide.session"))
    #expect(test.outputText.contains("tide failed some checks"))
  }

  @Test(arguments: [
    ["plugin"], ["plugin", "sell"], ["plugin", "new"], ["plugin", "install"], ["plugin", "test", "a", "b"],
    ["plugin", "list", "x"], ["plugin", "new", "x", "colour=red"],
  ])
  func `wrong usage gives status 2 and a help text`(_ arguments: [String]) throws {
    let run = try Home().podium(arguments)
    #expect(run.status == 2)
    #expect(run.errorText.hasPrefix("error: "))
  }

  @Test(arguments: [
    ["plugin", "test", "nowhere"], ["plugin", "new", "Tide"], ["plugin", "new", "x", "language=cobol"],
  ])
  func `a failure gives status 1 and the reason`(_ arguments: [String]) throws {
    let run = try Home().podium(arguments)
    #expect(run.status == 1)
    #expect(run.errorText.hasPrefix("error: "))
  }

  @Test func `Ctrl-C interrupts an external program, and the prompt returns at once`() throws {
    let home = try Home()
    home.write(
      """
      trap ': > interrupted; exit' INT
      read -r l
      case $l in *hello*) read -r l; echo '{"id":2,"predicted":["left","left","left"]}'; exit;; esac
      touch waiting; while :; do sleep 0.05; done
      """, to: "slow.sh")
    let terminal = try home.prompt()
    // It never answers the request with a numeric target.
    terminal.send("learner add slow \"sh slow.sh\"\r")
    #expect(Waiting.until { home.text("waiting") != nil })
    let answer = try terminal.answer(toKeys: Key.controlC)
    #expect(answer.contains("interrupted"))
    #expect(Waiting.until { home.text("interrupted") != nil })
    #expect(try terminal.answer(to: "set seed=5").contains("5"))
  }

  @Test func `no program outlives podium, however it ends`() throws {
    let home = try Home()
    home.write(
      """
      trap '' HUP INT TERM PIPE 29
      echo $$ > pid; while :; do sleep 0.1; done
      """, to: "stubborn.sh")
    let terminal = try home.prompt()
    terminal.send("learner add slow \"sh stubborn.sh\"\r")
    #expect(Waiting.until { home.text("pid")?.hasSuffix("\n") == true })
    let process = try #require(home.text("pid").flatMap { pid_t($0.dropLast()) })
    #expect(kill(process, 0) == 0)
    kill(terminal.processID, SIGKILL)
    let isGone = Waiting.until {
      let state = home.text("/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " ").first
      return state == nil || state == "Z"
    }
    #expect(isGone)
  }
}
