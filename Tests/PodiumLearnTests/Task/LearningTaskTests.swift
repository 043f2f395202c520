import PodiumCore
import PodiumLearn
import Testing

@Suite struct LearningTaskTests {
  private func table() throws -> Table {
    try Table([
      Fixtures.category("colour", ["red", nil, "blue", "red"]),
      Column("size", .number([3, 1.5, .nan, 2])),
      Column("count", .integer([10, 2, ColumnValues.missingInteger, 2])),
      Column("sold", .boolean([true, false, nil, true])),
      Column(
        "grade", .ordered(Categorical(levels: ["good", "fair", "bad", "unused"], codes: [2, 0, 1, -1]))),
      Column("note", .text(["a", "b", "c", "d"])),
    ])
  }

  @Test func `features are the columns of that role in order, without the target`() throws {
    let task = try LearningTask(table: table(), target: "size", asNumber: true)
    #expect(task.frame.names == ["colour", "count", "sold", "grade"])
    #expect(task.targetName == "size")
  }

  @Test func `rows without a target value are skipped and counted`() throws {
    let task = try LearningTask(table: table(), target: "size", asNumber: true)
    #expect(task.rowNumbers == [0, 1, 3])
    #expect(task.droppedRows == 1)
    #expect(task.target == .numbers([3, 1.5, 2]))
    #expect(task.table.rowCount == 3 && task.frame.rowCount == 3)
  }

