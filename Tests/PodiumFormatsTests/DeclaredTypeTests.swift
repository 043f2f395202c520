import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFormats

@Suite struct `Declared types of cells with types` {
  private func load(_ json: String, _ types: [String: ColumnType]) throws -> ReadTable {
    try JSONTableReader.read(
      Array(json.utf8), name: "t.json", options: JSONOptions(types: types), cancellation: Cancellation())
  }

  private func column(_ cells: [Value], _ type: ColumnType) throws -> TypedColumn {
    try TypedColumn(declared: type, cells, lines: [], cancellation: Cancellation())
  }

  @Test(arguments: [
    (["$ 1,200.00", "$ 1300.50"], [1200, 1300.5], "read 2 numbers without '$', first '$ 1,200.00' (line 1)"),
    (["12 kg", "13 kg"], [12, 13], "read 2 numbers without 'kg', first '12 kg' (line 1)"),
    (["(3.00)", "4.00"], [-3, 4], "read 1 amount as negative, first '(3.00)' (line 1)"),
    (["1.234,5 €", "2 €"], [1234.5, 2], "read 2 numbers without '€', first '1.234,5 €' (line 1)"),
  ])
  func `A text is read as in a file of text`(_ texts: [String], _ numbers: [Double], _ notice: String) throws {
    let read = try column(texts.map(Value.text), .number)
    #expect(read.values == .number(numbers))
    #expect(read.notices == [notice] && read.mismatchCount == 0)
  }

  @Test func `Numbers and texts of one column are read together`() throws {
    let read = try column([.text("6 kg"), .missing, .integer(5), .text("x"), .number(1.5)], .number)
    guard case .number(let values) = read.values else {
      Issue.record("not numbers")
      return
    }
    #expect(values[0] == 6 && values[1].isNaN && values[2] == 5 && values[3].isNaN && values[4] == 1.5)
    #expect(
      read.notices == [
        "read 1 of 3 numbers without 'kg', first '6 kg' (line 1); the others have no mark, first '5' (line 3)"
      ])
    #expect(read.mismatchCount == 1 && read.mismatches.map(\.row) == [3])
  }

  @Test func `Currencies that are mixed stay words`() throws {
    let read = try column([.text("1.5 EUR"), .text("2 USD")], .number)
    #expect(read.values.type == .category)
    #expect(
      read.notices == ["stays category: it mixes '€' (first '1.5 EUR' (line 1)) and '$' (first '2 USD' (line 2))"])
    #expect(try column([.integer(5), .text("2 k")], .number).values.type == .category)
  }

  @Test func `Local days are read, and two ways to read them are named`() throws {
    let day = try #require(CalendarDate(year: 2024, month: 12, day: 31))
    #expect(try column([.text("31.12.2024"), .date(day)], .date).values == .date([day, day]))
    let open = try column([.text("01/02/2024")], .date)
    #expect(
      open.notices == [
        "'01/02/2024' (line 1) could be day first or month first; load it without types=, then 'type COLUMN date dates=dmy' or dates=mdy reads it"
      ])
  }

  @Test func `JSON names lines and rows`() throws {
    let read = try load(#"[{"p":"5 %","q":"1,234"},{"p":"x","q":"2,345"}]"#, ["p": .number, "q": .number])
    #expect(read.columns.map(\.mismatchCount) == [1, 2])
    #expect(
      read.notes == [
        "column 'p': read 1 number without '%', first '5 %' (line 1)",
        "column 'q': '1,234' (line 1) could be 1.234 or 1234; load it without types=, then 'type COLUMN number decimal=comma' or decimal=point reads it",
      ])
  }

  @Test func `A column of amounts says how to read it`() throws {
    let read = try load(#"[{"p":"5 kg"},{"p":"7 kg"}]"#, [:])
    #expect(
      read.notes == [
        "column 'p': stays category: '5 kg' has a currency or unit; types=COLUMN:number reads numbers without it"
      ])
  }
}
