import ArgumentParser
import PodiumAssembly
import PodiumBenchmarks
import PodiumCore
import PodiumEngine
import PodiumPlugin

/// `podium-bench shape`: the verbs that shape tables, on a million rows of ten columns.
struct ShapeBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shape",
    abstract: "Time filter, derive, sort, summarize, join, pivot and sql on a table of many rows.",
    discussion: """
      Each line is a whole command in a session, as a person types it; the state is put back before each run. The table \
      is made: two columns of categories (8 and 1,000 values), three of numbers, two of whole numbers, dates, text and the number \
      of the row, 5 % of some cells missing.
      """)

  @Option(help: "Number of rows.")
  var rows = 1_000_000

  @Option(help: "Number of timed runs of each line.")
  var runs = 5

  @Option(help: "Number of threads.")
  var threads = 2

  @Option(help: ArgumentHelp("Rows to run; all by default.", valueName: "name,…"))
  var only = ""

  func validate() throws {
    guard runs > 0, threads > 0, rows > 0 else {
      throw ValidationError("--rows, --runs and --threads must be at least 1")
    }
  }

  /// The lines by name; the last command is timed.
  private static let work: [(name: String, line: String)] = [
    ("filter", "filter f1 > 0 and cat8 == 'A'"), ("keep", "keep if f1 > 0"),
    ("derive", "derive y = (f1 + f3) / 2"), ("derive_text", "derive y = upper(cat1000)"),
    ("derive_group", "by cat1000: derive y = f1 - mean(f1)"), ("replace", "replace f1 = 0 if f1 < 0"),
    ("group8_mean", "by cat8: summarize a = mean(f1), b = mean(f2), c = mean(f3) as g"),
    ("group1000_mean", "by cat1000: summarize a = mean(f1), b = mean(f2), c = mean(f3) as g"),
    ("sort_f1", "sort f1"), ("sort_cat1000_f1", "sort cat1000 f1"), ("distinct", "distinct cat1000 cat8"),
    ("join", "join other on=cat1000"), ("asof", "join other asof=f1"),
    ("pivot", "pivot cat8 values=f1 rows=cat1000 using=mean as w"),
    ("sql", "sql \"SELECT cat8, avg(f1) FROM made WHERE f1 > 0 GROUP BY cat8\""), ("describe", "describe"),
  ]

  func run() throws {
    let wanted = only.split(separator: ",").map { String($0) }
    var session = try Assembly.session(folder: ".", datasets: [])
    session.state.settings.threads = threads
    session.state.current = Dataset(name: "other", source: "made", table: try ShapeBench.other())
    session.state.current = Dataset(name: "made", source: "made", table: try ShapeBench.made(rows))
    let start = session
    for (name, line) in ShapeBench.work where wanted.isEmpty || wanted.contains(name) {
      var durations: [Duration] = []
      for _ in 0..<runs {
        var copy = start
        var failure: Diagnostic?
        let begin = ContinuousClock.now
        _ = copy.run(line) { failure = $0.error }
        durations.append(ContinuousClock.now - begin)
        if let failure {
          print("\(name): \(failure.message)")
          throw ExitCode(1)
        }
      }
      let spread = Spread(durations)
      print(
        "{\"row\":\"\(name)\",\"rows\":\(rows),\"threads\":\(threads),"
          + "\"median_s\":\(NumberText.fixed(spread.median / 1000, 4)),"
          + "\"min_s\":\(NumberText.fixed(spread.minimum / 1000, 4))}")
    }
  }

  private static func made(_ rows: Int) throws -> Table {
    var random = Seed(7).source()
    func number() -> Double { random.uniform() }
    let names = (0..<1000).map { "k\($0)" }.sorted(by: CodePointOrder.precedes)
    let words = ["alpha", "beta, gamma", "delta", "epsilon zeta", "eta", "iota", "kappa", "lambda mu"]
    func codes(_ count: Double) -> [Int32] { (0..<rows).map { _ in Int32(number() * count) } }
    return try Table([
      Column("id", .integer(Array(0..<rows))),
      Column("day", .date((0..<rows).map { _ in CalendarDate(days: 18_262 + Int(number() * 2000)) })),
      Column("cat8", .category(Categorical(levels: "ABCDEFGH".map { String($0) }, codes: codes(8)))),
      Column("cat1000", .category(Categorical(levels: names, codes: codes(1000)))),
      Column("f1", .number((0..<rows).map { _ in (number() + number() + number() - 1.5) * 2 })),
      Column("f2", .number((0..<rows).map { _ in number() < 0.05 ? .nan : 100 + 30 * number() })),
      Column("f3", .number((0..<rows).map { _ in 9 * number() })),
      Column("i1", .integer((0..<rows).map { _ in Int(number() * 2e6) - 1_000_000 })),
      Column(
        "i2", .integer((0..<rows).map { _ in number() < 0.05 ? ColumnValues.missingInteger : Int(number() * 10_000) })),
      Column("text", .category(Categorical(levels: words.sorted(by: CodePointOrder.precedes), codes: codes(8)))),
    ])
  }

  /// A thousand rows with the keys of `cat1000`, and numbers that ascend.
  private static func other() throws -> Table {
    try Table([
      Column("cat1000", .text((0..<1000).map { "k\($0)" })),
      Column("weight", .number((0..<1000).map { Double($0) / 7 })),
      Column("f1", .number((0..<1000).map { Double($0) / 200 - 2.5 })),
    ])
  }
}
