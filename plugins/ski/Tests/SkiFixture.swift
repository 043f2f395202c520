import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import Synchronization
import Testing

@testable import SkiPlugin

/// A workspace in memory that runs commands, with a test's files in memory.
struct SkiFixture {
  var session: Interpreter
  private let memory: MemoryFiles

  /// Runs some lines, all of which must work; `now` is the time of day.
  init(
    _ lines: String..., files: [String: String] = [:], bytes: [String: [UInt8]] = [:], now: String? = nil
  ) throws {
    memory = MemoryFiles(Dictionary(uniqueKeysWithValues: files.map { ("/here/" + $0, $1) }))
    let memory = memory
    for (name, content) in bytes { try memory.write(content, to: "/here/" + name, shown: name, mode: .new) }
    session = try Assembly.session(folder: "/here", datasets: [])
    session.services.use(memory)
    if let now {
      let moment = try #require(Moment(iso: now))
      session.services.now = { moment }
    }
    for line in lines { try does(line) }
  }

  /// A workspace with the thesis's tests.
  static func thesis(_ lines: String...) throws -> SkiFixture {
    var fixture = try SkiFixture()
    let disk = try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
    let store = fixture.session.services.store
    fixture.session.services = disk.services
    fixture.session.services.store = store
    try fixture.does("ski import ski-thesis")
    for line in lines { try fixture.does(line) }
    return fixture
  }

  /// The text of a file in memory.
  func file(_ name: String) -> String? { memory.text("/here/" + name) }

  /// The names of the files in memory.
  var fileNames: [String] { memory.paths.map { String($0.dropFirst(6)) } }

  /// Runs a line that must work.
  @discardableResult
  mutating func does(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> CommandReport {
    let report = try run(line)
    #expect(
      report.error == nil, "\(line): \(report.error?.message ?? "") \(report.error?.help ?? "")",
      sourceLocation: sourceLocation)
    return report
  }

  /// Runs a line, which may fail.
  @discardableResult
  mutating func run(_ line: String) throws -> CommandReport {
    var reports: [CommandReport] = []
    _ = session.run(line) { reports.append($0) }
    return try #require(reports.last)
  }

  /// Runs a line that must fail with a code and change nothing.
  mutating func refuses(
    _ line: String, _ code: String, naming words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try kept()
    let report = try run(line)
    #expect(report.error?.code == code, "\(line): \(report.error?.message ?? "worked")", sourceLocation: sourceLocation)
    let said = (report.error?.message ?? "") + " " + (report.error?.help ?? "")
    for word in words { #expect(said.contains(word), "\(said) lacks \(word)", sourceLocation: sourceLocation) }
    #expect(report.error?.span != nil, "\(line): no place", sourceLocation: sourceLocation)
    #expect(try kept() == before, "\(line) changed the workspace", sourceLocation: sourceLocation)
  }

  /// Runs a line that must work and warn.
  mutating func warns(
    _ line: String, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let report = try does(line, sourceLocation: sourceLocation)
    #expect(report.warnings.contains { $0.contains(words) }, "\(report.warnings)", sourceLocation: sourceLocation)
  }

  /// All records by kind, as text.
  func kept() throws -> [String] {
    var lines: [String] = []
    for kind in SkiKinds.all {
      for record in try session.store().records(RecordQuery(kind.name)) {
        let fields = record.fields.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value.fileText }
        lines.append(([kind.name] + fields).joined(separator: " "))
      }
    }
    return lines.sorted()
  }

  /// The ranks of a session by serial number.
  func ranks(_ number: String) throws -> [String: Int] {
    RankPart.all.ranks(try view(number).participations)
  }

  /// A session as it is stored.
  func view(_ number: String) throws -> TestSession {
    try #require(try SkiRecords(try session.store(), session: number)[session: number])
  }
}

extension CommandReport {
  /// The warnings.
  var warnings: [String] { outputs.compactMap { if case .warning(let note) = $0 { note.text } else { nil } } }
  /// The notes.
  var remarked: [String] { outputs.compactMap { if case .note(let note) = $0 { note.text } else { nil } } }

  /// The first table.
  var table: Table? {
    outputs.lazy.compactMap { if case .table(let output) = $0 { output.table } else { nil } }.first
  }

  /// The first record by field.
  var record: [String: String] {
    let found = outputs.lazy.compactMap { if case .record(let output) = $0 { output } else { nil } }.first
    return Dictionary(
      (found?.fields ?? []).map { ($0.name, $0.values.map(\.fileText).joined(separator: " ")) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The text of a column of the first table.
  func column(_ name: String) -> [String] {
    guard let table, let column = table[name] else { return [] }
    return (0..<table.rowCount).map { column[$0].fileText }
  }
}
