import Testing

/// Something a stranger's notebook or script might try.
struct Attempt: Sendable, CustomTestStringConvertible {
  /// What it is after.
  let name: String
  /// The commands; HOME is the user's home, `work` in it the own folder.
  let commands: String
  /// What the front matter says; a script has none.
  var front = ""
  /// The codes of the errors it may end with; empty where it may end as it likes, as long as it does no harm.
  var codes: Set<String> = ["trust-refused"]

  var testDescription: String { name }

  init(_ name: String, _ commands: String, front: String = "", ends codes: Set<String> = ["trust-refused"]) {
    self.name = name
    self.commands = commands
    self.front = front
    self.codes = codes
  }
}

extension Attempt {
  static let all = writing + ways + reading + declaring + programs + workspaces + addresses

  /// Files that other programs go by or that the run did not make.
  static let writing = [
    Attempt("the settings of git", "head 5 >! .git/config"),
    Attempt("appended to the settings of git", "head 5 >> .git/config"),
    Attempt("a note appended", "note \"x\" >> .git/config", ends: []),
    Attempt("a new file of git's", "head 5 > .git/new.csv"),
    Attempt("a hook of git's through a way back", "head 5 > sub/../.git/hook.csv"),
    Attempt("the start of the shell", "head 5 >! .bashrc"),
    Attempt("a new start of the shell", "head 5 > .profile.txt"),
    Attempt("keys of ssh", "head 5 > .ssh/authorized_keys.txt"),
    Attempt("a saved table with a dot", "save .new.csv"),
    Attempt("a saved table over another", "save mine.csv replace=yes"),
    Attempt("a file that was there", "head 1 >! mine.csv"),
    Attempt("appended to a file that was there", "head 1 >> mine.csv"),
    Attempt("the notebook itself", "head 1 >! n.podium.md"),
    Attempt("what make runs first", "head 1 > GNUmakefile"),
    Attempt("what a test runs", "head 1 > conftest.py"),
    Attempt("a script", "head 1 > run.sh"),
    Attempt("a name with a line end", "head 1 > \"a\\nb.csv\""),
    Attempt("another notebook", "notebook save mine.podium.md replace=yes"),
    Attempt("a recording into another notebook", "record on mine.podium.md"),
    Attempt("a recording with a dot", "record on .r.podium.md"),
    Attempt("a sheet over a file", "ski import ski-thesis\nski sheet 1 ../spoil.html"),
    Attempt("an export over a folder", "ski import ski-thesis\nski export ../spoil"),
    Attempt("an export with a dot", "ski import ski-thesis\nski export .spoil"),
    Attempt("a key file elsewhere", "ski import ski-thesis\nski export away redact=yes key=../spoil.json"),
    Attempt("a picture elsewhere", "surf import ndbc surf-buoy\nfigure surf.rose > ../spoil.svg", ends: []),
  ]

  /// What later commands fetch from, and send the places of spots to.
  static let addresses = [
    Attempt("an address of forecasts", "surf addresses marine \"https://e.org/?lat={latitude}\""),
    Attempt("the built-in address of a mirror", "surf addresses ndbc default"),
    Attempt("the address of a league", "football competition add X url=https://e.org/x.csv"),
    Attempt("the address of a known league", "football competition add SWE url=https://e.org/x.csv"),
    Attempt(
      "an address in a file in a file",
      "note \"surf addresses ndbc \\\"https://e.org/{buoy}\\\"\" > a.txt\nsource a.txt",
      ends: []),
  ]

  /// Ways out of the folder.
  static let ways = [
    Attempt("above", "head 1 > ../spoil.csv"),
    Attempt("above by a folder", "head 1 > sub/../../spoil.csv"),
    Attempt("above with a dot", "head 1 > ./../spoil.csv"),
    Attempt("by its whole path", "head 1 > HOME/spoil.csv"),
    Attempt("with two slashes", "head 1 > //HOME/spoil.csv"),
    Attempt("in the home folder", "head 1 > ~/podium-spoil-test.csv"),
    Attempt("through a link to a folder", "head 1 > out/spoil.csv"),
    Attempt("through a link to nothing", "head 1 > dangling.csv"),
    Attempt("through a link to a file", "head 1 >! link.csv"),
    Attempt("appended through a link", "head 1 >> link.csv"),
    Attempt("over a hard link", "head 1 >! hard.csv"),
    Attempt("appended to a hard link", "head 1 >> hard.csv"),
    Attempt("back through what is not there", "head 1 > new/../../spoil.csv"),
    Attempt("by the process's folder", "head 1 > /proc/self/cwd/spoil.csv"),
    Attempt("to a descriptor", "head 1 > /proc/self/fd/1"),
    Attempt("to a device", "head 1 >! /dev/null"),
  ]

