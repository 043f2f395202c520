import PodiumCore
import PodiumLearn
import Testing

/// Folds that leak are reported with a warning.
@Suite struct LeakTests {
  private func task(
    _ labels: String? = nil, numbers: [Double]? = nil, _ columns: [Column] = []
  ) throws -> LearningTask {
    let count = labels?.count ?? numbers?.count ?? 0
    let target =
      labels.map { Fixtures.category("y", $0.map { String($0) }) } ?? Column("y", .number(numbers ?? []))
    let table = try Table(
      [Column("x", .number((0..<count).map(Double.init))), target.with(role: .target)] + columns)
    return try LearningTask(table: table, target: "y", asNumber: numbers != nil)
  }

  private func warnings(_ resampling: ResamplingSpec, _ task: LearningTask) throws -> [String] {
    try resampling.allocate(task, seed: Seed(0)).warnings.map(\.text)
  }

  private static func groups(_ values: [Int]) -> Column { Column("visit", .integer(values), role: .group) }

  private static func days(_ values: [Int], role: Role? = nil) -> Column {
    let column = Column("day", .date(values.map { CalendarDate(days: 19_000 + $0) }))
    return role.map { column.with(role: $0) } ?? column
  }

  private static let mixed = "abbabaabbaababbaabab"

  @Test func `folds that split groups name the column, how many, and the remedy`() throws {
    let groups = Self.groups((0..<20).map { $0 % 4 })
    let found = try warnings(ResamplingSpec(.stratified, k: 2), task(Self.mixed, [groups]))
    #expect(
      found == [
        "leak-group: 4 of the 4 groups of 'visit' have rows in several folds, so models are tested on groups they trained on; "
          + "folds=group keeps groups together"
      ])
    // Of two neighbours' groups one is cut by the border of blocks.
    let blocks = Self.groups((0..<20).map { $0 < 8 ? 0 : $0 < 12 ? 1 : 2 })
    #expect(
      try warnings(ResamplingSpec(.kfold, k: 2), task(Self.mixed, [blocks])).first?.hasPrefix(
        "leak-group: 1 of the 3 groups")
        == true)
    #expect(
      try warnings(ResamplingSpec(.stratified, k: 5), task(Self.mixed, [groups])).first?.contains(
        "folds=leave-one-group-out") == true)
  }

  @Test func `folds that keep groups together, and groups of one row, give no warning`() throws {
    let groups = Self.groups((0..<20).map { $0 / 5 })
    for resampling in [
      ResamplingSpec(.group, k: 2, group: "visit"), ResamplingSpec(.leaveOneGroupOut, group: "visit"),
      ResamplingSpec(.stratifiedGroup, k: 2, group: "visit"),
    ] {
      #expect(try warnings(resampling, task(Self.mixed, [groups])) == [])
    }
    #expect(try warnings(ResamplingSpec(.stratified, k: 2), task(Self.mixed, [Self.groups(Array(0..<20))])) == [])
    #expect(
      try warnings(
        ResamplingSpec(.stratified, k: 2), task(Self.mixed, [Self.groups([Int](repeating: 7, count: 20))])) == [])
  }

  @Test(arguments: [ResamplingName.group, .leaveOneGroupOut, .stratifiedGroup, .given, .rolling])
  func `the target cannot define the folds`(kind: ResamplingName) throws {
    let task = try task(Self.mixed)
    let error = diagnostic { () throws(Diagnostic) in
      let own = try ResamplingCatalogue.builtIn.require(kind.key).keys.map(\.name)
      let columns = ["group", "fold", "time"].filter(own.contains).map { ($0, "y") }
      let spec = ResamplingSpec(kind.key, settings: Dictionary(uniqueKeysWithValues: columns))
      _ = try spec.allocate(task, seed: Seed(0))
    }
    #expect(error?.code == "target-as-group")
    #expect(error?.message.contains("'y' is the target") == true)
  }

  @Test func `a time column gives a warning unless folds roll, shuffled or not`() throws {
    let days = Self.days([3, 1, 2, 5, 4, 9, 8, 7, 6, 0] + Array(10..<20), role: .time)
    let task = try task(Self.mixed, [days])
    for resampling in [ResamplingSpec(.stratified, k: 2), ResamplingSpec(.kfold, k: 2, shuffle: true)] {
      #expect(
        try warnings(resampling, task) == [
          "leak-time: 'day' gives each row a time, and these folds also train on rows later than those they test; "
            + "folds=rolling tests later rows only"
        ])
    }
    #expect(try warnings(ResamplingSpec(.rolling, k: 2, time: "day"), task) == [])
  }

  @Test func `rows in the order of dates give a warning, other rows with dates do not`() throws {
    let found = try warnings(ResamplingSpec(.stratified, k: 2), task(Self.mixed, [Self.days(Array(0..<20))]))
    #expect(
      found == [
        "leak-time: the rows are in the order of 'day', and these folds also train on rows later than those they test; "
          + "folds=rolling time=day tests later rows only"
      ])
    let other = try task(Self.mixed, [Self.days([3, 1] + Array(2..<20))])
    #expect(try warnings(ResamplingSpec(.stratified, k: 2), other) == [])
  }

  @Test(arguments: [1.0, -1.0])
  func `blocks of rows sorted by a numeric target give a warning`(sign: Double) throws {
    var numbers = (0..<30).map { sign * Double($0) }
    numbers.swapAt(4, 6)
    let found = try warnings(ResamplingSpec(.kfold, k: 3), task(numbers: numbers))
    #expect(found.count == 1 && found[0].contains("sorted by 'y'") && found[0].contains("30 rows"))
    #expect(found.first?.contains(sign > 0 ? " 1.00" : "-1.00") == true)
    #expect(try warnings(ResamplingSpec(.kfold, k: 3, shuffle: true), task(numbers: numbers)) == [])
    let other = (0..<30).map { Double(($0 * 7) % 30) }
    #expect(try warnings(ResamplingSpec(.kfold, k: 3), task(numbers: other)) == [])
    #expect(try warnings(ResamplingSpec(.kfold, k: 3), task(numbers: [Double](repeating: 1, count: 30))) == [])
  }

  @Test func `blocks of rows sorted by class give a warning`() throws {
    let sorted = String(repeating: "a", count: 10) + String(repeating: "b", count: 10)
    let lacking = try warnings(ResamplingSpec(.kfold, k: 2), task(sorted))
    #expect(lacking.count == 1 && lacking[0].contains("2 of 2 folds test") && lacking[0].contains("'a'"))
    #expect(lacking[0].contains("shuffle=yes"))
    // Three folds of two classes: each is in two of them, and the outer ones test one class alone.
    let alone = try warnings(ResamplingSpec(.kfold, k: 3), task(sorted))
    #expect(alone.count == 1 && alone[0].contains("2 of 3 folds test a single class"))
    #expect(try warnings(ResamplingSpec(.stratified, k: 2), task(sorted)) == [])
    #expect(try warnings(ResamplingSpec(.kfold, k: 2, shuffle: true), task(sorted)) == [])
  }

  @Test func `leaving one row out of mixed rows gives no warning`() throws {
    #expect(try warnings(ResamplingSpec(.kfold, k: 20), task(Self.mixed)) == [])
    #expect(try warnings(ResamplingSpec(.kfold, k: 5), task(Self.mixed)) == [])
  }
}
