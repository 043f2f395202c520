import PodiumCore
import Testing

@testable import PodiumOutside
@testable import PodiumWire

/// Tables written to JSON and read back.
struct TableWireTests {
  private func read(_ text: String) throws(Diagnostic) -> Table {
    try TableReading.table(JSONReader.value(text), from: "guest")
  }

  private func written(_ table: Table, isPacked: Bool = false) -> String {
    var bytes: [UInt8] = []
    TableWriting.write(table, isPacked: isPacked, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a table with all types is read back unchanged, with missing values and roles`() throws {
    let table = try Table([
      Column("number \"x\"", .number([1.5, .nan, -0.0, 1e300, 0.1]), role: .feature),
      Column("integer", .integer([1, ColumnValues.missingInteger, -7, Int.max, 0]), role: .time),
      Column("category", .category(Categorical(["b", nil, "a", "é\u{1}", "b"])), role: .group),
      Column("ordered", .ordered(Categorical(levels: ["low", "high"], codes: [1, -1, 0, 1, 0])), role: .target),
      Column("text", .text(["", nil, "\u{1B}[31m", "a\nb", "\\"]), role: .id),
      Column("boolean", .boolean([true, nil, false, true, false]), role: .ignored),
      Column("date", .date([CalendarDate(iso: "2018-01-08"), nil, nil, nil, nil]), role: .ignored),
      Column("datetime", .datetime([Moment(iso: "2018-01-08T09:00:00.5Z"), nil, nil, nil, nil]), role: .ignored),
    ])
    let text = written(table)
    #expect(try read(text) == table)
    #expect(try read(written(table, isPacked: true)) == table)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
    #expect(written(try read(text)) == text)
  }

  @Test func `a table without columns or without rows is read`() throws {
    #expect(try read(#"{"columns":[]}"#).rowCount == 0)
    #expect(try read(#"{"rows":99999999,"columns":[]}"#).rowCount == 0)
    #expect(try read(#"{"rows":0,"columns":[{"name":"x","type":"date","values":[]}]}"#).rowCount == 0)
  }

  @Test func `a missing type is inferred from the values`() throws {
    let table = try read(
      """
      {"columns":[{"name":"a","values":[1,null]},{"name":"b","values":[1,2.5]},{"name":"c","values":[true,null]},
      {"name":"d","values":["x","y"]},{"name":"e","values":[null,null]}]}
      """)
    #expect(table.columns.map(\.type) == [.integer, .number, .boolean, .category, .number])
  }

  @Test(arguments: ["", #""data":"AAAAAAEAAAACAAAA/////w==""#])
  func `levels that differ in how a letter is written are one`(_ data: String) throws {
    let values = #""values":["e\u0301","é","",null]"#
    let table = try read(
      #"{"columns":[{"name":"s","type":"category","levels":["e\u0301","é",""],"#
        + (data.isEmpty ? values : data)
        + "}]}")
    #expect(table.columns[0].values == .category(Categorical(levels: ["é", ""], codes: [0, 0, 1, -1])))
    #expect(throws: Diagnostic.self) {
      try read(#"{"columns":[{"name":"s","type":"category","levels":["a","a"],"values":[]}]}"#)
    }
  }

  @Test func `columns in binary are little-endian`() throws {
    let table = try read(
      """
      {"columns":[{"name":"a","type":"integer","data":"AQAAAAAAAAAAAAAAAAAAgA=="},
      {"name":"b","type":"date","data":"AAAAAAAAAIA="},{"name":"c","type":"text","data":"AgAAAP////8=","utf8":"w6U="}]}
      """)
    #expect(table.columns[0].values == .integer([1, ColumnValues.missingInteger]))
    #expect(table.columns[1].values == .date([CalendarDate(days: 0), nil]))
    #expect(table.columns[2].values == .text(["å", nil]))
  }

  static let bad = [
    ("7", "'columns'"), (#"{"columns":7}"#, "'columns'"), (#"{"columns":[7]}"#, "no name"),
    (#"{"columns":[{"name":"x"}]}"#, "'x' has no values"),
    (#"{"columns":[{"name":"x","type":"colour","values":[]}]}"#, "unknown type 'colour'"),
    (#"{"columns":[{"name":"x","role":"boss","values":[]}]}"#, "unknown role 'boss'"),
    (#"{"columns":[{"name":"x","type":"number","values":[1,"two"]}]}"#, "\"two\" in row 2"),
    (#"{"columns":[{"name":"x","type":"integer","values":[1.5]}]}"#, "1.5 in row 1"),
    (#"{"columns":[{"name":"x","type":"integer","values":[-9223372036854775808]}]}"#, "in row 1"),
    (#"{"columns":[{"name":"x","type":"date","values":["2023-02-29"]}]}"#, "2023-02-29"),
    (#"{"columns":[{"name":"x","type":"ordered","values":["a"]}]}"#, "'levels'"),
    (#"{"columns":[{"name":"x","type":"ordered","levels":["a","a"],"values":["a"]}]}"#, "distinct"),
    (#"{"columns":[{"name":"x","type":"category","levels":["a"],"values":["b"]}]}"#, "one of its levels"),
    (#"{"columns":[{"name":"x","values":[1]},{"name":"y","values":[]}]}"#, "'y' has 0 rows"),
    (#"{"columns":[{"name":"x","values":[]},{"name":"x","values":[]}]}"#, "named 'x'"),
    (#"{"rows":2,"columns":[{"name":"x","values":[1]}]}"#, "has 1 rows"),
    (#"{"rows":-1,"columns":[]}"#, "not a count"),
    (#"{"columns":[{"name":"x","data":""}]}"#, "'data' that are not values"),
    (#"{"columns":[{"name":"x","type":"number","data":"AAAA"}]}"#, "'data' that are not values"),
    (#"{"columns":[{"name":"x","type":"number","data":"?"}]}"#, "'data' that are not values"),
    (#"{"columns":[{"name":"x","type":"boolean","data":"Ag=="}]}"#, "'data' that are not values"),
    (#"{"columns":[{"name":"x","type":"category","levels":["a"],"data":"AQAAAA=="}]}"#, "'data' that are not values"),
    (#"{"columns":[{"name":"x","type":"text","data":"AQAAAA=="}]}"#, "'data' that are not values"),
    (#"{"columns":[{"name":"x","type":"text","data":"AwAAAA==","utf8":"Zm8="}]}"#, "'data' that are not values"),
    (#"{"columns":[{"name":"x","type":"text","data":"AQAAAA==","utf8":"/w=="}]}"#, "'data' that are not values"),
  ]

  @Test(arguments: bad)
  func `a table that violates the protocol is refused with the reason`(_ text: String, _ says: String) {
    let error = #expect(throws: Diagnostic.self) { _ = try read(text) }
    #expect(error?.code == "bad-reply")
    #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
  }

  // The test vectors of RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `base64 follows the standard`(_ plain: String, _ coded: String) {
    #expect(Base64.text(Array(plain.utf8)) == coded)
    #expect(Base64.bytes(coded) == Array(plain.utf8))
  }

  @Test(arguments: ["Z", "Zg=", "Zg==Zg==", "Z===", "====", "Zm9\n", "Zm-v"])
  func `invalid base64 is refused`(_ text: String) { #expect(Base64.bytes(text) == nil) }
}
