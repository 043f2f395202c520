import Glibc
import PodiumCore
import PodiumTestKit
import Testing

/// The program at a terminal.
struct PromptTests {
  @Test func `a typical analysis works at the prompt`() throws {
    let terminal = try Home().prompt()
    let bundle = Checkout.path("datasets/ski-thesis")
    #expect(try terminal.answer(to: "load ski \(bundle)").contains("112 rows"))
    #expect(try terminal.answer(to: "label").contains("Top pick"))
    #expect(!(try terminal.answer(to: "encode").contains("error")))
    #expect(try terminal.answer(to: "cv tree k=10").contains("accuracy"))
    #expect(try terminal.answer(to: "confusion").contains("actual"))
    #expect(try terminal.answer(to: "compare tree zeror k=10").contains("p Holm"))
    #expect(try terminal.answer(to: "cv tree folds=leave-one-group-out group=session").contains("14"))
    terminal.send("exit\r")
    #expect(try terminal.waitForEnd() == .status(0))
  }

  @Test func `verbs may be abbreviated at the prompt but not with -c`() throws {
    let home = try Home()
    let terminal = try home.prompt()
    try terminal.answer(to: "load iris")
    #expect(try terminal.answer(to: "desc").contains("sepal_length_cm"))
    #expect(try terminal.answer(to: "de").contains("unknown command 'de'"))
    #expect(try home.run("load iris", "desc").status == 1)
  }

  @Test func `without UTF-8 a picture is drawn in ASCII at every command`() throws {
    let terminal = try Home().prompt(environment: ["LANG": "C"])
    try terminal.answer(to: "load iris")
    for line in ["plot hist petal_length_cm", "plot box petal_length_cm x=species", "plot line petal_width_cm"] {
      let answer = try terminal.answer(to: line)
      #expect(answer.contains("n = 150"))
      let isASCII = answer.unicodeScalars.allSatisfy { $0.isASCII }
      #expect(isASCII, "\(answer)")
    }
  }

  @Test func `Ctrl-D exits with 0, even after an error`() throws {
    let terminal = try Home().prompt()
    #expect(try terminal.answer(to: "nope").contains("error: unknown command 'nope'"))
    terminal.send(Key.controlD)
    #expect(try terminal.waitForEnd() == .status(0))
  }

  @Test func `Ctrl-C drops the line`() throws {
    let home = try Home()
    let terminal = try home.prompt()
    terminal.send("!touch made")
    try terminal.wait(forTyped: "!touch made")
    terminal.send(Key.controlC)
    try terminal.wait(for: "podium> !touch made^C\n[1] podium>")
    #expect(try terminal.answer(to: "load iris").contains("150 rows"))
    #expect(home.bytes("made") == nil)
  }

  @Test(.enabled(if: GatedLearner.isPossible, "the learner is a program for python3"))
  func `Ctrl-C stops a running command, which changes nothing`() throws {
    let home = try Home()
    let learner = GatedLearner(home, free: 3)
    let terminal = try home.prompt()
    try terminal.answer(to: "load big.csv")
    try terminal.answer(to: learner.adding)
    try terminal.answer(to: "label y")
    let columns = try terminal.answer(to: "columns")
    terminal.send("cv mine k=20\r")
    try terminal.wait(for: "the folds") { _ in learner.asked > 3 }
    terminal.send(Key.controlC)
    try terminal.wait(for: "interrupted; nothing was changed")
    try terminal.waitForPrompt()
    #expect(try terminal.answer(to: "columns") == columns)
    #expect(!(try terminal.answer(to: "results").contains("cv mine")))
    #expect(try terminal.answer(to: "undo").contains("label y"))
  }

