import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

@Suite struct ResamplingTests {
  private func folds(_ resampling: ResamplingSpec, _ task: LearningTask, seed: UInt64 = 0) throws -> String {
    try resampling.allocate(task, seed: Seed(seed)).foldOfRow.map { $0.map(String.init).joined() }.joined(
      separator: "|")
  }

  @Test func `consecutive blocks differ by one row, the longer ones first`() throws {
    #expect(
      try folds(ResamplingSpec(.kfold, k: 3), Fixtures.task(numbers: [1, 2, 3, 4, 5, 6, 7, 8])) == "00011122")
  }

  @Test func `classes are numbered by first appearance before they are assigned`() throws {
    // Sorted labels are aaa bbbb (first appearance: b, then a): places 0…6 go to folds 0101010.
    #expect(try folds(ResamplingSpec(.stratified, k: 2), Fixtures.task("bababab")) == "0000111")
    #expect(try folds(ResamplingSpec(.stratified, k: 3), Fixtures.task("aabbbaa")) == "0001212")
  }

  @Test func `before 0.22 each class was cut into its own blocks`() throws {
    #expect(try folds(ResamplingSpec(.stratifiedLegacy, k: 3), Fixtures.task("aaaaabbbb")) == "001120012")
    #expect(try folds(ResamplingSpec(.stratifiedLegacy, k: 3), Fixtures.task("aaabb")) == "01201")
  }

  @Test func `groups stay whole and the largest goes first`() throws {
    let groups = Column("pair", .integer([1, 1, 1, 2, 2, 3, 4]))
    #expect(
      try folds(ResamplingSpec(.group, k: 2, group: "pair"), Fixtures.task("abababa", [groups])) == "0001101")
  }

  /// Allocated by an implementation of StratifiedGroupKFold's rule in NumPy: labels, groups, folds.
  static let stratifiedGroups: [(String, String, Int, String)] = [
    (
      "2202111020011100000201200102022201111210", "8582371036173248772076600433814227121126", 3,
      "2022001101100222002101111200212220121121"
    ),
    (
      "100110000111011010011011001110010110010111101001100111100100",
      "362de60c1a2fbgac6d126c8eg679a8agc57620d75a9faf955g93ed02b651", 5,
      "143124112030400141234122044202001344311430200023302121134432"
    ),
    (
      "03332012312122203331111020302103130111021301032132322202321020301020103002033111",
      "e85d2f8i57he060g84eh2a7eiae6b9e140ja990gg0cb79hb9edagbc9bch47b6dg31jaefj05j87500", 4,
      "21003313021233321221302230231320230033322311231132002113111221302300023030012033"
    ),
    // From eight classes on, NumPy adds in another order.
    (
      "7012177500235421660143743355166872255672800882120855241640264320554881",
      "ef57bh7hf59jkf0g5jlami7l92ekf9lb935gj7fk36cd993em4j41h4i7dmmb46ke4lnne", 4,
      "2311201031231331130021102321320223113131303222322030000112222001200112"
    ),
  ]

  @Test(arguments: stratifiedGroups)
  func `groups are assigned so that classes stay even`(
    _ labels: String, _ groups: String, _ k: Int, _ wanted: String
  ) throws {
    let column = Fixtures.category("pair", groups.map { String($0) })
    #expect(
      try folds(ResamplingSpec(.stratifiedGroup, k: k, group: "pair"), Fixtures.task(labels, [column])) == wanted)
  }

  @Test func `folds of single groups follow the sorted order of the groups`() throws {
    let numbers = Column("day", .number([10, 9, -1, 9]))
    #expect(
      try folds(ResamplingSpec(.leaveOneGroupOut, group: "day"), Fixtures.task("abab", [numbers])) == "2101")
    let levels = Column("grade", .ordered(Categorical(levels: ["low", "high"], codes: [1, 0, 1, 0])))
    #expect(
      try folds(ResamplingSpec(.leaveOneGroupOut, group: "grade"), Fixtures.task("abab", [levels])) == "1010")
    let text = Column("who", .text(["b", "B", "a", "b"]))
    #expect(try folds(ResamplingSpec(.leaveOneGroupOut, group: "who"), Fixtures.task("abab", [text])) == "2012")
  }

  @Test func `each row is its own fold`() throws {
    let spec = ResamplingSpec("leave-one-out", settings: [:])
    let found = try spec.allocate(Fixtures.task("abab"), seed: Seed(0))
    #expect(found.foldOfRow == [[0, 1, 2, 3]] && found.warnings.isEmpty)
    #expect(found.trainingRows(repeat: 0, fold: 2) == [0, 1, 3])
    #expect(ResamplingCatalogue.builtIn.sentence(spec, folds: found.foldCount) == "leave one row out (4 folds)")
    let one = try Fixtures.task("a")
    let refusal = diagnostic { () throws(Diagnostic) in _ = try spec.allocate(one, seed: Seed(0)) }
    #expect(refusal?.code == "too-few-rows")
  }

  @Test func `given folds are numbered by their sorted values`() throws {
    let column = Column("fold", .integer([30, 10, 20, 10]))
    let allocation = try ResamplingSpec(.given, fold: "fold").allocate(
      Fixtures.task("abab", [column]), seed: Seed(0))
    #expect(allocation.foldOfRow == [[2, 0, 1, 0]])
    #expect(allocation.foldCount == 3)
    #expect(allocation.testRows(repeat: 0, fold: 0) == [1, 3])
    #expect(allocation.trainingRows(repeat: 0, fold: 0) == [0, 2])
  }

  @Test(arguments: [ResamplingName.stratified, .stratifiedLegacy, .kfold, .group, .stratifiedGroup])
  func `shuffling follows the seed and the repeat, and keeps the sizes`(_ name: ResamplingName) throws {
    let labels = String(repeating: "aab", count: 12)
    let groups = Column("pair", .integer((0..<36).map { $0 / 2 }))
    let task = try Fixtures.task(labels, [groups])
    let group = name == .group || name == .stratifiedGroup ? "pair" : nil
    let shuffled = ResamplingSpec(name, k: 4, shuffle: true, repeats: 2, group: group)
    let first = try shuffled.allocate(task, seed: Seed(1))
    #expect(try shuffled.allocate(task, seed: Seed(1)) == first)
    #expect(try shuffled.allocate(task, seed: Seed(2)) != first)
    #expect(first.foldOfRow[0] != first.foldOfRow[1])
    for folds in first.foldOfRow {
      let sizes = (0..<4).map { fold in folds.count { $0 == fold } }
      #expect(sizes.reduce(0, +) == 36 && sizes.allSatisfy { (7...11).contains($0) }, "\(sizes)")
    }
    // Another number of repeats does not change the first.
    let one = ResamplingSpec(name, k: 4, shuffle: true, group: group)
    #expect(try one.allocate(task, seed: Seed(1)).foldOfRow[0] == first.foldOfRow[0])
  }

  static let refusals: [(ResamplingSpec, String, String)] = [
    (ResamplingSpec(.kfold, k: 7), "too-many-folds", "k=7 is more than the 6 rows"),
    (
      ResamplingSpec(.stratified, k: 5), "too-many-folds",
      "k=5 is more than the 4 rows of the largest class"
    ),
    (ResamplingSpec(.kfold, k: 1), "bad-value", "'k' must be a whole number from 2 to 100000, not '1'"),
    (
      ResamplingSpec(.kfold, k: 2, repeats: 0), "bad-value",
      "'repeats' must be a whole number from 1 to 1000, not '0'"
    ),
    (
      ResamplingSpec(.group, k: 2), "missing-argument",
      "folds=group needs group=COLUMN, since no column has the role group"
    ),
    (ResamplingSpec(.group, k: 2, group: "gappy"), "missing-values", "group column 'gappy' has 2 missing values"),
    (
      ResamplingSpec(.group, k: 4, group: "pair"), "too-few-groups",
      "column 'pair' has 3 groups, fewer than the 4 folds"
    ),
    (
      ResamplingSpec(.leaveOneGroupOut, group: "one"), "too-few-groups",
      "column 'one' has 1 group, fewer than the 2 folds"
    ),
    (ResamplingSpec(.given), "missing-argument", "folds=given needs fold=COLUMN"),
    (ResamplingSpec(.given, fold: "gappy"), "missing-values", "fold column 'gappy' has 2 missing values"),
    (ResamplingSpec(.given, fold: "one"), "too-few-groups", "column 'one' has only 1 fold, and at least 2 are needed"),
    (ResamplingSpec(.group, k: 2, group: "par"), "unknown-column", "unknown column 'par'; did you mean 'pair'?"),
  ]

  @Test(arguments: refusals)
  func `what cannot be split is refused`(_ resampling: ResamplingSpec, _ code: String, _ message: String) throws {
    let none = ColumnValues.missingInteger
    let task = try Fixtures.task(
      "aabbaa",
      [
        Column("pair", .integer([1, 1, 2, 2, 3, 3])), Column("gappy", .integer([1, none, 2, none, 3, 3])),
        Column("one", .integer([1, 1, 1, 1, 1, 1])),
      ])
    let refusal = diagnostic { () throws(Diagnostic) in _ = try resampling.allocate(task, seed: Seed(0)) }
    #expect(refusal?.code == code)
    #expect(refusal?.message == message)
  }

  @Test func `a numeric target is offered blocks of rows`() throws {
    let task = try Fixtures.task(numbers: [1, 2, 3, 4])
    let refusal = diagnostic { () throws(Diagnostic) in
      _ = try ResamplingSpec(.stratified, k: 2).allocate(task, seed: Seed(0))
    }
    #expect(refusal?.message == "folds=stratified needs a target with classes, and 'size' is a number")
    #expect(refusal?.help == "use folds=kfold")
  }

  @Test func `a class with fewer rows than folds is a warning`() throws {
    let allocation = try ResamplingSpec(.stratified, k: 3).allocate(Fixtures.task("aaabb"), seed: Seed(0))
    #expect(allocation.warnings.map(\.text) == ["class 'b' has only 2 rows for 3 folds"])
    #expect(
      try ResamplingSpec(.stratified, k: 2).allocate(Fixtures.task("aaabb"), seed: Seed(0)).warnings.isEmpty)
  }

  static let sameFolds: [(ResamplingSpec, String?)] = [
    (ResamplingSpec(.kfold, k: 2, repeats: 3), "add shuffle=yes"),
    (ResamplingSpec(.leaveOneGroupOut, repeats: 20, group: "pair"), "omit repeats="),
    (ResamplingSpec(.given, repeats: 2, fold: "pair"), "omit repeats="),
    (ResamplingSpec(.rolling, k: 2, repeats: 2, time: "pair"), "omit repeats="),
  ]

  /// Twenty times the same folds look like twenty times the evidence.
  @Test(arguments: sameFolds)
  func `repeats that repeat the same folds are refused`(_ spec: ResamplingSpec, _ help: String?) throws {
    let task = try Fixtures.task("abab", [Column("pair", .integer([1, 2, 3, 4]))])
    let refusal = diagnostic { () throws(Diagnostic) in _ = try spec.allocate(task, seed: Seed(0)) }
    #expect(refusal?.code == "unused-key")
    #expect(refusal?.help == help)
  }

  @Test func `a key that a method does not take is refused, naming the methods that do`() throws {
    let task = try Fixtures.task("abab", [Column("pair", .integer([1, 2, 3, 4]))])
    func refusal(_ spec: ResamplingSpec) -> Diagnostic? {
      diagnostic { () throws(Diagnostic) in _ = try spec.allocate(task, seed: Seed(0)) }
    }
    let shuffled = refusal(ResamplingSpec(.leaveOneGroupOut, shuffle: true, group: "pair"))
    #expect(shuffled?.message == "folds=leave-one-group-out does not take shuffle=")
    #expect(shuffled?.help?.contains("folds=group") == true && shuffled?.help?.contains("rolling") == false)
    #expect(refusal(ResamplingSpec(.stratified, k: 2, fold: "pair"))?.help == "folds=given does")
    #expect(refusal(ResamplingSpec("strat", settings: [:]))?.code == "unknown-resampling")
  }

  @Test func `every method describes its folds in words`() throws {
    let task = try Fixtures.task(
      "abababab", [Column("pair", .integer([1, 1, 2, 2, 3, 3, 4, 4])), Column("day", .integer(Array(1...8)))])
    let catalogue = ResamplingCatalogue.builtIn
    func sentence(_ spec: ResamplingSpec) throws -> String {
      let folds = try spec.allocate(task, seed: Seed(0)).foldCount
      return catalogue.sentence(try catalogue.completed(spec, for: task), folds: folds)
    }
    #expect(try sentence(ResamplingSpec(.stratified, k: 2)) == "2 stratified folds")
    #expect(try sentence(ResamplingSpec(.kfold, k: 2)) == "2 folds of consecutive rows")
    #expect(
      try sentence(ResamplingSpec(.kfold, k: 2, shuffle: true, repeats: 3)) == "2 folds, shuffled, 3 times")
    #expect(try sentence(ResamplingSpec(.group, k: 2, group: "pair")) == "2 group folds by pair")
    #expect(try sentence(ResamplingSpec(.leaveOneGroupOut, group: "pair")) == "leave one pair out (4 folds)")
    #expect(try sentence(ResamplingSpec(.rolling, k: 3, time: "day")) == "3 rolling folds over day")
    #expect(
      try sentence(ResamplingSpec("rolling", settings: ["time": "day", "every": "1", "gap": "0.5"]))
        == "7 rolling folds over day, every 1, gap 0.5")
    #expect(try sentence(ResamplingSpec(.given, fold: "pair")) == "4 given folds")
    for method in catalogue.all { #expect(!method.summary.isEmpty) }
  }

  @Test func `rolling folds train on earlier rows`() throws {
    // As TimeSeriesSplit(3) of 10 rows: 0…3 only train, then 4–5, 6–7, 8–9 are tested.
    let days = Column("day", .integer(Array(1...10)), role: .time)
    let rolling = ResamplingSpec(.rolling, k: 3, time: "day")
    let task = try Fixtures.task("ababababab", [days])
    let allocation = try rolling.allocate(task, seed: Seed(0))
    #expect(allocation.foldOfRow == [[-1, -1, -1, -1, 0, 0, 1, 1, 2, 2]])
    #expect(allocation.trainingRows(repeat: 0, fold: 1) == [0, 1, 2, 3, 4, 5])
    #expect(allocation.testRows(repeat: 0, fold: 1) == [6, 7])
  }

  @Test func `rows with the same time stay together, in any order`() throws {
    let days = Column("day", .integer([3, 1, 2, 3, 1, 2, 4, 3]), role: .time)
    let task = try Fixtures.task("abababab", [days])
    let allocation = try ResamplingSpec(.rolling, k: 2, time: "day").allocate(task, seed: Seed(0))
    #expect(allocation.foldOfRow == [[0, -1, -1, 0, -1, -1, 1, 0]])
    #expect(allocation.trainingRows(repeat: 0, fold: 0) == [1, 2, 4, 5])
  }

  /// A spec of rolling folds over `day`.
  private func rolling(_ settings: [String: String]) -> ResamplingSpec {
    ResamplingSpec("rolling", settings: settings.merging(["time": "day"]) { own, _ in own })
  }

  @Test func `blocks of one length begin by the clock, and no block sees the future or the gap before it`() throws {
    // Days 1, 2, 3, 7, 8, 9, 15, 16, 30, 31 in mixed order; blocks of 7 days from day 1 + 6.
    let order = [15, 1, 31, 2, 9, 3, 7, 30, 8, 16]
    let days = Column("day", .date(order.map { CalendarDate(days: $0) }), role: .time)
    let task = try Fixtures.task("ababababab", [days])
    let plain = try rolling(["every": "7", "first": "6"]).allocate(task, seed: Seed(0))
    // Days 7 to 13, 14 to 20 and 28 to 34; 21 to 27 has no rows.
    #expect(plain.foldOfRow == [[1, -1, 2, -1, 0, -1, 0, 2, 0, 1]])
    #expect(plain.trainingRows(repeat: 0, fold: 0).map { order[$0] }.sorted() == [1, 2, 3])
    #expect(plain.warnings.isEmpty)
    let gap = try rolling(["every": "7", "first": "6", "gap": "5"]).allocate(task, seed: Seed(0))
    #expect(gap.foldOfRow == plain.foldOfRow)
    for (fold, start) in [7, 14, 28].enumerated() {
      #expect(
        gap.trainingRows(repeat: 0, fold: fold).map { order[$0] }.sorted() == order.filter { $0 < start - 5 }.sorted())
    }
    // 2 and 3 before day 7, 9 before day 14.
    #expect(gap.warnings.map(\.text) == ["gap= left 3 rows out of the training of 2 folds"])
    #expect((gap.testShare - (3.0 / 1 + 2.0 / 5 + 2.0 / 8) / 3).magnitude < 1e-15)
    #expect(try RepeatFolds(bytes: gap.folds[0].bytes) == gap.folds[0] && gap.folds[0] != plain.folds[0])
    // Without first= the first block begins a block after the first day; a block that nothing precedes is left out.
    #expect(
      try rolling(["every": "7"]).allocate(task, seed: Seed(0)).foldOfRow == [[1, -1, 2, -1, 0, -1, -1, 2, 0, 1]])
    #expect(try rolling(["every": "7", "first": "6", "gap": "6"]).allocate(task, seed: Seed(0)).foldCount == 2)
  }

  @Test func `moments fall into days at midnight, and k blocks can have a gap`() throws {
    let hours = [6, 20, 25, 40, 49, 71].map { Moment(microseconds: $0 * 3_600_000_000) }
    let task = try Fixtures.task("ababab", [Column("day", .datetime(hours), role: .time)])
    #expect(try rolling(["every": "1"]).allocate(task, seed: Seed(0)).foldOfRow == [[-1, -1, 0, 0, 1, 1]])
    let gap = try rolling(["k": "2", "gap": "0.5"]).allocate(task, seed: Seed(0))
    #expect(gap.foldOfRow == [[-1, -1, 0, 0, 1, 1]])
    #expect(gap.trainingRows(repeat: 0, fold: 0) == [0] && gap.trainingRows(repeat: 0, fold: 1) == [0, 1, 2])
  }

  @Test(arguments: ["0.001", "0.1", "0.3", "1e-300", "0.7"])
  func `a block has rows, however its length is rounded`(every: String) throws {
    let days = Column("day", .date((0..<400).map { CalendarDate(days: 20_000 + $0 * 3) }), role: .time)
    let task = try Fixtures.task(String(repeating: "ab", count: 200), [days])
    let folds = try rolling(["every": every]).allocate(task, seed: Seed(0))
    // Each day after the first is a block of its own.
    #expect(folds.foldOfRow == [[-1] + (0..<399).map { $0 }], "\(folds.foldCount)")
  }

  @Test(
    arguments: [
      (["every": "7", "k": "3"], "unused-key", "omit one of them"), (["first": "7"], "unused-key", "omit it"),
      (["every": "7", "first": "400"], "too-many-folds", "choose a smaller every=, first= or gap="),
      (["every": "7", "gap": "400"], "too-many-folds", "choose a smaller every=, first= or gap="),
      (["k": "3", "gap": "400"], "too-many-folds", "choose a smaller gap= or k="), (["every": "0"], "bad-value", nil),
      (["gap": "-1"], "bad-value", nil),
    ] as [([String: String], String, String?)])
  func `lengths of rolling folds that give none are refused`(settings: [String: String], code: String, help: String?)
    throws
  {
    let task = try Fixtures.task("ababababab", [Column("day", .integer(Array(1...10)), role: .time)])
    let error = #expect(throws: Diagnostic.self) { try rolling(settings).allocate(task, seed: Seed(0)) }
    #expect(error?.code == code && (help == nil || error?.help == help), "\(error?.message ?? "")")
  }

  @Test func `rolling folds refuse what is not a time`() throws {
    let two = Column("day", .integer([1, 2, 1, 2, 1, 2]), role: .time)
    let word = Column("word", .category(Categorical(["a", "b", "a", "b", "a", "b"])), role: .time)
    let gap = Column("gap", .number([1, 2, .nan, 4, 5, 6]), role: .time)
    let task = try Fixtures.task("ababab", [two, word, gap])
    func code(_ time: String?) -> String? {
      do throws(Diagnostic) {
        _ = try ResamplingSpec(.rolling, k: 2, time: time).allocate(task, seed: Seed(0))
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code("day") == "too-many-folds")
    #expect(code("word") == "bad-time")
    #expect(code("gap") == "missing-values")
    #expect(code("none") == "unknown-column")
    #expect(code(nil) == "missing-argument")
  }

  @Test func `the share of test rows counts only the rows before them`() throws {
    let days = Column("day", .integer(Array(1...10)), role: .time)
    let task = try Fixtures.task("ababababab", [days])
    let zeror = try Algorithms.catalogue.require("zeror").spec()
    let plan = try EvaluationPlan(
      task: task, recipe: Recipe(), learners: [zeror], from: Algorithms.catalogue,
      resampling: ResamplingSpec(.rolling, k: 3, time: "day"), version: "test")
    #expect((plan.testShare - (2.0 / 4 + 2.0 / 6 + 2.0 / 8) / 3).magnitude < 1e-15)
  }
}
