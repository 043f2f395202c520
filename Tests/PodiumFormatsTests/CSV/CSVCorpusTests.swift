import Glibc
import PodiumCore
import PodiumFormats
import PodiumPlugin
import Testing

/// Runs over files next to the checkout that are not part of it; skipped if they are absent.
struct CSVCorpusTests {
  @Test(
    .enabled(
      if: SharedFiles.exist("corpora/csv/csv-spectrum"), "the shared corpora are not next to this checkout"))
  func `csv-spectrum is read cell by cell`() throws {
    // location_coordinates.json belongs to another file, so that pair is skipped.
    var judged = 0
    for path in SharedFiles.list("corpora/csv/csv-spectrum/csvs", endings: ["csv"]) {
      let name = path.split(separator: "/").last.map { String($0.dropLast(4)) } ?? ""
      let json = SharedFiles.bytes("corpora/csv/csv-spectrum/json/\(name).json")
      guard name != "location_coordinates", !json.isEmpty else { continue }
      judged += 1
      let expected = FlatJSON.rows(json)
      let found = try asText(SharedFiles.bytes(path))
      #expect(found.rows.count == expected.count, "\(name)")
      for (row, object) in zip(found.rows, expected) {
        #expect(found.names == object.map(\.key), "\(name)")
        // The corpus lost its CRLF in transit, so all line ends count as equal.
        #expect(row.map(lineFeeds) == object.map { lineFeeds($0.value) }, "\(name)")
      }
    }
    #expect(judged > 0)
  }

  @Test(
    .enabled(if: SharedFiles.exist("corpora/csv/csvw"), "the shared corpora are not next to this checkout"))
  func `the plain table of csvw is read cell by cell`() throws {
    let found = try asText(SharedFiles.bytes("corpora/csv/csvw/countries.csv"))
    let expected = FlatJSON.rows(SharedFiles.bytes("corpora/csv/csvw/test029.json"))
    #expect(found.rows == expected.map { $0.map(\.value) })
  }

  @Test(
    .enabled(
      if: SharedFiles.exist("corpora/csv/pollock-style"), "the shared corpora are not next to this checkout"))
  func `polluted files give their rows, and each damaged one is reported`() throws {
    let expected = try pollockAnswer()
    for path in SharedFiles.list("corpora/csv/pollock-style", endings: ["csv"]) {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if name == "no_payload.csv" {
        #expect(failure(SharedFiles.bytes(path)).code == "empty-file")
        continue
      }
      let loaded = try asText(SharedFiles.bytes(path))
      if name == "header_only.csv" {
        #expect(loaded.rows.isEmpty, "\(name)")
        continue
      }
      #expect(loaded.names == expected.names, "\(name)")
      // Two files cannot contain what the others do: a line break, and a decimal point.
      let rows = expected.rows.map { row in
        row.map { cell in
          if name == "record_cr.csv" { return cell.split(separator: "\n").joined(separator: " ") }
          return name == "decimal_comma.csv" && Double(cell) != nil && cell.contains(".")
            ? cell.split(separator: ".").joined(separator: ",") : cell
        }
      }
      #expect(loaded.rows.allSatisfy(rows.contains), "\(name)")
      let damaged = ["row_extra_quote_5.csv", "row_less_sep_7.csv", "nul_inside.csv"].contains(name) ? 1 : 0
      #expect(loaded.rows.count == rows.count - damaged, "\(name)")
      #expect(loaded.rejected == damaged, "\(name)")
    }
  }

