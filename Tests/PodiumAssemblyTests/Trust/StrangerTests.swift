import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumNotebook
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

@testable import PodiumAssembly

/// What a stranger's notebook or script cannot do, however it is run.
struct StrangerTests {
  @Test(arguments: Attempt.all, Way.allCases)
  func `an attempt is refused, changes nothing and shows no secret`(_ attempt: Attempt, _ way: Way) throws {
    if way == .script, !attempt.front.isEmpty { return }
    let stranger = try Stranger()
    let commands = attempt.commands.replacing("HOME", with: stranger.home)
    // What this test writes itself is not a change.
    stranger.write("", "work/n.podium.md")
    let before = stranger.snapshot()
    let outcome = try stranger.run(commands, front: attempt.front, as: way)
    var after = way == .verify || way == .export ? stranger.snapshot() : stranger.snapshot(besides: before)
    after["work/n.podium.md"] = before["work/n.podium.md"]
    #expect(after == before, "\(attempt.name) changed something")
    #expect(!outcome.shown.contains(Stranger.canary), "\(attempt.name) showed a secret")
    #expect(stranger.programs.isEmpty, "\(attempt.name) started a program")
    // Verified and exported, what is written over is written in memory.
    let isOver = Self.over.contains(attempt.name) && (way == .verify || way == .export)
    if !attempt.codes.isEmpty, !isOver {
      let code = try #require(outcome.error?.code, "\(attempt.name) was let through: \(outcome.shown)")
      #expect(
        attempt.codes.contains(code) || ["unknown-ending", "different-columns"].contains(code),
        "\(attempt.name) ended with \(code): \(outcome.shown)")
    }
  }

  @Test func `a notebook that writes any format of podium's verifies without trust`() {
    let registry = BuiltIn.registry
    let written =
      registry.exporters.values.flatMap(\.extensions) + registry.renderers.values.flatMap(\.extensions)
      + PictureForm.allCases.map(\.rawValue) + ["svg", "log"]
    let missing = Set(written.map { FilePath("x." + $0).ending }).subtracting(ConfinedFiles.endings)
    #expect(missing.isEmpty)
  }

  @Test(arguments: [Way.verify, .export, .run])
  func `a file without an extension is written in memory alone`(_ way: Way) throws {
    let stranger = try Stranger()
    stranger.write("", "work/n.podium.md")
    let before = stranger.snapshot()
    let outcome = try stranger.run("head 1 > ./notes\nhead 1 >> ./notes", as: way)
    #expect(outcome.error?.code == (way == .run ? "trust-refused" : nil), "\(outcome.shown)")
    var after = stranger.snapshot()
    after["work/n.podium.md"] = ""
    if way != .run { #expect(after == before) }
    #expect(stranger.text("work/notes") == nil)
  }

  /// Attempts to write over what is there.
  private static let over: Set<String> = [
    "a backup over a file", "a file that was there", "a recording into another notebook", "a saved table over another",
    "another notebook", "over a hard link", "the notebook itself",
  ]

  @Test func `there are at least sixty attempts`() {
    #expect(Attempt.all.count >= 60)
    #expect(Set(Attempt.all.map(\.name)).count == Attempt.all.count)
  }

  static let allowed = [
    "load data.csv as again", "load ./sub/../data.csv as again", "load inner.csv", "load iris", "load ski-thesis",
    "head 1 > new.csv\nload new.csv", "head 1 > new.csv\nhead 2 >! new.csv\nhead 1 >> new.csv\nload new.csv",
    "head 1 > sub/new.txt", "save new.csv\nsave new.csv replace=yes", "save t\nload saved t",
    "save t\nworkspace backup new.sqlite\nworkspace remove t\nworkspace restore new.sqlite\nload saved t",
    "save t\nworkspace export new\nload new/table-t.csv", "set rows=5\nset pager=no", "notebook open mine.podium.md",
    "record on new.podium.md\nhead 1\nrecord off",
  ]

  @Test(arguments: allowed, Way.allCases)
  func `what is allowed works, and verify and export leave nothing of it`(_ commands: String, _ way: Way) throws {
    let stranger = try Stranger()
    stranger.write("", "work/n.podium.md")
    let before = stranger.snapshot()
    let outcome = try stranger.run(commands, as: way)
    #expect(outcome.error == nil, "\(commands): \(outcome.shown)")
    guard way == .verify || way == .export else { return }
    var after = stranger.snapshot()
    after["work/n.podium.md"] = ""
    #expect(after == before)
  }

  @Test(arguments: Way.allCases)
  func `a refusal does not reveal whether a file exists`(_ way: Way) throws {
    for (there, not) in [
      ("load ../secret.csv", "load ../nosuch.csv"), ("load csv .env", "load csv .non"),
      ("head 1 > ../secret.csv", "head 1 > ../nosuch.csv"), ("head 1 >! .env", "head 1 >! .non"),
      ("source ../outer.podium", "source ../nosuch.podium"), ("load csv /etc/passwd", "load csv /etc/nosuch"),
      ("workspace restore ../secret.csv", "workspace restore ../nosuch.csv"),
      ("ski import ../secret.csv", "ski import ../nosuch.csv"), ("load ski ../secrets", "load ski ../nosuchh"),
    ] {
      let errors = try [there, not].map { commands in
        try Stranger().run(commands, as: way).error.map { [$0.code, $0.message, $0.help ?? "", $0.cause ?? ""] }
      }
      let name = { (commands: String) in String(commands.split(separator: " ").last ?? "") }
      #expect(errors[0] != nil)
      #expect(
        errors[0]?.map { $0.replacing(name(there), with: "X") }
          == errors[1]?.map { $0.replacing(name(not), with: "X") },
        "\(there)")
    }
    if way == .script { return }
    let zeros = String(repeating: "0", count: 64)
    let errors = try ["../secret.csv", "../nosuch.csv", "../secrets", "/proc/self/environ"].map { place in
      try #require(
        try Stranger().run("head 1", front: "data:\n  \(place): sha256:\(zeros)", as: way).error
      ).message.replacing(place, with: "X")
    }
    #expect(Set(errors).count == 1)
  }

  @Test(arguments: [Way.run, .verify, .export, .open])
  func `data outside count with their full hash, as long as they keep it`(_ way: Way) throws {
    let stranger = try Stranger()
    stranger.write("a,b\n1,2\n", "shared.csv")
    let hash = "sha256:" + SHA256.hex("a,b\n1,2\n".utf8)
    let good = try stranger.run("load ../shared.csv\nhead 1", front: "data:\n  ../shared.csv: \(hash)", as: way)
    #expect(good.error == nil, "\(good.shown)")
    // Beside it nothing is open, and it may not be written.
    for commands in ["load ../secret.csv", "head 1 >! ../shared.csv", "head 1 >> ../shared.csv"] {
      let bad = try stranger.run(commands, front: "data:\n  ../shared.csv: \(hash)", as: way)
      #expect(bad.error?.code == "trust-refused")
    }
    stranger.write("a,b\n1,3\n", "shared.csv")
    let changed = try stranger.run("head 1", front: "data:\n  ../shared.csv: \(hash)", as: way)
    #expect(changed.error?.code == "trust-refused")
    #expect(!changed.shown.contains(SHA256.hex("a,b\n1,3\n".utf8)))
    // A folder is what its files are, and no more.
    let folder = "sha256:" + Stranger.folderHash(["deep/y.csv", "x.csv"], "a,b\n\(Stranger.canary),2\nx,3\n")
    let inside = try stranger.run(
      "load ../secrets/x.csv\nload ../secrets/deep/y.csv as y", front: "data:\n  ../secrets: \(folder)", as: way)
    #expect(inside.error == nil, "\(inside.shown)")
  }

  @Test func `what changes after its hash was checked is not read`() throws {
    let stranger = try Stranger()
    stranger.write("a,b\n1,2\n", "shared.csv")
    var session = try stranger.session()
    let text = "---\ndata:\n  ../shared.csv: sha256:\(SHA256.hex("a,b\n1,2\n".utf8))\n---\n"
    Assembly.confine(&session.services, registry: session.registry)
    try NotebookData.check(try Notebook(text, file: "n").frontMatter, in: session.session)
    let worked = session.run("load ../shared.csv") { _ in }
    #expect(worked)
    stranger.write("a,b\n1,9\n", "shared.csv")
    var code: String?
    _ = session.run("load ../shared.csv as again") { code = $0.error?.code }
    #expect(code == "trust-refused")
  }

  @Test func `a notebook that a trusted one opens leaves nothing on the disk either while that is verified`() throws {
    let stranger = try Stranger()
    stranger.write("```podium\nload data.csv\nsave new.csv\n```\n", "work/inner.podium.md")
    let before = stranger.snapshot()
    var session = try stranger.session()
    Assembly.discardWrites(&session.services)
    var error: Diagnostic?
    _ = session.run("notebook open inner.podium.md") { report in error = error ?? report.error }
    #expect(error == nil)
    #expect(stranger.snapshot() == before)
  }

  // MARK: The session of who opens it

  static let reaching = [
    "use mine", "load saved kept", "workspace remove kept", "show 1", "rerun 1", "head 1 if a < $1.rows",
    "model load m", "edit 1", "fields first", "show first",
  ]

  @Test(arguments: reaching)
  func `a notebook that is opened reaches nothing of the session before it`(_ command: String) throws {
    let stranger = try Stranger()
    stranger.write("```podium\n\(command)\n```\n", "work/n.podium.md")
    var session = try stranger.session()
    for typed in [
      "load data.csv as mine", "save kept", "describe as first", "label b", "fit zeror as m", "model save m",
    ] {
      let worked = session.run(typed) { _ in }
      #expect(worked, "\(typed)")
    }
    let before = session.state
    var failed = false
    _ = session.run("notebook open n.podium.md") { if $0.error != nil { failed = true } }
    #expect(failed, "\(command)")
    #expect(session.state == before)
    #expect(try session.store().datasets().map(\.name) == ["kept"])
  }

  @Test func `a notebook that is opened undoes nothing, leaves no setting and does not end the prompt`() throws {
    let stranger = try Stranger()
    stranger.write(
      """
      ---
      seed: 77
      ---
      ```podium
      load data.csv as mine
      set undo=1 rows=3 format=json threads=1
      save kept
      head 2 as top
      undo
      history
      exit
      ```

      ```podium
      load iris
      ```

      """, "work/n.podium.md")
    var session = try stranger.session()
    for typed in ["load iris as mine", "label species", "save kept", "set rows=20"] { _ = session.run(typed) { _ in } }
    session.earlierHistory = { ["secret of last week"] }
    let before = session.state
    var shown = ""
    let worked = session.run("notebook open n.podium.md") { shown += TextRenderer(style: .plain).render($0) }
    #expect(worked)
    #expect(!shown.contains("secret"))
    #expect(shown.contains("trust=yes"))
    #expect(session.exitStatus == nil)
    #expect(session.state.settings == before.settings)
    #expect(session.state.tables["mine"] == before.tables["mine"])
    #expect(session.state.currentName == "mine_2")
    #expect(session.state.tables["iris"] == nil)
    #expect(try session.store().datasets().map(\.name) == ["kept"])
    #expect(try session.store().dataset("kept")?.table.rowCount == 150)
    // Undo takes back first what the notebook did, then what was typed before it.
    #expect(try session.undo() != nil)
    #expect(session.state == before)
    #expect(try session.undo() == "set rows=20")
    #expect(try session.redo() == "set rows=20")
    let shows = session.run("show top") { _ in }
    #expect(shows)
  }

  @Test func `trust opens the workspace and the settings`() throws {
    let stranger = try Stranger()
    stranger.write("```podium\nload saved kept\nset rows=7\n!echo\n```\n", "work/n.podium.md")
    var session = try stranger.session()
    for typed in ["load iris", "save kept"] { _ = session.run(typed) { _ in } }
    let worked = session.run("notebook open n.podium.md trust=yes") { _ in }
    #expect(worked)
    #expect(session.state.settings.rows == 7)
    #expect(stranger.programs == ["echo"])
  }

  @Test(arguments: ["", " trust=yes"])
  func `results are named by the numbers they have in the notebook`(_ trust: String) throws {
    let stranger = try Stranger()
    stranger.write(
      "```podium\nload data.csv; load data.csv as other\n```\n\n```podium\n# the second\nshow $2\nhead 1 if a < $2.rows\n```\n",
      "work/n.podium.md")
    var session = try stranger.session()
    for typed in ["load iris", "describe", "describe"] { _ = session.run(typed) { _ in } }
    var shown = ""
    let worked = session.run("notebook open n.podium.md" + trust) { report in
      shown += TextRenderer(style: .plain).render(report)
      if let error = report.error { shown += error.message }
    }
    #expect(worked, "\(shown)")
    #expect(shown.contains("show $6"))
  }

  @Test func `changed data end the notebook before its first cell`() throws {
    for way in [Way.run, .verify, .export, .open] {
      let stranger = try Stranger()
      let outcome = try stranger.run(
        "head 1 > new.csv", front: "data:\n  data.csv: sha256:" + String(repeating: "0", count: 64), as: way)
      #expect(outcome.error?.code == "changed-data")
      #expect(stranger.text("work/new.csv") == nil)
    }
  }
}

extension Stranger {
  /// The hash of a folder whose files all hold the same text, as the format defines it.
  static func folderHash(_ files: [String], _ text: String) -> String {
    SHA256.hex(files.sorted().flatMap { Array($0.utf8) + [0] + Array(SHA256.hex(text.utf8).utf8) + [0x0A] })
  }
}