  /// Files that are none of its business.
  static let reading = [
    Attempt("a file above", "load ../secret.csv"),
    Attempt("a file by its whole path", "load HOME/secret.csv"),
    Attempt("a file with two slashes", "load //HOME/secret.csv"),
    Attempt("a file with its importer", "load csv ../secret.csv"),
    Attempt("a file of the system", "load csv /etc/passwd"),
    Attempt("a file in the home folder", "load ~/.bashrc format=csv"),
    Attempt("a file through a link", "load link.csv"),
    Attempt("a file in a linked folder", "load out/secret.csv"),
    Attempt("a file by a hard link", "load hard.csv"),
    Attempt("a link that leads to itself", "load loop.csv"),
    Attempt("the environment", "load csv /proc/self/environ"),
    Attempt("the environment by a link", "load environ.csv"),
    Attempt("the process's folder", "load /proc/self/cwd/../secret.csv"),
    Attempt("a pipe", "load pipe.csv", ends: ["not-a-file"]),
    Attempt("a file with a dot", "load csv .env"),
    Attempt("the settings of git to read", "load csv .git/config"),
    Attempt("a bundle above", "load ski .."),
    Attempt("a bundle imported", "ski import ../secrets"),
    Attempt("a table imported", "football import ../secret.csv"),
    Attempt("buoys imported", "surf import ndbc ../secret.csv"),
    Attempt("a script above", "source ../outer.podium"),
    Attempt("what a script loads", "source s.podium"),
    Attempt("a notebook above", "notebook open ../outer.podium.md"),
    Attempt("a notebook above, trusted by itself", "notebook open ../outer.podium.md trust=yes"),
    Attempt("what a notebook loads that it trusts", "notebook open outer.podium.md trust=yes"),
    Attempt("a backup to read", "workspace restore ../secret.csv"),
    Attempt("rows to predict", "label b\nfit zeror as m\npredict m ../secret.csv", ends: []),
  ]

  /// Places that the front matter names.
  static let declaring = [
    Attempt("everything declared", "load csv /etc/passwd", front: "data:\n  /:"),
    Attempt("a file declared without a hash", "load ../secret.csv", front: "data:\n  ../secret.csv:"),
    Attempt("a file declared with a short hash", "load ../secret.csv", front: "data:\n  ../secret.csv: sha256:12ab"),
    Attempt(
      "a file declared with another hash", "load ../secret.csv",
      front: "data:\n  ../secret.csv: sha256:" + String(repeating: "0", count: 64)),
    Attempt("a folder declared without a hash", "load ../secret.csv", front: "data:\n  ..:"),
    Attempt(
      "a folder declared with another hash", "load ../secret.csv",
      front: "data:\n  ..: sha256:" + String(repeating: "a", count: 64)),
    Attempt("a link declared", "load link.csv", front: "data:\n  link.csv:"),
    Attempt("the environment declared", "load csv /proc/self/environ", front: "data:\n  /proc/self/environ: x"),
    Attempt("the home folder declared", "load ~/secret.csv", front: "data:\n  ~:"),
    Attempt("a place in a parameter", "load $p", front: "parameters:\n  p: ../secret.csv"),
    Attempt("a sink in a parameter", "save $p", front: "parameters:\n  p: ../spoil.csv"),
    Attempt("a plugin that is none", "load ../secret.csv", front: "plugins:\n  ../secret: 1", ends: []),
  ]

  /// Programs, and settings that name one.
  static let programs = [
    Attempt("a command", "!touch HOME/spoil"),
    Attempt("a pipe to a command", "head 1 | tee HOME/spoil"),
    Attempt("a pager", "set pager=\"touch HOME/spoil\""),
    Attempt("an editor", "edit 1"),
    Attempt("a learner", "learner add mine \"touch HOME/spoil\""),
    Attempt("a notebook that starts one", "notebook open shell.podium.md trust=yes"),
    Attempt("an address", "load https://127.0.0.1:1/x.csv", ends: ["network-closed", "trust-refused"]),
    Attempt("a table of a plugin by address", "football import https://127.0.0.1:1/x.csv", ends: ["network-closed"]),
    Attempt("a way around errors", "try: !touch HOME/spoil\nhead 1", ends: []),
    Attempt("by groups", "by a: head 1 > ../spoil.csv"),
  ]

  /// The workspace as files.
  static let workspaces = [
    Attempt("a backup above", "save t\nworkspace backup ../spoil.sqlite"),
    Attempt("a backup with a dot", "save t\nworkspace backup .spoil.sqlite"),
    Attempt("a backup over a file", "save t\nworkspace backup mine.txt", ends: ["trust-refused", "file-exists"]),
    Attempt("an export above", "save t\nworkspace export ../spoil"),
    Attempt("an export of the workspace with a dot", "save t\nworkspace export .spoil"),
  ]
}
