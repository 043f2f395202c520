import PodiumCore
import PodiumPlugin
import Synchronization
import Testing

@testable import PodiumFormats

/// What readers make of a file is counted, bounded, and grows with the file.
struct BudgetTests {
  /// A form of file that makes much of few bytes; `text` makes one of about as many units.
  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    let text: @Sendable (Int) -> String
    var testDescription: String { name }
  }

  private static func repeated(_ unit: String, _ head: String = "", _ tail: String = "")
    -> @Sendable (Int) -> String
  {
    { head + String(repeating: unit, count: $0) + tail }
  }

  static let forms = [
    Form(name: "rows.csv", text: repeated("1,2\n", "a,b\n")),
    Form(name: "ragged.csv", text: repeated("1,2\n1\n", "a,b\n")),
    Form(name: "quotes.csv", text: repeated("\"\"\"\",2\n", "a,b\n")),
    Form(name: "title.csv", text: repeated("\n", "a\n")),
    Form(name: "words.csv", text: { count in "a,b\n" + (0..<count).map { "w\($0),x\n" }.joined() }),
    Form(name: "objects.json", text: repeated("{},", "[", "{}]")),
    Form(name: "lists.json", text: repeated("[1,2],", "[", "[1,2]]")),
    Form(name: "columns.json", text: repeated("1,", "{\"a\":[", "1]}")),
    Form(name: "lines.jsonl", text: repeated("{\"a\":1}\n")),
    Form(
      name: "rows.arff",
      text: repeated("1,2\n", "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n")),
    Form(
      name: "texts.arff",
      text: repeated("a longer text than others\n", "@relation r\n@attribute a string\n@data\n")),
    Form(
      name: "levels.arff",
      text: { count in
        "@relation r\n@attribute a {" + (0..<count).map { "v\($0)" }.joined(separator: ",")
          + "}\n@data\nv0\n"
      }),
    Form(name: "cells.html", text: repeated("<td>", "<table><tr>", "</table>")),
    Form(name: "rows.html", text: repeated("<tr><td>1", "<table>", "</table>")),
    Form(name: "spaces.txt", text: repeated("1 2\n")),
  ]

  private func read(_ form: Form, _ count: Int, _ budget: ReadBudget) throws(Diagnostic) -> Int {
    let name = form.name
    // A table has at most 100,000 columns.
    let count = name == "cells.html" ? min(count, 90_000) : count
    let bytes = Array(form.text(count).utf8)
    budget.opened(bytes.count)
    let cancellation = Cancellation()
    switch SingleFile.ending(name) {
    case "csv": return try CSVReader.read(bytes, name: name, budget: budget).table.rowCount
    case "json":
      return try JSONTableReader.read(bytes, name: name, cancellation: cancellation, budget: budget)
        .table.rowCount
    case "jsonl":
      return try JSONTableReader.read(
        bytes, name: name, options: JSONOptions(lines: true), cancellation: cancellation,
        budget: budget
      ).table.rowCount
    case "arff":
      return try ARFFReader.read(bytes, name: name, cancellation: cancellation, budget: budget)
        .table.rowCount
    case "html":
      return try HTMLReader.read(bytes, name: name, cancellation: cancellation, budget: budget)
        .table.rowCount
    default:
      return try WhitespaceReader.read(
        bytes, name: name, cancellation: cancellation, budget: budget
      ).table.rowCount
    }
  }

  private func most(_ form: Form, _ count: Int) throws(Diagnostic) -> Int {
    let budget = ReadBudget(form.name)
    _ = try read(form, count, budget)
    return budget.most
  }

  @Test(arguments: forms) func `a file of four times the size takes at most five times the memory`(
    _ form: Form
  ) throws {
    let (small, large) = (try most(form, 5000), try most(form, 20_000))
    #expect(small > form.text(5000).utf8.count && large <= 5 * small)
  }

  @Test(arguments: forms) func `a reader stops at its budget and names it`(_ form: Form) {
    let budget = ReadBudget(form.name, least: 1 << 20, times: 1)
    do throws(Diagnostic) {
      Issue.record("read \(try read(form, 300_000, budget)) rows")
    } catch {
      #expect(error.code == "too-large", "\(error.message)")
      #expect(
        error.message.contains("takes more than")
          && error.message.contains("the limit for a file of"))
      #expect(budget.most <= max(1 << 20, form.text(300_000).utf8.count))
    }
  }

  @Test func `blank lines above a table or among its rows take no memory`() throws {
    let blank = String(repeating: "\n", count: 100_000)
    for (text, rows) in [(blank + "a,b\n1,2\n", 1), ("a,b\n1,2\n" + blank + " \n3,4\n" + blank, 2)] {
      let budget = ReadBudget("t.csv")
      budget.opened(text.utf8.count)
      let loaded = try CSVReader.read(Array(text.utf8), name: "t.csv", budget: budget)
      #expect(loaded.table.rowCount == rows)
      #expect(loaded.report.blankLines == (rows == 1 ? 100_000 : 200_001))
      #expect(budget.most - text.utf8.count < 1000)
    }
    #expect(failure(blank).code == "empty-file")
    // In one column a blank line is a missing cell.
    #expect(try load("\na\n1\n\n\n2\n").rows == [["1"], [nil], [nil], ["2"]])
    #expect(try load("\n\na,b\n1,2\n").report.firstLine == 3)
  }

  @Test func `a small file that unpacks to much is bounded by its size on disk`() throws {
    let text = "a,b\n" + String(repeating: "1,2\n", count: 100_000)
    let packed = try Zlib.load().deflate(Array(text.utf8), .gzip)
    let budget = ReadBudget("t.csv.gz", least: 1 << 16, times: 16)
    budget.opened(packed.count)
    do throws(Diagnostic) {
      _ = try Gzip.unpacked(packed, name: "t.csv.gz", cancellation: Cancellation(), budget: budget)
      Issue.record("unpacked")
    } catch {
      #expect(
        error.code == "too-large"
          && error.message.hasPrefix("reading 't.csv.gz' takes more than 64 KB"))
    }
  }

  @Test func `an ARFF cell has the limit of all cells`() {
    func fault(_ line: String) -> Diagnostic? {
      let bytes = Array(line.utf8)
      do throws(ARFFFault) {
        var parts = ARFFLine(limits: ReadLimits(cellBytes: 10))
        try parts.split(bytes.span, 0..<bytes.count, keepsBlanks: true)
        return nil
      } catch {
        return error.stop
      }
    }
    #expect(fault("0123456789,'0123456789'") == nil)
    for line in ["01234567890", "'01234567890'", "a,\"01234567890\""] {
      #expect(fault(line)?.code == "too-large")
      #expect(fault(line)?.message == "the cell is larger than 10 bytes")
    }
    #expect(fault("1 % 0123456789 and more") == nil)
    #expect(fault("01234567          ,1") == nil)
    #expect(fault("0123 5678 1,1")?.code == "too-large")
  }
}