  private func pollockAnswer() throws -> (names: [String], rows: [[String]]) {
    let json = try JSONReader.value(SharedFiles.bytes("corpora/csv/pollock-style/expected.json"))
    guard case .object(let members) = json else { return ([], []) }
    func texts(_ value: JSONValue) -> [String] {
      guard case .array(let items) = value else { return [] }
      return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    let names = members.first { $0.0 == "header" }.map { texts($0.1) } ?? []
    guard case .array(let rows)? = members.first(where: { $0.0 == "rows" })?.1 else { return (names, []) }
    return (names, rows.map(texts))
  }

  @Test(.enabled(if: SharedFiles.exist("corpora/csv"), "the shared corpora are not next to this checkout"))
  func `every file of the corpora is a table or an error`() throws {
    let files =
      SharedFiles.list("corpora/csv", endings: ["csv", "tsv"])
      + SharedFiles.list("corpora/bombs", endings: ["csv"])
    #expect(files.count > 300)
    for file in files {
      let bytes = SharedFiles.bytes(file)
      do throws(Diagnostic) {
        let loaded = try CSVReader.read(bytes, name: file)
        #expect(loaded.report.columns.count == loaded.table.columns.count)
      } catch {
        #expect(error.place != nil && error.help != nil, "\(file): \(error.code)")
        #expect(
          ["empty-file", "ragged-row", "unclosed-quote", "not-text", "too-large"].contains(error.code))
      }
    }
  }

  @Test(
    .enabled(if: SharedFiles.exist("golden/iris.csv"), "the golden files are not beside this checkout"),
    arguments: ["iris", "wine", "breast_cancer", "diabetes", "mixed_demo"])
  func `golden files have the types and values of a simple parse`(_ name: String) throws {
    let loaded = try plainParse(SharedFiles.bytes("golden/\(name).csv"), name)
    if name == "mixed_demo" {
      #expect(loaded.types == [.number, .number, .number, .integer, .category, .category, .category])
      #expect(loaded.table["site"]?.categorical?.levels.contains("None") == true)
      #expect(try CSVReader.read(SharedFiles.bytes("golden/\(name).csv"), name: name).table == loaded.table)
    }
  }

  @Test(arguments: ["iris", "wine", "tastings"])
  func `datasets have the types and values of a simple parse`(_ name: String) throws {
    _ = try plainParse(SharedFiles.bytes(ofCheckout: "datasets/\(name)/\(name).csv"), name)
  }

  /// Reads a file and compares it with cells split at commas.
  private func plainParse(_ bytes: [UInt8], _ name: String) throws -> LoadedTable {
    let loaded = try CSVReader.read(bytes, name: name, options: DelimitedOptions(missing: [""]))
    #expect(loaded.report.notices.isEmpty)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let plain = lines.dropFirst().map(plainCells)
    #expect(loaded.table.names == lines.first.map(plainCells))
    #expect(loaded.table.rowCount == plain.count)
    for (place, column) in loaded.table.columns.enumerated() {
      let cells = plain.map { $0[place] }
      switch column.values {
      case .integer(let values): #expect(values == cells.map { Int($0) ?? .min })
      case .number(let values):
        #expect(ColumnValues.number(values) == .number(cells.map { Double($0) ?? .nan }))
        #expect(cells.contains { Int($0) == nil && !$0.isEmpty })
      case .category(let values): #expect(values == Categorical(cells.map { $0.isEmpty ? nil : $0 }))
      default: Issue.record("\(column.name) is \(column.type)")
      }
    }
    return loaded
  }

  private func asText(_ bytes: [UInt8]) throws -> (names: [String], rows: [[String]], rejected: Int) {
    let names = try CSVReader.read(bytes, name: "t.csv", options: DelimitedOptions(header: true)).table.names
    let types = Dictionary(names.map { ($0, ColumnType.text) }, uniquingKeysWith: { first, _ in first })
    let loaded = try CSVReader.read(
      bytes, name: "t.csv", options: DelimitedOptions(header: true, missing: [], types: types))
    return (names, loaded.rows.map { $0.map { lineFeeds($0 ?? "missing") } }, loaded.report.rejected.count)
  }

  private func lineFeeds(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar != "\r" { out.append(scalar) }
    return String(out)
  }

  private func plainCells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted { cells.append("") } else { cells[cells.count - 1].append(character) }
    }
    return cells.map { cell in
      guard cell.hasPrefix("\"") else { return cell }
      return cell.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false).joined(
        separator: "\"")
    }
  }
}
