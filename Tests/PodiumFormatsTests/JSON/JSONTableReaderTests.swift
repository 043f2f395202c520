import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFormats

struct JSONTableReaderTests {
  private func read(_ text: String, _ options: JSONOptions = JSONOptions()) throws -> ReadTable {
    try JSONTableReader.read(Array(text.utf8), name: "t.json", options: options, cancellation: Cancellation())
  }

  private func code(_ text: String, _ options: JSONOptions = JSONOptions()) -> String {
    failure(text, options)?.code ?? "read"
  }

  private func failure(_ text: String, _ options: JSONOptions = JSONOptions()) -> Diagnostic? {
    do {
      _ = try JSONTableReader.read(Array(text.utf8), name: "t.json", options: options, cancellation: Cancellation())
      return nil
    } catch {
      return error
    }
  }

  @Test func `objects are rows, and values keep their types`() throws {
    let table = try read(
      #"[{"i":1,"x":1.5,"b":true,"s":"007","d":"2024-01-05","t":"2024-01-05T10:00:00Z"},{"i":null,"x":2,"b":false}]"#
    ).table
    #expect(table.columns.map(\.type) == [.integer, .number, .boolean, .category, .date, .datetime])
    #expect(
      table.texts == [
        ["1", "1.5", "true", "007", "2024-01-05", "2024-01-05T10:00:00Z"], [nil, "2", "false", nil, nil, nil],
      ])
  }

  @Test func `lines, lists, columns, keyed objects and wrapped tables are the same table`() throws {
    let expected = try read(#"[{"a":1,"b":"x"},{"a":2,"b":"y"}]"#).table
    for text in [
      "{\"a\":1,\"b\":\"x\"}\n\n{\"a\":2,\"b\":\"y\"}\r\n", #"[["a","b"],[1,"x"],[2,"y"]]"#,
      #"{"a":[1,2],"b":["x","y"]}"#,
      "[\"a\",\"b\"]\n[1,\"x\"]\n[2,\"y\"]", #"{"meta":{"n":2},"data":{"items":[{"a":1,"b":"x"},{"a":2,"b":"y"}]}}"#,
      #"{"columns":["a","b"],"index":[0,1],"data":[[1,"x"],[2,"y"]]}"#,
    ] {
      #expect(try read(text).table == expected, "\(text)")
    }
    let keyed = try read(#"{"p":{"a":1,"b":"x"},"q":{"a":2,"b":"y"}}"#).table
    #expect(keyed.names == ["key", "a", "b"])
    #expect(keyed.texts == [["p", "1", "x"], ["q", "2", "y"]])
  }

  @Test func `objects within rows become columns, lists stay text`() throws {
    let read = try read(#"[{"a":{"b":{"c":1},"d":2},"l":[1, {"x": "y z"}]}]"#)
    #expect(read.table.names == ["a.b.c", "a.d", "l"])
    #expect(read.table.texts == [["1", "2", #"[1,{"x":"y z"}]"#]])
    #expect(read.notes.contains("kept 1 list within rows as JSON text"))
  }

  @Test func `of several tables the longest is read and the others are named`() throws {
    let text = #"{"h":{"t":[1,2,3]},"d":{"t":[4]}}"#
    let whole = try read(text)
    #expect(whole.table.texts == [["1"], ["2"], ["3"]])
    #expect(whole.notes == ["the table was found at rows=h; others are at rows=d"])
    #expect(try read(text, JSONOptions(rows: "d")).table.texts == [["4"]])
    #expect(code(text, JSONOptions(rows: "x")) == "unknown-rows")
    #expect(code(text, JSONOptions(rows: "d.t")) == "not-tabular")
  }

  @Test func `numbers out of range stay text and are reported`() throws {
    let read = try read(#"[{"a":1e999,"b":123456789012345678901},{"a":1,"b":1}]"#)
    #expect(read.table.texts[0] == ["1e999", "123456789012345678901"])
    #expect(read.notes[0] == "kept 2 numbers out of range as text, first '1e999'")
  }

  @Test func `numbers stored as text stay words unless requested`() throws {
    let text = #"[{"v":"1.5"},{"v":"2"}]"#
    #expect(try read(text).table.columns[0].type == .category)
    #expect(try read(text).notes[0].contains("numbers=yes"))
    #expect(try read(text, JSONOptions(numbers: true)).table.columns[0].type == .number)
  }

  @Test func `one word among numbers becomes missing, a mixture becomes words, and both are reported`() throws {
    let words = try read(#"[{"a":1},{"a":2},{"a":3},{"a":"DNF"}]"#)
    #expect(words.table.columns[0].type == .integer)
    #expect(words.columns[0].mismatches.first?.text == "DNF")
    let mixed = try read(#"[{"a":1},{"a":true},{"a":"x"}]"#)
    #expect(mixed.table.columns[0].type == .category)
    #expect(mixed.notes == ["column 'a': stays category: it mixes 1 number, 1 text and 1 truth value"])
  }

  @Test func `the last of equal keys counts, which is reported`() throws {
    let read = try read(#"[{"a":1,"a":2}]"#)
    #expect(read.table.texts == [["2"]])
    #expect(read.notes == ["1 key is repeated within a row; the last value counts"])
  }

  @Test(arguments: [
    "", " ", "[", "{", "[1,]", "{\"a\":1,}", "nul", "[01]", "[1.]", "[1e]", "[\"\u{1}\"]", "[\"\\x\"]", "[\"\\ud800\"]",
    "[] []",
    "{\"a\" 1}", "[1 2]", "\"", "[-]", "[\u{FEFF}1]",
  ])
  func `text that is not JSON is malformed`(_ text: String) {
    let error = failure(text)
    #expect(error?.code == "malformed-json")
    #expect(error?.place?.line == 1)
  }

  @Test func `an error in JSON Lines names the line of the file`() {
    let error = failure("{\"a\":1}\n\n{\"a\":}\n")
    #expect(error?.place == Diagnostic.Place(file: "t.json", line: 3))
    #expect(error?.message == "byte 6 of the line: this is not the start of a value")
  }

  @Test(arguments: [
    "1", "\"x\"", "null", "[]", "{}", "[1,2]", "[{\"a\":1},2]", "{\"a\":1}", "{\"a\":[1],\"b\":[1,2]}", "[1]\n2\n",
  ])
  func `JSON that is not a table is refused as such`(_ text: String) {
    #expect(code(text) == "not-tabular")
  }

  @Test func `depth is bounded in reading, and in columns`() throws {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    #expect(code(deep) == "malformed-json")
    let nested = String(repeating: "{\"a\":", count: 40) + "1" + String(repeating: "}", count: 40)
    let read = try read("[" + nested + "]")
    #expect(read.table.names == [Array(repeating: "a", count: 17).joined(separator: ".")])
    #expect(read.notes == ["kept 1 object nested deeper than 16 levels as JSON text"])
  }

  @Test func `an almost empty table is refused`() {
    let rows = (0..<3000).map { "{\"k\($0)\":1}" }.joined(separator: "\n")
    #expect(code(rows) == "too-large")
  }

  @Test(arguments: 1...15)
  func `rows written read back the same with their types given`(_ seed: Int) throws {
    var tables = SampleTables(seed: UInt64(seed))
    let table = try tables.table()
    for isLines in [false, true] {
      let written = JSONTableWriter.write(table, isLines: isLines)
      var options = JSONOptions(lines: isLines)
      options.types = table.declared.types
      options.levels = table.declared.levels
      let read = try JSONTableReader.read(written, name: "t", options: options, cancellation: Cancellation())
      #expect(read.table == table)
      #expect(read.columns.allSatisfy { $0.mismatchCount == 0 })
    }
  }

  @Test func `a broken file is a table or an error`() {
    let samples = [
      #"[{"i":1,"x":1.5e3,"b":true,"s":"0\u00e9\n","l":[1,{"a":[]}]},{"i":null,"o":{"p":{"q":2}}}]"#,
      "{\"a\":1}\n{\"a\":\"\\ud83c\\udfbf\"}\n", #"{"h":{"t":["2024-01-05"],"v":[1]},"columns":["a"],"data":[[1]]}"#,
    ]
    var mutations = Mutations(seed: 7)
    for sample in samples {
      for _ in 0..<700 {
        let bytes = mutations.next(Array(sample.utf8))
        do throws(Diagnostic) {
          _ = try JSONTableReader.read(bytes, name: "t", cancellation: Cancellation())
        } catch {
          #expect(["malformed-json", "not-tabular", "too-large"].contains(error.code), "\(error)")
        }
      }
    }
  }

  @Test func `rows that add columns of their own are refused before they have filled the memory`() {
    // Each row has 200 keys that no other has; the table of 600 would have 72 million cells.
    let rows = (0..<600).map { row in
      "{" + (0..<200).map { "\"c\(row)_\($0)\":1" }.joined(separator: ",") + "}"
    }
    let error = failure("[" + rows.joined(separator: ",") + "]")
    #expect(error?.code == "too-large" && error?.message.contains("with only") == true, "\(error?.message ?? "")")
  }
}
