import ArgumentParser
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin

/// `podium-bench complete`: how long completion takes on wide and on tall tables.
struct CompleteBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Time from a press of Tab to its candidates: 10,000 columns x 1,000 rows, 20 x 1,000,000.")

  @Option(help: "Number of completions at each place.")
  var runs = 5

  @Option(help: ArgumentHelp("Maximum time for a list, in milliseconds.", valueName: "ms"))
  var limit = 50.0

  func validate() throws {
    guard runs > 0 else { throw ValidationError("--runs must be at least 1") }
  }

  func run() throws {
    var slowest = 0.0
    for made in [try MadeTable.wide(), try MadeTable.tall()] {
      print("\(made.table.columns.count) columns, \(made.table.rowCount) rows\n  first ms   worst  candidates  line")
      var session = try Assembly.session(folder: ".", datasets: [])
      session.state.current = Dataset(name: "made", source: "made", table: made.table)
      guard session.run("cv zeror k=2 as base", report: { _ in }) else { throw ValidationError("no result") }
      for line in made.lines {
        var durations: [Duration] = []
        var count = 0
        for _ in 0..<runs {
          durations.append(
            ContinuousClock().measure {
              let list = Completer(session.session).completions(of: line, at: line.unicodeScalars.count)
              count = list?.candidates.count ?? 0
            })
        }
        let first = durations[0] / .milliseconds(1)
        let worst = durations.max().map { $0 / .milliseconds(1) } ?? first
        slowest = max(slowest, worst)
        let figures = [(NumberText.fixed(first, 2), 10), (NumberText.fixed(worst, 2), 8), (String(count), 12)]
        print(figures.map { $0.padded(toWidth: $1, right: true) }.joined() + "  " + line)
      }
    }
    print("slowest: \(NumberText.fixed(slowest, 1)) ms")
    if slowest > limit {
      print("a list took longer than \(NumberText.fixed(limit, 1)) ms")
      throw ExitCode(1)
    }
  }

}

/// A table with every type, and lines that are completed at their end.
private struct MadeTable {
  let table: Table
  let lines: [String]

  /// 10,000 columns of 1,000 rows: the list of names is long.
  static func wide() throws -> MadeTable {
    let values = kinds(rows: 1000).map(\.values)
    let columns = (0..<10_000).map { Column("column_\($0)", values[$0 % values.count]) }
    return MadeTable(
      table: try Table([target(rows: 1000)] + columns.dropLast()),
      lines: verbs + [
        "head ", "head columns=", "head columns=column_12", "describe column_9", "label ", "encode ", "scale ",
        "head if ", "head if column_1", "head if column_4 == ", "count column_1 column_", "correlate ",
        "head columns=column_1,column_2,column_3,c",
      ])
  }

  /// 20 columns of 1,000,000 rows: the columns are long.
  static func tall() throws -> MadeTable {
    let kinds = kinds(rows: 1_000_000)
    let rest = (0..<(19 - kinds.count)).map { Column("more_\($0)", kinds[$0].values) }
    let columns = kinds.map { Column($0.name, $0.values) }
    return MadeTable(
      table: try Table([target(rows: 1_000_000)] + columns + rest),
      lines: verbs + ["head if "]
        + kinds.flatMap { ["head if \($0.name) == ", "head if \($0.name) == \"1"] }
        + ["label target to=", "count "])
  }

  /// Lines that do not depend on the table.
  private static let verbs = ["", "h", "cv ", "cv svm(", "cv svm(kernel=", "cv tree k", "show $base.", "help "]

  private static func target(rows: Int) -> Column {
    Column(
      "target", .category(Categorical(levels: ["no", "yes"], codes: (0..<rows).map { Int32($0 % 2) })), role: .target)
  }

  private static func kinds(rows: Int) -> [(name: String, values: ColumnValues)] {
    func levels(_ count: Int) -> ColumnValues {
      let width = String(count).count
      let names = (0..<count).map { n in
        let digits = String(n)
        return "level " + String(repeating: "0", count: width - digits.count) + digits
      }
      return .category(Categorical(levels: names, codes: (0..<rows).map { Int32($0 * 7919 % count) }))
    }
    return [
      ("number", .number((0..<rows).map { Double($0) / 7 })), ("integer", .integer((0..<rows).map { $0 * 31 })),
      ("rank", .integer((0..<rows).map { $0 % 8 })), ("few", levels(8)), ("many", levels(min(rows, 1000))),
      ("most", levels(min(rows, 200_000))), ("text", .text((0..<rows).map { "what was said \($0)" })),
      ("repeated", .text((0..<rows).map { "one of some texts that are \($0 % 5000)" })),
      ("flag", .boolean((0..<rows).map { $0 % 3 == 0 })),
      ("day", .date((0..<rows).map { CalendarDate(days: $0 % 20_000) })),
      ("moment", .datetime((0..<rows).map { Moment(microseconds: $0 * 60_000_000) })),
    ]
  }
}