/// A file that counts how much of it is read. A class, because the access is given away.
private final class WatchedFile: FileAccess {
  private let bytes: [UInt8]
  private let whole = Mutex(0)
  var home: String? { nil }
  /// How often all of it was read.
  var reads: Int { whole.withLock { $0 } }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func kind(of path: String) -> FileKind { .file }
  func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    whole.withLock { $0 += 1 }
    return bytes
  }
  func start(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    Array(bytes.prefix(count))
  }
  func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] { [] }
  func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {}
  func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode)
    throws(Diagnostic)
  {}
}

/// What the start of a file decides before the rest of it is read.
struct FileStartTests {
  @Test(arguments: ["csv", "arff", "json", "html", "txt"])
  func `a file that begins with NUL, or with another format, is refused by its start`(
    ending: String
  ) throws {
    for (start, codes) in [
      ([0], ["not-text", "malformed-json"]), (Array("PAR1".utf8) + [0], ["foreign-format"]),
    ] {
      let file = WatchedFile(start + [UInt8](repeating: 0, count: 100_000))
      let context = try FileImportContext("t." + ending, access: file, cancellation: Cancellation())
      let importer = try #require(Formats.importers.first { $0.extensions.contains(ending) })
      do throws(Diagnostic) {
        _ = try importer.load(context, options: .none)
        Issue.record("read")
      } catch {
        #expect(codes.contains(error.code))
        if codes.count > 1 {
          #expect(error.message == "byte 0 is NUL, which text does not contain")
        }
      }
      #expect(file.reads == 0)
    }
  }

  @Test func `no importer reads a whole file to recognise it, packed or not`() throws {
    let text = Array(("[" + String(repeating: "{\"a\":1},", count: 100_000) + "{}]").utf8)
    for bytes in [text, try Zlib.load().deflate(text, .gzip)] {
      let file = WatchedFile(bytes)
      let context = try FileImportContext("t", access: file, cancellation: Cancellation())
      #expect(try context.start(of: "t", count: 4096) == Array(text.prefix(4096)))
      #expect(Formats.importers.filter { $0.recognises(context) }.map(\.key) == ["json"])
      #expect(file.reads == 0)
    }
  }

  @Test func `a text in UTF-16 or with a NUL in a damaged line passes its start`() throws {
    let wide = "a,b\n1,2\n".utf16.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    for bytes in [
      wide, [0xFF, 0xFE] + wide, Array("a,b\n\0,2\n".utf8) + Array(repeating: 0x0A, count: 200),
    ] {
      try DecodedText.refuse(start: bytes, name: "t.csv")
    }
  }
}