  @Test func `an interrupt during -c exits with 130`() throws {
    let home = try Home()
    let terminal = try PseudoTerminal(
      [try BuiltProgram.path("podium"), "-c", "!: > started; exec sleep 60"], environment: home.environment(),
      folder: home.work)
    terminal.companion = home
    try terminal.wait(for: "the command to start") { _ in home.bytes("started") != nil }
    terminal.send(Key.controlC)
    #expect(try terminal.waitForEnd() == .status(130))
  }

  @Test func `an entry is in the history before it runs`() throws {
    let home = try Home()
    let terminal = try home.prompt()
    let file = home.path + "/state/podium/history"
    terminal.send("!cat \(file) > seen\r")
    try terminal.wait(for: "the file") { _ in home.text("seen")?.contains("!cat ") == true }
  }

  @Test func `files are in the folders of the XDG variables, or else in the home folder`()
    throws
  {
    let home = try Home()
    home.write("set seed=41\n", to: home.path + "/config/podium/init.podium")
    home.write("set seed=42\n", to: home.path + "/.config/podium/init.podium")
    #expect(try home.prompt().answer(to: "set").contains("41"))
    let plain = ["XDG_CONFIG_HOME": "", "XDG_STATE_HOME": ""]
    #expect(try home.prompt(environment: plain).answer(to: "set").contains("42"))
    #expect(home.bytes(home.path + "/state/podium/history") != nil)
    #expect(home.bytes(home.path + "/.local/state/podium/history") != nil)
    #expect(!(try home.prompt(["--no-rc"]).answer(to: "set").contains("41")))
  }

