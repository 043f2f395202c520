import Foundation
import PodiumCore
import Testing

@Suite struct TableTests {
  static func sample() throws -> Table {
    try Table([
      Column("x", .number([1.5, .nan, -2])), Column("n", .integer([1, ColumnValues.missingInteger, 3])),
      Column("c", .category(Categorical(["b", nil, "a"]))),
      Column("o", .ordered(Categorical(levels: ["low", "high"], codes: [1, 0, -1]))),
      Column("t", .text(["one", nil, ""])), Column("b", .boolean([true, false, nil])),
      Column("d", .date([CalendarDate(days: 1), nil, CalendarDate(days: 2)])),
      Column("m", .datetime([Moment(microseconds: 1), nil, Moment(microseconds: 2)])),
    ])
  }

  @Test func `a table refuses unequal lengths and equal names`() {
    #expect(throws: Diagnostic("unequal-columns", "column 'b' has 1 rows where the table has 2")) {
      try Table([Column("a", .number([1, 2])), Column("b", .number([1]))])
    }
    #expect(throws: Diagnostic("duplicate-column", "two columns are named 'a'")) {
      try Table([Column("a", .number([1])), Column("a", .number([1]))])
    }
  }

  @Test func `missing is missing in every type`() throws {
    let table = try TableTests.sample()
    for column in table.columns {
      #expect(column.missingCount == 1, "\(column.name)")
      #expect((0..<3).count { column[$0].isMissing } == 1, "\(column.name)")
    }
  }

  @Test func `selecting rows repeats and reorders them`() throws {
    let table = try TableTests.sample()
    let chosen = table.selecting(rows: [2, 0, 2])
    #expect(chosen.rowCount == 3)
    for column in table.columns {
      #expect(chosen[column.name].map { c in (0..<3).map { c[$0] } } == [2, 0, 2].map { column[$0] })
    }
    #expect(table.selecting(rows: []).rowCount == 0)
    #expect(table.selecting(rows: [0, 1, 2]) == table)
  }

  @Test func `selecting columns keeps the rows and names what is unknown`() throws {
    let table = try TableTests.sample()
    #expect(try table.selecting(columns: ["t", "x"]).names == ["t", "x"])
    #expect(try table.selecting(columns: []).rowCount == 3)
    let error = #expect(throws: Diagnostic.self) { try table.selecting(columns: ["X"]) }
    #expect(error?.message == "unknown column 'X'; did you mean 'x'?")
  }

  @Test func `setting a column never changes the number of rows`() throws {
    let table = try Table([Column("a", .number([1, 2]))])
    #expect(try table.setting(Column("a", .number([3, 4])))["a"]?[1] == .number(4))
    #expect(throws: Diagnostic.self) { try table.setting(Column("a", .number([3]))) }
    let bare = try Table([], rowCount: 2)
    #expect(throws: Diagnostic.self) { try bare.setting(Column("a", .number([3]))) }
    #expect(try Table.empty.setting(Column("a", .number([3]))).rowCount == 1)
  }

  @Test func `a change of a copy leaves the original`() throws {
    let table = try TableTests.sample()
    let other = table.setting(roles: ["x": .target, "nothing": .id])
    #expect(table["x"]?.role == .feature)
    #expect(other["x"]?.role == .target)
    #expect(other.columns(with: .target).map(\.name) == ["x"])
    #expect(table != other)
  }

  @Test func `every single change changes the content hash, and roles do not`() throws {
    let table = try TableTests.sample()
    let hash = table.contentHash()
    #expect(hash.count == 64)
    #expect(table.setting(roles: ["x": .id]).contentHash() == hash)
    var changed: [ColumnValues] = [
      .number([1.5, .nan, -2.0000000000000004]), .number([1.5, 0, -2]),
      .integer([1, ColumnValues.missingInteger, 4]),
      .integer([1, 0, 3]), .category(Categorical(["b", "a", "a"])), .category(Categorical(["b", nil, "aa"])),
      .category(Categorical(levels: ["b", "a"], codes: [1, -1, 0])), .ordered(Categorical(["b", nil, "a"])),
      .ordered(Categorical(levels: ["low", "high"], codes: [1, 0, 0])), .text(["one", "", ""]),
      .text(["one", nil, nil]),
      .text(["on", nil, "e"]), .boolean([true, false, false]), .boolean([true, nil, nil]),
      .date([CalendarDate(days: 1), nil, CalendarDate(days: 3)]),
      .datetime([Moment(microseconds: 1), nil, nil]),
    ]
    changed.append(.datetime([Moment(microseconds: 0), nil, Moment(microseconds: 2)]))
    var hashes: Set<String> = [hash]
    for values in changed {
      for column in table.columns
      where column.type == values.type || values.type == .ordered && column.name == "c" {
        hashes.insert(try table.setting(Column(column.name, values)).contentHash())
      }
    }
    // `ordered` values are two columns in one.
    #expect(hashes.count == 1 + changed.count + 2)
    let renamed = try Table(table.columns.map { Column($0.name == "x" ? "y" : $0.name, $0.values) })
    let swapped = try Table([table.columns[1], table.columns[0]] + table.columns[2...])
    for other in [renamed, swapped, table.selecting(rows: [0, 2, 1]), table.selecting(rows: [0, 1])] {
      #expect(hashes.insert(other.contentHash()).inserted)
    }
  }

  @Test func `the content hash is pinned`() throws {
    let table = try Table([
      Column("x", .number([1, .nan])), Column("c", .category(Categorical(["b", "a"]))),
    ])
    #expect(table.contentHash() == "c1fbcad1a95acac9ac6e2278da1209a98ff3b299519f3e0096350c81370b7da8")
  }

  @Test func `a categorical column has distinct, sorted levels and valid codes`() {
    let column = Categorical(["é", "b", nil, "Z", "b", "a"])
    #expect(column.levels == ["Z", "a", "b", "é"])
    #expect((0..<6).map { column.name($0) } == ["é", "b", nil, "Z", "b", "a"])
    #expect(Categorical(levels: ["a"], codes: [0, 1, -7, Int32.max]).codes == [0, -1, -1, -1])
    let turned = column.reordered([3, 2, 1, 0])
    #expect(turned.levels == ["é", "b", "a", "Z"])
    #expect((0..<6).map { turned.name($0) } == (0..<6).map { column.name($0) })
  }

  static let loose: [([Value], ColumnType)] = [
    ([.integer(1), .missing], .integer), ([.integer(1), .number(0.5)], .number), ([.integer(.min)], .number),
    ([.boolean(true), .missing], .boolean), ([.boolean(true), .integer(2)], .number), ([], .number),
    ([.missing], .number),
    ([.text("a"), .integer(1)], .text), ([.date(CalendarDate(days: 0)), .missing], .date),
    ([.datetime(Moment(microseconds: 0))], .datetime), ([.date(CalendarDate(days: 0)), .text("x")], .text),
  ]

  @Test(arguments: loose)
  func `loose values take the narrowest type`(_ values: [Value], _ type: ColumnType) {
    let column = Column("v", values: values)
    #expect(column.type == type)
    #expect(column.count == values.count)
    #expect((0..<values.count).allSatisfy { column[$0].isMissing == values[$0].isMissing })
  }

  @Test func `a matrix gives back its rows and columns`() {
    let matrix = Matrix(columns: [[1, 2, 3], [4, 5, 6]], rows: 3)
    #expect(matrix.elements == [1, 4, 2, 5, 3, 6])
    #expect(Array(matrix.row(1)) == [2, 5])
    #expect(matrix.column(1) == [4, 5, 6])
    #expect(matrix.selecting(rows: [2, 2]).elements == [3, 6, 3, 6])
  }

  @Test(arguments: [
    "{\"rows\":2,\"columns\":2,\"elements\":[1,2,3]}", "{\"rows\":-1,\"columns\":-1,\"elements\":[1]}",
    "{\"rows\":9223372036854775807,\"columns\":3,\"elements\":[]}", "{\"rows\":-2,\"columns\":0,\"elements\":[]}",
  ])
  func `a saved matrix has as many elements as cells`(_ text: String) throws {
    let matrix = Matrix(rows: 1, columns: 2, elements: [1, 2])
    #expect(try JSONDecoder().decode(Matrix.self, from: JSONEncoder().encode(matrix)) == matrix)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Matrix.self, from: Data(text.utf8)) }
  }
}
