import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Synchronization

@testable import PodiumStore

/// A club with teams and matches, as a plugin would store it.
enum Club {
  static let team = RecordKind(
    "club.team",
    fields: [RecordField("name", .text, required: true), RecordField("founded", .date)], key: ["name"])
  static let match = RecordKind(
    "club.match",
    fields: [
      RecordField("day", .date, required: true), RecordField("home", .reference("club.team"), required: true),
      RecordField("note", .text), RecordField("goals", .integer), RecordField("odds", .number),
      RecordField("over", .boolean), RecordField("kickoff", .datetime),
    ], key: ["day", "home"], indexes: [["goals"]])
  static let first = StoreMigration(1, "keep teams and matches", [.create(team), .create(match)])
  static let migrations = ["club": [first]]

  static func workspace(
    _ file: String? = nil, by author: String = "ann", migrations: [String: [StoreMigration]] = Club.migrations,
    patience: Double = 5
  ) -> Workspace {
    let clock = Ticks()
    return Workspace(file: file, author: author, migrations: StoreMigrations(migrations), patience: patience) {
      clock.next()
    }
  }

  /// A table of teams by their names.
  static func teams(_ names: [String]) -> Table {
    Table.made([Column("name", .text(names))])
  }
}

/// A clock that advances by a second per reading.
final class Ticks: Sendable {
  private let count = Mutex(0)
  func next() -> Moment {
    count.withLock {
      $0 += 1
      return Moment(microseconds: 1_700_000_000_000_000 + $0 * 1_000_000)
    }
  }
}

extension Table {
  /// A table of columns that fit together.
  static func made(_ columns: [Column], rowCount: Int? = nil) -> Table {
    do { return try Table(columns, rowCount: rowCount) } catch { preconditionFailure(error.message) }
  }
}

extension Workspace {
  /// Runs a command as the interpreter does.
  @discardableResult
  func command(_ text: String, _ body: () throws -> Void) throws -> [ChangeSetID] {
    begin(text)
    do {
      try body()
      return try commit()
    } catch {
      rollBack()
      throw error
    }
  }

  /// The names of all teams in order.
  func teamNames() throws -> [String] {
    try records(RecordQuery("club.team", order: [("name", false)])).map { $0["name"].fileText }
  }

  @discardableResult
  func mergeTeams(_ names: [String], rule: MergeRule = .update) throws -> MergeReport {
    try merge(Club.teams(names), into: "club.team", rule: rule, cancellation: Cancellation())
  }
}

/// The error of something that must fail.
func failure(_ body: () throws -> Void) -> Diagnostic? {
  do {
    try body()
    return nil
  } catch { return error as? Diagnostic }
}