  @Test func `an error in the startup file gives a warning, and the prompt starts`() throws {
    let home = try Home()
    let path = home.write("nope\nset seed=43\ndesc\n", to: home.path + "/config/podium/init.podium")
    let terminal = try home.prompt(width: 200)
    #expect(
      terminal.screen.text.contains("warning: in the startup file:\n\(path):1: error: unknown command 'nope'"))
    // Verbs cannot be abbreviated in files.
    #expect(terminal.screen.text.contains("\(path):3: error: unknown command 'desc'"))
    #expect(try terminal.answer(to: "set").contains("43"))
    #expect(try home.run("set").errorText.isEmpty)
  }

  @Test func `a history that cannot be written gives a warning, and the prompt starts`() throws {
    let home = try Home()
    home.write("", to: home.path + "/not-a-folder")
    let terminal = try home.prompt(environment: ["XDG_STATE_HOME": home.path + "/not-a-folder"])
    #expect(terminal.screen.text.contains("warning: cannot open the history file"))
    #expect(try terminal.answer(to: "load iris").contains("150 rows"))
  }

  @Test(arguments: [40, 80, 120])
  func `no line is wider than the window`(_ width: Int) throws {
    let home = try Home()
    home.write(
      """
      名前,description,x,long_column_name_that_goes_on,y
      日本語日本語日本語日本語日本語日本語日本語,plain,1.5,a,b
      👩‍👩‍👧‍👦 family and 🇯🇵 flags ❤️,e\u{301}e\u{301}e\u{301} combining marks in quite a long text,2,a,b
      한국어,שלום עולם and العربية,3,a,b
      """, to: "odd.csv")
    let terminal = try home.prompt(width: width)
    for line in [
      "load odd.csv", "head", "columns", "describe", "nope", "load ski-thesis", "label", "head", "encode",
      "cv tree k=3", "confusion", "compare tree zeror", "help", "help cv",
    ] {
      let wide = try terminal.answer(to: line).split(separator: "\n").filter {
        DisplayWidth.of(String($0)) > width
      }
      #expect(wide.isEmpty, "\(line)")
    }
  }

  @Test(arguments: [40, 80, 120])
  func `columns are aligned on the screen in every writing system`(_ width: Int) throws {
    let home = try Home()
    let words = [
      "plain", "日本語", "e\u{301}te\u{301}", "👩‍👩‍👧‍👦", "🇳🇴🇯🇵", "한국", "ａｂ", "👍🏽", "❤️", "שלום", "a\u{308}\u{304}b",
    ]
    let rows = words.enumerated().map { "\($1),\(700 + $0),\($1)x" }
    home.write("語,n,again\n" + rows.joined(separator: "\n") + "\n", to: "odd.csv")
    let terminal = try home.prompt(width: width, height: 40)
    try terminal.answer(to: "load odd.csv")
    terminal.send("\u{C}")
    try terminal.answer(to: "head 20")
    let screen = terminal.screen
    var places: Set<Int> = []
    for row in words.indices {
      let line = try #require(screen.rows.firstIndex { $0.contains(" \(700 + row) ") })
      places.insert(try #require(screen.column(of: "\(700 + row)", inRow: line)))
      // The next column is aligned too.
      places.insert(1000 + (try #require(screen.column(of: "\(700 + row)  ", inRow: line))) + 5)
    }
    #expect(places.count == 2, "\(screen.text)")
  }

  @Test(arguments: [40, 80, 120])
  func `a line longer than the window is edited in place, whatever the name of the table`(_ width: Int) throws {
    let home = try Home()
    for name in ["iris-of-a-long-garden", "日本語", "e\u{301}te\u{301}", "👩‍👩‍👧‍👦"] {
      home.write("a,b\n1,2\n", to: name + ".csv")
    }
    let terminal = try home.prompt(width: width)
    for name in ["iris-of-a-long-garden", "日本語", "e\u{301}te\u{301}", "👩‍👩‍👧‍👦"] {
      try terminal.answer(to: "load \"\(name).csv\"")
      let prompt = terminal.screen.currentRow + " "
      #expect(PseudoTerminal.isPrompt(prompt) && DisplayWidth.of(prompt) <= max(13, width / 3))
      let typed = String(repeating: "abcdefghi ", count: 2 + width / 10)
      terminal.send(typed + "END")
      try terminal.wait(for: "the end") { $0.currentRow.hasSuffix("END") }
      terminal.send("\u{1}X")
      try terminal.wait(for: "the start") { $0.text.contains(prompt + "Xabcdefghi") }
      #expect(terminal.screen.currentRow.hasPrefix(prompt + "Xabc"))
      let rest = terminal.screen.text.split(separator: "\n").joined()
      #expect(rest.contains("X" + typed + "END"))
      _ = try terminal.answer(toKeys: Key.controlC)
    }
  }

  @Test func `the prompt is ASCII if the locale is, and short with prompt=short`() throws {
    let home = try Home()
    home.write("é,b\n1,2\n", to: "é.csv")
    let terminal = try home.prompt(environment: ["LANG": "C"])
    try terminal.answer(to: "load iris; label species")
    #expect(terminal.screen.currentRow == "[3] iris -> species>")
    try terminal.answer(to: "load é.csv")
    #expect(terminal.screen.currentRow == "[4] ? 1x2>")
    try terminal.answer(to: "set prompt=short")
    #expect(terminal.screen.currentRow == "podium>")
    try terminal.answer(to: "undo")
    #expect(terminal.screen.currentRow == "[6] ? 1x2>")
  }

  @Test func `the time of a command longer than a second is shown only at a terminal`() throws {
    let home = try Home()
    #expect(try home.prompt().answer(to: "!sleep 1.1").contains("time: "))
    #expect(try home.run("!sleep 1.1").output.isEmpty)
    #expect(try home.run("time: load iris").outputText.contains("\ntime: "))
  }

  @Test func `history lists this session's commands with cell numbers, and earlier ones without`() throws {
    let home = try Home()
    let first = try home.prompt()
    try first.answer(to: "load iris")
    try first.answer(to: "head 2 columns=species; count species")
    first.send(Key.controlD)
    #expect(try first.waitForEnd() == .status(0))
    let second = try home.prompt()
    let other = try home.prompt()
    try other.answer(to: "load wine")
    try second.answer(to: "datasets")
    let list = try second.answer(to: "history")
    #expect(list == "     load iris\n     head 2 columns=species; count species\n[1]  datasets\n")
    #expect(try second.answer(to: "history head") == "head 2 columns=species; count species\n".indented(2))
    #expect(try other.answer(to: "history").hasSuffix("[1]  load wine\n"))
    #expect(try second.answer(to: "!echo from the shell").contains("from the shell\n"))
  }

  @Test func `escape sequences in data are harmless at a terminal and kept in CSV`() throws {
    let home = try Home()
    let data = "\"\u{1B}[2Jh\u{1B}]0;title\u{7}\",n\n\u{1B}[31mred\u{9B}5m,1\nplain\u{8}\u{8},2\n"
    home.write(data, to: "bad.csv")
    let terminal = try home.prompt()
    let before = terminal.transcript.count
    try terminal.answer(to: "load bad.csv")
    let shown = try terminal.answer(to: "head")
    #expect(shown.contains(#"\u{1B}[31mred"#))
    let written = String(decoding: terminal.transcript[before...], as: UTF8.self)
    for sequence in ["\u{1B}[2J", "\u{1B}]", "\u{1B}[31m", "\u{7}", "\u{8}", "\u{9B}"] {
      #expect(!written.contains(sequence))
    }
    try terminal.answer(to: "head > out.csv")
    #expect(home.text("out.csv") == data)
  }

  @Test func `the first line has the version, help and Tab, only at a prompt and unless hints are off`() throws {
    let home = try Home()
    let terminal = try home.prompt()
    let line = try #require(terminal.screen.rows.first)
    #expect(line.hasPrefix("podium ") && line.contains("help") && line.contains("Tab") && line.count < 80)
    #expect(!(try home.run("set seed=1").outputText.contains("Tab completes")))
    #expect(!(try home.podium([], input: "set seed=1\n").outputText.contains("Tab completes")))
    home.write("set hints=no\n", to: home.path + "/config/podium/init.podium")
    #expect(!(try home.prompt().screen.text.contains("Tab completes")))
  }

  @Test func `prompts before typed and pasted lines are removed`() throws {
    let home = try Home()
    let terminal = try home.prompt()
    #expect(try terminal.answer(to: "podium> set seed=5").contains("5"))
    #expect(try terminal.answer(to: "[7] iris 150×5 → species> podium> set seed=6").contains("6"))
    let transcript =
      "[1] podium> load iris\niris: 150 rows, 5 columns\n[2] iris 150×5> = mean(\n   ...> petal_width_cm)\n"
    let answer = try terminal.answer(toKeys: "\u{1B}[200~" + transcript + "\u{1B}[201~\r")
    #expect(answer.contains("1.19933"))
    #expect(!answer.contains("error"))
    #expect(try terminal.answer(to: "history").contains("\npodium>") == false)
  }

  @Test func `a list of 300 columns is paged on a small screen`() throws {
    let home = try Home()
    let names = (1...300).map { "c" + String(1000 + $0).dropFirst() }
    home.write(
      names.joined(separator: ",") + "\n" + names.map { _ in "1" }.joined(separator: ",") + "\n", to: "wide.csv")
    let terminal = try home.prompt(height: 24)
    try terminal.answer(to: "load wide.csv")
    terminal.send("label \t\t")
    try terminal.wait(for: "the first page") { $0.currentRow.hasPrefix("--More--") }
    #expect(terminal.screen.text.contains("c001") && !terminal.screen.text.contains("c030"))
    terminal.send(" ")
    try terminal.wait(for: "the second page") { $0.currentRow.hasPrefix("--More--") && $0.text.contains("c030") }
    terminal.send("q")
    try terminal.wait(for: "the line as it was") {
      !$0.currentRow.hasPrefix("--More--") && $0.currentRow.contains("> label")
    }
  }
}

extension String {
  fileprivate func indented(_ count: Int) -> String { String(repeating: " ", count: count) + self }
}
