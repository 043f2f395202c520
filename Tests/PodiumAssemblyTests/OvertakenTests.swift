import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumStore
import PodiumTestKit
import Synchronization
import Testing

/// Two programs that write to one workspace: whatever the second does between the reads and the writes of the first, the
/// result is as if it had come before.
@Suite("Commands that another program overtakes")
struct OvertakenTests {
  private typealias Written = WritingExamples.Command

  private static func session(
    _ file: String, by author: String, beforeLock: @escaping @Sendable () -> Void = {}
  ) -> Interpreter {
    WritingExamples.session(
      on: Workspace(
        file: file, author: author, migrations: BuiltIn.registry.storeMigrations, patience: 5,
        settings: ["synchronous = OFF"], beforeLock: beforeLock, clock: { Moment(microseconds: 0) }))
  }

  private static func run(_ line: String, in session: inout Interpreter) -> [CommandReport] {
    var reports: [CommandReport] = []
    _ = session.run(line) { reports.append($0) }
    return reports
  }

  /// What users see of reports and of the records: identities and times differ from run to run.
  private struct Outcome: Equatable {
    var first: [String]
    var second: [String]
    var records: [String: [String]]
  }

  private static func text(_ reports: [CommandReport], _ session: Interpreter) -> [String] {
    reports.map { report in
      (report.error.map { $0.code + ": " + $0.message } ?? "")
        + (session.registry.renderer("plain")?.render(report.outputs) ?? "")
    }
  }

