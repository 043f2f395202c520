import Glibc
import PodiumTestKit
import Testing

/// Two podiums on one workspace, one of which also uses its file as a file.
struct HeldWorkspaceTests {
  static let looks = [
    "notebook save n.podium.md", "load w.sqlite format=csv header=no", "source w.sqlite", "ski import w.sqlite",
    "football import w.sqlite", "surf import ndbc w.sqlite", "load link.csv", "load hard.csv format=csv header=no",
    "save link.csv replace=yes", "head 1 >> link.csv", "head 1 >! hard.csv", "head 1 > w.sqlite-journal",
    "save w.sqlite replace=yes", "workspace backup w.sqlite-journal", "load w.sqlite-shm format=csv",
    "learner add mine \"cat w.sqlite\"", "record on m.podium.md\nload w.sqlite table=ski.pair\nrecord off",
  ]

  /// What opens the workspace: with a log that has something, or with an empty one.
  static let openings = ["ski pair add 101", "ski pairs"]

  @Test(arguments: looks, openings)
  func `no use of the file of an open workspace loses what another podium writes`(
    _ look: String, _ opening: String
  ) throws {
    let home = try Home()
    let options = ["--no-rc", "--workspace", "w.sqlite"]
    #expect(try home.run("ski pair add 100", options: options).status == 0)
    symlink("w.sqlite", home.work + "/link.csv")
    link(home.work + "/w.sqlite", home.work + "/hard.csv")
    let first = try PipedProgram(
      [try BuiltProgram.path("podium"), "--keep-going"] + options, environment: home.environment(), folder: home.work)
    first.send("load iris\n\(opening)\nload w.sqlite table=ski.pair\n\(look)\n= 40404+1\n")
    try first.wait(for: "40405")
    // Whoever believes to be the last one removes the log, and both write past each other.
    #expect(try home.run("ski pair add 102", options: options).status == 0)
    first.send("ski pair add 103\n= 50504+1\n")
    try first.wait(for: "50505")
    #expect(try home.run("ski pair add 104", options: options).status == 0)
    first.send("ski pair add 105\n")
    _ = try first.finish()
    let pairs = try home.run("ski pairs", "workspace check", options: options)
    #expect(pairs.status == 0, Comment(rawValue: pairs.errorText))
    for serial in 100...105 where serial != 101 || opening.hasSuffix("101") {
      #expect(pairs.outputText.contains("\(serial)"), "\(serial) is lost: \(first.outputText)")
    }
  }

  @Test func `the data of a notebook are hashed through SQLite`() throws {
    let home = try Home()
    let options = ["--no-rc", "--workspace", "w.sqlite"]
    #expect(try home.run("ski pair add 100", options: options).status == 0)
    let saved = try home.run("load w.sqlite table=ski.pair", "head 1", "notebook save n.podium.md", options: options)
    #expect(saved.status == 0, Comment(rawValue: saved.errorText))
    #expect(try #require(home.text("n.podium.md")).contains("w.sqlite: sha256:"))
    // Nothing has written to it since, so the file has that hash.
    #expect(try home.podium(["run", "n.podium.md"]).status == 0)
  }

  @Test func `without a home folder, what would be kept nowhere is an error`() throws {
    let home = try Home()
    for (variables, reason) in [
      (["HOME": "", "XDG_DATA_HOME": ""], "HOME is not set"),
      (["HOME": "me", "XDG_DATA_HOME": "data"], "HOME is not the"),
      (["HOME": "me", "XDG_DATA_HOME": ""], "HOME is not the"),
    ] {
      for command in ["ski pair add 77", "save t"] {
        let run = try home.podium(["-c", "load iris", "-c", command], environment: variables)
        #expect(run.status == 1, Comment(rawValue: run.errorText))
        #expect(run.errorText.contains(reason), Comment(rawValue: run.errorText))
        #expect(run.errorText.contains("--workspace"))
      }
      let read = try home.podium(
        ["-c", "load iris", "-c", "label species", "-c", "cv zeror k=2", "-c", "ski pairs", "-c", "datasets"],
        environment: variables)
      #expect(read.status == 0, Comment(rawValue: read.errorText))
      let memory = try home.podium(["--workspace", ":memory:", "-c", "ski pair add 77"], environment: variables)
      #expect(memory.status == 0, Comment(rawValue: memory.errorText))
    }
    // An XDG folder needs no home, and a relative one is ignored.
    #expect(
      try home.podium(["-c", "ski pair add 77"], environment: ["HOME": "", "XDG_DATA_HOME": home.path + "/d"]).status
        == 0)
    #expect(try home.podium(["-c", "ski pair add 77"], environment: ["XDG_DATA_HOME": "rel"]).status == 0)
    #expect(access(home.path + "/.local/share/podium/workspace.sqlite", F_OK) == 0)
    #expect(access(home.work + "/rel", F_OK) != 0)
    #expect(access(home.work + "/me", F_OK) != 0)
  }
}
