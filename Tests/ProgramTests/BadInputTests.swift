import Glibc
import PodiumTestKit
import Testing

/// Invalid input is refused with a message, a place and a help text; the session continues.
struct BadInputTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var command: String
    var says: String
    var hasHelp: Bool

    init(_ command: String, _ says: String, hasHelp: Bool = true) {
      (self.command, self.says, self.hasHelp) = (command, says, hasHelp)
    }

    var testDescription: String { command }
  }

  static let files = [
    "empty.csv": "", "quote.csv": "a,b\n1,2\n\"open,3\n", "ragged.csv": "a,b\n1,2\n1,2,3,4\n",
    "nul.csv": "a,b\n1,\u{0}\n", "one-row.csv": "a,y\n1,u\n", "one-class.csv": "a,y\n1,u\n2,u\n3,u\n4,u\n",
    "folder/notes.txt": "nothing\n", "notes.xyz": "nothing\n",
  ]

  static let setup = [
    "load one-class.csv", "load one-row.csv", "load iris", "label species", "cv zeror k=3 as base",
  ]

  static let mistakes = [
    Mistake("hed", "unknown command 'hed'; did you mean 'head'?"),
    Mistake("cv tree kk=3", "unknown key 'kk'; did you mean 'k'?"),
    Mistake("describe sepal_lenght_cm", "unknown column 'sepal_lenght_cm'; did you mean 'sepal_length_cm'?"),
    Mistake("head if sepal > 3", "unknown column 'sepal'"),
    Mistake("cv tre", "unknown learner 'tre'; did you mean 'tree'?"),
    Mistake("cv tree(max-dept=3)", "unknown hyperparameter 'max-dept'; did you mean 'max-depth'?"),
    Mistake("cv tree(max-depth=0)", "'max-depth' must be a whole number from 1", hasHelp: false),
    Mistake("load irsi", "unknown dataset 'irsi'; did you mean 'iris'?"),
    Mistake("load no-such.csv", "unknown file 'no-such.csv'"),
    Mistake("load ski no-such-folder", "unknown file 'no-such-folder'"),
    Mistake("head 0", "'rows' must be a whole number from 1", hasHelp: false),
    Mistake("cv tree k=1", "'k' must be a whole number from 2", hasHelp: false),
    Mistake("cv tree k=many", "'k' must be a whole number from 2", hasHelp: false),
    Mistake("cv tree k=151", "k=151 is more than the 150 rows"),
    Mistake("cv tree k=51", "more than the 50 rows of the largest class"),
    Mistake("set threads=0", "'threads' must be", hasHelp: false),
    Mistake("load quote.csv", "a quote opens here and is never closed"),
    Mistake("load ragged.csv", "the row has 4 cells where the first row has 2"),
    Mistake("load nul.csv", "is NUL, which text does not contain"),
    Mistake("load folder", "no importer can read the folder 'folder'"),
    Mistake("load ski folder", "the folder 'folder' is not a ski bundle"),
    Mistake("load ski empty.csv", "is a file, not a ski bundle"),
    Mistake("load csv folder", "'folder' is a folder"),
    Mistake("load notes.xyz", "cannot detect the format of 'notes.xyz'"),
    Mistake("load iris delimiter=ab", "'delimiter' must be", hasHelp: false),
    Mistake("use no-table", "unknown table 'no-table'"),
    Mistake("show $99", "unknown result '99'"),
    Mistake("head if", "an expression is missing", hasHelp: false),
    Mistake("label \"species", "not closed", hasHelp: false),
    Mistake("cv tree(", "not closed", hasHelp: false),
    Mistake("head in 9..2", "'9..2' is not a range"),
    Mistake("label nope=3", "unknown key 'nope'"),
    Mistake("source no-such.podium", "there is no file 'no-such.podium'", hasHelp: false),
    Mistake("cv tree folds=leave-one-group-out group=nope", "unknown column 'nope'"),
    Mistake("by nope: describe", "unknown column 'nope'"),
    Mistake("!exit 3", "failed with status 3", hasHelp: false),
  ]

  /// What the session shows of itself; the results first, which what follows adds to.
  static let look = "results; columns; recipe; datasets; set; fields base"

  private func home() throws -> Home {
    let home = try Home()
    for (name, text) in Self.files { home.write(text, to: name) }
    return home
  }

  @Test(arguments: mistakes)
  func `a mistake is reported with message, place and help, and changes nothing`(_ mistake: Mistake) throws {
    let home = try home()
    let commands = { (middle: [String]) in (Self.setup + middle + [Self.look]).flatMap { ["-c", $0] } }
    let run = try home.podium(["--keep-going"] + commands([mistake.command]))
    #expect(run.status == 1)
    let error = run.errorText
    #expect(error.contains("error: ") && error.contains(mistake.says), Comment(rawValue: error))
    #expect(error.split(separator: "\n").contains { $0.hasPrefix("  ") && $0.hasSuffix("^") }, "no place")
    if mistake.hasHelp { #expect(error.contains("help: "), Comment(rawValue: error)) }
    let sound = try home.podium(commands([]))
    #expect(sound.status == 0, Comment(rawValue: sound.errorText))
    #expect(run.outputText == sound.outputText)
  }

  @Test(arguments: ["one-row.csv", "one-class.csv"])
  func `a table that cannot be used for learning is refused`(_ file: String) throws {
    let run = try home().run("load \(file)", "label y", "cv tree k=2", "describe", options: ["--keep-going"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("error: "))
    #expect(run.errorText.contains("help: "))
  }

  @Test func `a class with fewer rows than folds gives a warning`() throws {
    let home = try Home()
    home.write("a,y\n1,u\n2,v\n3,u\n4,v\n5,u\n6,u\n7,u\n", to: "small.csv")
    let run = try home.run("load small.csv", "label y", "cv tree k=3")
    #expect(run.status == 0)
    #expect((run.outputText + run.errorText).contains("warning: class 'v' has only 2 rows for 3 folds"))
  }

  @Test func `a device or pipe is refused at once`() throws {
    let home = try Home()
    mkfifo(home.work + "/pipe.csv", 0o600)
    let run = try home.run("load pipe.csv", "source pipe.csv", options: ["--keep-going"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("is not a regular file"))
  }

  @Test(arguments: ["/proc/self/mem", "/dev/null", "/dev/stdin", "pipe", "folder", "/sys/kernel/notes"])
  func `what cannot be a workspace is refused before the first command`(_ path: String) throws {
    let home = try Home()
    mkfifo(home.work + "/pipe", 0o600)
    mkdir(home.work + "/folder", 0o700)
    let run = try home.run("load iris", options: ["--workspace", path])
    #expect(run.status == 2 && run.outputText.isEmpty)
    #expect(run.errorText.contains("error: '") && run.errorText.contains(path + "' is "))
    #expect(run.errorText.contains("help: name a file, which is created if it does not exist"))
  }

  @Test func `deep, long and malformed input ends in an error`() throws {
    let home = try Home()
    let deep = String(repeating: "(", count: 100_000)
    for text in [
      "load iris\nhead if \(deep)1" + String(repeating: ")", count: 100_000) + "\n",
      "load iris\nhead if " + String(repeating: "not ", count: 100_000) + "x\n",
      "load iris\nhead if " + String(repeating: "1+", count: 50_000) + "x\n",
      "load iris\nhead \u{0} 1\n", "\u{1B}[31m\n", String(repeating: "x", count: 200_000) + "\n",
      "source self.podium\n",
    ] {
      home.write(text, to: "self.podium")
      let run = try home.podium(["run", "self.podium"])
      #expect(run.ending == .status(1), "\(text.prefix(40))")
      #expect(run.errorText.contains("error: "))
      #expect(!run.errors.contains(0x1B))
    }
  }
}