  /// Runs `second` between the reads and the first write of `first`, or before `first`; nil if `first` writes nothing.
  private static func outcome(_ first: Written, _ second: Written, overtaking: Bool) throws -> Outcome? {
    let folder = TemporaryFolder()
    let file = folder.path + "/w.sqlite"
    let isArmed = Mutex(false)
    let other = Mutex<(session: Interpreter, reports: [CommandReport])?>(nil)
    let step: @Sendable () -> Void = {
      other.withLock { other in
        if var there = other, there.reports.isEmpty {
          there.reports = run(second.line, in: &there.session)
          other = there
        }
      }
    }
    var mine = session(file, by: "ann") {
      if isArmed.withLock({ $0 }) { step() }
    }
    var theirs = session(file, by: "bea")
    for line in first.setup { for report in run(line, in: &mine) { #expect(report.error == nil, "\(line)") } }
    // What the second needs may be there already.
    for line in second.setup { _ = run(line, in: &theirs) }
    other.withLock { [theirs] in $0 = (theirs, []) }
    if overtaking { isArmed.withLock { $0 = true } } else { step() }
    let reports = run(first.line, in: &mine)
    isArmed.withLock { $0 = false }
    guard let (theirSession, theirReports) = other.withLock({ $0 }), !theirReports.isEmpty else { return nil }
    return Outcome(
      first: text(reports, mine), second: text(theirReports, theirSession),
      records: try WritingExamples.records(in: mine.session.store()))
  }

  @Test("write what they would have written afterwards, for every example of every verb")
  func everyVerb() throws {
    let pairs = WritingExamples.groups.flatMap { all in
      all.enumerated().flatMap { place, first in
        [(first, first), (first, all[(place + 1) % all.count])]
      }
    }
    let results = Parallel.map(count: pairs.count, threads: 2) { place -> (writes: Bool, difference: String?) in
      let (first, second) = pairs[place]
      do {
        guard let raced = try Self.outcome(first, second, overtaking: true) else { return (false, nil) }
        let inTurn = try Self.outcome(first, second, overtaking: false)
        return (true, raced == inTurn ? nil : "\(first.line) | \(second.line): \(raced) and in turn \(inTurn as Any)")
      } catch { return (true, "\(first.line): \(error)") }
    }
    #expect(results.compactMap(\.difference).prefix(3) == [])
    #expect(results.count { $0.writes } >= 150)
  }

  @Test("keep both of two that log, add and report the same things")
  func both() throws {
    for (setup, first, second, list, count) in [
      (
        "surf spot add X 43.3,-8.6 zone=Europe/Madrid", "surf log X \"2026-07-01 08:30\" 1h 4",
        "surf log X \"2026-07-02 08:30\" 1h 3", "surf.session", 2
      ),
      (
        "surf spot add X 43.3,-8.6 zone=Europe/Madrid", "surf spot add Y 43.3,-8.7 zone=Europe/Madrid",
        "surf spot add Z 43.3,-8.8 zone=Europe/Madrid", "surf.spot", 3
      ),
      (
        "football competition add M1 seasons=calendar", "football match add M1 Ha Aa at=2031-01-01",
        "football match add M1 Hb Ab at=2031-01-01", "football.match", 2
      ),
      ("ski pair add 101", "ski athlete add Ann", "ski athlete add Bea", "ski.athlete", 2),
    ] {
      let folder = TemporaryFolder()
      let file = folder.path + "/w.sqlite"
      let isArmed = Mutex(false)
      let theirs = Mutex(Self.session(file, by: "bea"))
      var mine = Self.session(file, by: "ann") {
        guard
          isArmed.withLock({ armed in
            defer { armed = false }; return armed
          })
        else { return }
        theirs.withLock { theirs in
          for report in Self.run(second, in: &theirs) { #expect(report.error == nil, "\(second)") }
        }
      }
      for report in Self.run(setup, in: &mine) { #expect(report.error == nil, "\(setup)") }
      isArmed.withLock { $0 = true }
      for report in Self.run(first, in: &mine) { #expect(report.error == nil, "\(first)") }
      #expect(isArmed.withLock { !$0 })
      #expect(try mine.session.store().count(RecordQuery(list)) == count, "\(first)")
    }
  }

  @Test("ask each question once, though they run twice")
  func questions() throws {
    let folder = TemporaryFolder()
    let file = folder.path + "/w.sqlite"
    let isArmed = Mutex(false)
    let theirs = Mutex(Self.session(file, by: "bea"))
    var mine = Self.session(file, by: "ann") {
      guard
        isArmed.withLock({ armed in
          defer { armed = false }; return armed
        })
      else { return }
      theirs.withLock { _ = Self.run("surf spot add Cove 43.3,-8.7 zone=Europe/Madrid", in: &$0) }
    }
    for line in ["surf spot add X 43.3,-8.6 zone=Europe/Madrid", "surf log X \"2026-07-01 08:30\" 1h 4 person=cid"] {
      for report in Self.run(line, in: &mine) { #expect(report.error == nil, "\(line)") }
    }
    let asked = Mutex(0)
    mine.isInteractive = true
    mine.session.services.confirm = { (_, _) throws(Diagnostic) in
      asked.withLock { $0 += 1 }
      return true
    }
    isArmed.withLock { $0 = true }
    for report in Self.run("surf forget cid", in: &mine) { #expect(report.error == nil) }
    #expect(isArmed.withLock { !$0 })
    #expect(asked.withLock { $0 } == 1)
    let store = try mine.session.store()
    #expect(try store.count(RecordQuery("surf.session")) == 0)
    #expect(try store.count(RecordQuery("surf.spot")) == 2)
  }

  @Test("give two stores different numbers, and refuse the write of one that was overtaken")
  func numbers() throws {
    let folder = TemporaryFolder()
    let file = folder.path + "/w.sqlite"
    func store() -> Workspace {
      Workspace(
        file: file, author: "ann", migrations: BuiltIn.registry.storeMigrations, patience: 0,
        clock: { Moment(microseconds: 0) })
    }
    let (a, b) = (store(), store())
    // Neither finds a file.
    a.begin("a")
    b.begin("b")
    #expect(try a.nextNumber(of: "ski.athlete") == 1)
    #expect(try b.nextNumber(of: "ski.athlete") == 1)
    _ = try a.insert("ski.athlete", ["number": .text("1"), "first_name": .text("Ann")])
    #expect(try a.commit().count == 1)
    #expect(throws: (any Error).self) {
      try b.insert("ski.athlete", ["number": .text("1"), "first_name": .text("Bea")])
    }
    #expect(try b.lockAgain())
    #expect(try b.nextNumber(of: "ski.athlete") == 2)
    // The lock is held: another number has to wait.
    a.begin("a")
    #expect(throws: (any Error).self) { try a.nextNumber(of: "ski.athlete") }
    a.rollBack()
    _ = try b.insert("ski.athlete", ["number": .text("2"), "first_name": .text("Bea")])
    #expect(try b.commit().count == 1)
    #expect(try !b.lockAgain())
    #expect(try a.count(RecordQuery("ski.athlete")) == 2)
  }
}
