import ArgumentParser
import Glibc
import PodiumCore
import PodiumPlugin
import PodiumStore
import PodiumTestKit

/// The records of the writers: each step is a pair of records in one transaction, so that half a step can be detected.
enum CrashKinds {
  /// The kind in a later version, whose migration rewrites every record.
  static let upgrade = StoreMigration(
    2, "name the padding",
    [
      .renameField(kind: "crash.left", from: "pad", to: "note"),
      .addField(kind: "crash.right", RecordField("twice", .integer, required: true), existing: .integer(0)),
      .rewrite(kind: "crash.right") { (record) throws(Diagnostic) in
        guard case .integer(let n) = record["n"] else { return [:] }
        return ["twice": .integer(2 * n)]
      },
    ])
  static let migrations = [
    "crash": [
      StoreMigration(
        1, "keep steps",
        [
          .create(
            RecordKind(
              "crash.left",
              fields: [
                RecordField("writer", .integer, required: true), RecordField("n", .integer, required: true),
                RecordField("pad", .text),
              ], key: ["writer", "n"])),
          .create(
            RecordKind(
              "crash.right",
              fields: [
                RecordField("writer", .integer, required: true), RecordField("n", .integer, required: true),
                RecordField("left", .reference("crash.left"), required: true),
              ], key: ["writer", "n"])),
          .create(
            RecordKind(
              "crash.shared",
              fields: [RecordField("name", .text, required: true), RecordField("by", .integer)], key: ["name"])),
        ])
    ]
  ]

  static func workspace(_ file: String, upgraded: Bool = false, settings: [String] = []) -> Workspace {
    let migrations = upgraded ? migrations.mapValues { $0 + [upgrade] } : migrations
    return Workspace(
      file: file, author: "crash", migrations: StoreMigrations(migrations), patience: 20, settings: settings
    ) {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      return Moment(microseconds: now.tv_sec * 1_000_000 + now.tv_nsec / 1000)
    }
  }

  /// A text of some length without long runs of equal bytes.
  static func pad(_ n: Int) -> String {
    String(decoding: (0..<(n % 50 * 60)).map { UInt8(0x61 + ($0 &* 7 &+ n) % 26) }, as: UTF8.self)
  }
}

/// The contents of a workspace that a writer left.
struct CrashVerdict {
  /// The highest number that is found.
  var highest = 0
  /// Whether every number up to the highest is found in both kinds, once.
  var isWhole = true
  /// The problems found by the workspace's own check, or why it cannot be read.
  var problems: [String] = []

  init(_ file: String, writer: Int = 0, upgraded: Bool = false) {
    let workspace = CrashKinds.workspace(file, upgraded: upgraded)
    do throws(Diagnostic) {
      problems = try workspace.check()
      var numbers: [[Int]] = []
      for kind in ["crash.left", "crash.right"] {
        let query = RecordQuery(kind, where: [.equals("writer", .integer(writer))], order: [("n", false)])
        guard case .integer(let column)? = try workspace.table(query, fields: ["n"]).columns.first?.values else {
          continue
        }
        numbers.append(column)
      }
      highest = numbers.compactMap(\.last).max() ?? 0
      if upgraded,
        case .integer(let twice)? = try workspace.table(
          RecordQuery("crash.right", order: [("n", false)]), fields: ["twice"]
        ).columns.first?.values, twice != numbers.last?.map({ 2 * $0 })
      {
        problems.append("the migration did half its work")
      }
      isWhole = numbers.allSatisfy { $0 == Array(1...max(highest, 1)).prefix(highest).map(\.self) }
    } catch {
      problems.append("\(error.code): \(error.message) \(error.cause ?? "")")
    }
    workspace.close()
  }
}

/// `podium-bench crash write`: writes steps and prints `ack n` once step n is durable.
struct CrashWriter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Write to a workspace for the other modes.", shouldDisplay: false)

  @ArgumentParser.Argument var file: String
  @Option var count = 100
  /// The number of the writer, if several share the file.
  @Option var writer = 0
  /// SQLite's setting `synchronous`: anything but FULL is a control that must lose steps.
  @Option var synchronous: String?
  /// The number of log pages after which the log is moved to the file.
  @Option var checkpoint: Int?
  /// The number of consecutive errors after which it gives up.
  @Option var patience = 5
  /// Whether every step also merges names that all writers share.
  @Flag var shared = false
  /// Whether it is of the later version, which migrates the workspace.
  @Flag var upgraded = false

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var settings: [String] = []
    if let synchronous { settings.append("synchronous = " + synchronous) }
    if let checkpoint { settings.append("wal_autocheckpoint = \(checkpoint)") }
    let workspace = CrashKinds.workspace(file, upgraded: upgraded, settings: settings)
    var failures = 0
    var last: Int?
    var next = 1
    while last.map({ next <= $0 + count }) ?? true {
      do throws(Diagnostic) {
        if last == nil {
          let found = try highest(workspace)
          (last, next) = (found, found + 1)
          continue
        }
        try step(next, workspace)
        say("ack \(next)\n")
        next += 1
        failures = 0
      } catch {
        workspace.rollBack()
        say("err \(error.code)\n")
        if let cause = error.cause { say("because \(cause)\n") }
        failures += 1
        if failures > patience { throw ExitCode(3) }
        if patience > 5 { usleep(20_000) }
      }
    }
    workspace.close()
  }

  /// The last step of this writer in an earlier run.
  private func highest(_ workspace: Workspace) throws(Diagnostic) -> Int {
    let mine = RecordQuery("crash.left", where: [.equals("writer", .integer(writer))], order: [("n", true)], limit: 1)
    guard case .integer(let n)? = try workspace.records(mine).first?["n"] else { return 0 }
    return n
  }

  private func step(_ n: Int, _ workspace: Workspace) throws(Diagnostic) {
    workspace.begin("step \(n)")
    let name: [String: Value] = ["writer": .integer(writer), "n": .integer(n)]
    let pad: [String: Value] = [upgraded ? "note" : "pad": .text(CrashKinds.pad(n))]
    let left = try workspace.insert("crash.left", name.merging(pad) { $1 })
    var right: [String: Value] = ["left": .text(left.id.text)]
    if upgraded { right["twice"] = .integer(2 * n) }
    _ = try workspace.insert("crash.right", name.merging(right) { $1 })
    if shared {
      let names = (0..<5).map { Optional("name \((n + $0) % 20)") }
      let table = try Table([
        Column("name", .text(names)), Column("by", .integer(names.map { _ in writer })),
      ])
      _ = try workspace.merge(table, into: "crash.shared", rule: .update, cancellation: Cancellation())
    }
    _ = try workspace.commit()
  }

  /// A single write, so that an incomplete line is never an acknowledgement.
  private func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