  @Test func `a task of all rows has the columns of the table without a copy`() throws {
    func place(_ column: Column?) -> UnsafeRawPointer? {
      guard case .number(let values)? = column?.values else { return nil }
      return values.withUnsafeBytes { $0.baseAddress }
    }
    let rows = Array(0..<100)
    let table = try Table([
      Column("x", .number(rows.map { Double($0) })), Fixtures.category("y", rows.map { ["a", "b"][$0 % 2] }),
    ])
    for task in [try LearningTask(table: table, target: "y"), try LearningTask(table: table, rows: rows, target: "y")] {
      guard case .numbers(let values) = task.frame.columns[0].values else { continue }
      #expect(
        place(table["x"]) == values.withUnsafeBytes { $0.baseAddress } && place(task.table["x"]) == place(table["x"]))
      #expect(task.table == table && task.rowNumbers == rows)
    }
    let reversed = try LearningTask(table: table, rows: rows.reversed(), target: "y")
    #expect(reversed.frame.columns[0].values == .numbers(rows.reversed().map { Double($0) }))
  }

  @Test func `chosen rows keep their order and their numbers`() throws {
    let task = try LearningTask(table: table(), rows: [3, 2, 0], target: "colour")
    #expect(task.rowNumbers == [3, 2, 0])
    #expect(task.classes == ClassTarget(classes: ["blue", "red"], codes: [1, 0, 1]))
  }

  @Test func `categories are in code-point order, ordered ones in theirs, and only those that occur`()
    throws
  {
    #expect(try LearningTask(table: table(), target: "colour").classes?.classes == ["blue", "red"])
    let graded = try LearningTask(table: table(), target: "grade").classes
    #expect(graded?.classes == ["good", "fair", "bad"])
    #expect(graded?.isOrdered == true)
    let one = try LearningTask(table: table(), rows: [0], target: "grade").classes
    #expect(one == ClassTarget(classes: ["bad"], codes: [0], isOrdered: true))
  }

  @Test func `numbers and booleans make classes by value`() throws {
    #expect(try LearningTask(table: table(), target: "count").classes?.classes == ["2", "10"])
    #expect(try LearningTask(table: table(), target: "size").classes?.classes == ["1.5", "2", "3"])
    #expect(try LearningTask(table: table(), target: "sold").classes?.classes == ["false", "true"])
  }

  @Test func `what cannot be learned is refused`() throws {
    let table = try table()
    func refusal(_ target: String, rows: [Int]? = nil, asNumber: Bool = false) -> Diagnostic? {
      diagnostic { () throws(Diagnostic) in
        _ = try LearningTask(table: table, rows: rows, target: target, asNumber: asNumber)
      }
    }
    #expect(refusal("siz")?.message == "unknown column 'siz'; did you mean 'size'?")
    #expect(refusal("note")?.message == "column 'note' has type text, which cannot be a target")
    #expect(
      refusal("colour", asNumber: true)?.message
        == "column 'colour' has type category and cannot be predicted as a number")
    #expect(refusal("size", rows: [])?.message == "there are no rows to learn 'size' from")
    #expect(refusal("size", rows: [9])?.message == "row 9 does not exist: the table has 4 rows")
    #expect(refusal("size", rows: [2])?.message == "target 'size' is missing in all 1 rows")
  }

  @Test func `a table without features is refused with a remedy`() throws {
    let table = try Table([Column("size", .number([1, 2]))])
    let refusal = diagnostic { () throws(Diagnostic) in _ = try LearningTask(table: table, target: "size") }
    #expect(refusal?.code == "no-features")
    #expect(refusal?.help?.contains("features") == true)
  }

  @Test func `text declared a feature is refused`() throws {
    let table = try Table([
      Column("note", .text(["a", "b"]), role: .feature), Column("size", .number([1, 2])),
    ])
    let refusal = diagnostic { () throws(Diagnostic) in _ = try LearningTask(table: table, target: "size") }
    #expect(refusal?.message == "feature 'note' has type text, which no learner can use")
  }

  @Test func `too many classes and infinite numbers are refused`() throws {
    let many = try Table([
      Column("x", .number((0..<1500).map(Double.init))), Column("y", .integer(Array(0..<1500))),
      Column("z", .number([.infinity] + [Double](repeating: 0, count: 1499))),
    ])
    let classes = diagnostic { () throws(Diagnostic) in _ = try LearningTask(table: many, target: "y") }
    #expect(classes?.message == "target 'y' has 1500 distinct values, more than the 1000 classes allowed")
    let endless = diagnostic { () throws(Diagnostic) in
      _ = try LearningTask(table: many, target: "z", asNumber: true)
    }
    #expect(endless?.message == "target 'z' has 1 infinite value")
  }

  @Test func `the hash follows features and target, not roles, rows elsewhere or other columns`() throws {
    let table = try table()
    let task = try LearningTask(table: table, target: "colour")
    let noted = try LearningTask(
      table: table.setting(Column("note", .text(["x", "y", "z", "w"]))), target: "colour")
    #expect(task.dataHash() == noted.dataHash())
    let resized = try LearningTask(
      table: table.setting(Column("size", .number([3, 1.5, .nan, 2.5]))), target: "colour")
    #expect(task.dataHash() != resized.dataHash())
  }

  @Test func `a frame with categories or missing values makes no matrix`() throws {
    let words = try Fixtures.frame([Fixtures.category("colour", ["red", "blue"])])
    let notNumeric = diagnostic { () throws(Diagnostic) in _ = try words.matrix() }
    #expect(notNumeric?.message == "feature 'colour' has categories, but the learner needs numbers")
    let none = Categorical(levels: [], codes: [-1, -1])
    let empty = FeatureFrame(
      columns: [FeatureColumn(name: "age", source: "age", values: .categories(none, isOrdered: false))], rowCount: 2)
    #expect(#expect(throws: Diagnostic.self) { try empty.matrix() }?.message == "feature 'age' has no values")
    #expect(notNumeric?.help == "type: encode")
    let gaps = try Fixtures.frame([Column("size", .number([1, .nan]))])
    let missing = diagnostic { () throws(Diagnostic) in _ = try gaps.matrix() }
    #expect(missing?.message == "feature 'size' has 1 missing value")
    #expect(missing?.help == "type: impute")
    let endless = try Fixtures.frame([Column("size", .number([1, -.infinity]))])
    #expect(diagnostic { () throws(Diagnostic) in _ = try endless.matrix() }?.code == "not-finite")
    #expect(try Fixtures.frame([Column("n", .integer([4, 5]))]).matrix().elements == [4, 5])
  }
}
