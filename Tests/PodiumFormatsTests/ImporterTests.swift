import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumFormats

/// Files in memory, as the program's own context presents them to importers.
struct MemoryFiles: FileAccess {
  var files: [String: [UInt8]]
  var home: String? { nil }
  func kind(of path: String) -> FileKind { files[path] == nil ? .none : .file }
  func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] { files[path] ?? [] }
  func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] { [] }
  func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {}
  func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {}
}

struct ImporterTests {
  private func context(_ name: String, _ bytes: [UInt8]) throws(Diagnostic) -> FileImportContext {
    try FileImportContext(name, access: MemoryFiles(files: [name: bytes]), cancellation: Cancellation())
  }

  private static var table: Table {
    get throws {
      try Table([
        Column("i", .integer([1, .min, 3])), Column("x", .number([0.5, .nan, -2])),
        Column("c", .category(Categorical(["b", "a", nil]))),
        Column("b", .boolean([true, nil, false])),
        Column("d", .date([CalendarDate(days: 20_000), nil, CalendarDate(days: 1)])),
      ])
    }
  }

  @Test func `every written format is read by the importer of its extension, compressed or not`() throws {
    for exporter in Formats.exporters {
      for ending in exporter.extensions {
        let bytes = try exporter.write(ImporterTests.table)
        let last = ending.split(separator: ".").last.map(String.init) ?? ""
        let importer = try #require(Formats.importers.first { $0.extensions.contains(last) })
        for (name, content) in [("t." + ending, bytes), ("t." + ending + ".gz", try Zlib.load().deflate(bytes, .gzip))]
        {
          let loaded = try importer.load(context(name, content), options: .none)
          #expect(loaded.table == (try ImporterTests.table), "\(name)")
          #expect(loaded.report.columns.map(\.name) == ["i", "x", "c", "b", "d"])
        }
      }
    }
  }

  @Test func `a table written as JSON loads with its types`() throws {
    let json =
      #"{"kind":"table","columns":[{"name":"t","type":"text"},{"name":"o","type":"ordered","levels":["low","high"]},{"name":"n","type":"number"}],"rows":[["2024-01-05","high",1],[null,"low",null]],"total_rows":2}"#
    let table = try JSONImporter().load(context("t.json", Array(json.utf8)), options: .none).table
    #expect(table.columns.map(\.type) == [.text, .ordered, .number])
    #expect(table["o"]?.categorical?.levels == ["low", "high"])
  }

  @Test func `importers recognise their own content and no other`() throws {
    let contents: [(String, [UInt8])] = [
      ("json", Array(#"[{"a":1}]"#.utf8)), ("arff", ARFFWriter.write(try ImporterTests.table)),
      ("html", Array("<!DOCTYPE html><table><tr><td>1".utf8)), ("xlsx", try XLSXWriter.write(ImporterTests.table)),
      ("foreign", Array("PAR1".utf8) + [0, 1, 2]),
    ]
    for (key, bytes) in contents {
      let context = try context("file", bytes)
      #expect(Formats.importers.filter { $0.recognises(context) }.map(\.key) == [key])
    }
  }

  @Test func `a foreign file is refused by every importer, by name and with advice`() throws {
    for importer in Formats.importers {
      let parquet = try context("t." + (importer.extensions.first ?? ""), Array("PAR1".utf8) + [0x15, 0, 0x15])
      do throws(Diagnostic) {
        _ = try importer.load(parquet, options: .none)
        Issue.record("\(importer.key) read it")
      } catch {
        #expect(
          error.code == "foreign-format" && error.message.contains("Parquet"), "\(importer.key): \(error.message)")
        #expect(error.help?.contains("podium plugin install parquet") == true)
      }
    }
    do throws(Diagnostic) {
      _ = try ForeignFormat().load(context("old.xls", [1, 2, 3]), options: .none)
      Issue.record("it was read")
    } catch {
      #expect(error.code == "foreign-format" && error.help == ForeignFormat.toXLSX)
    }
  }

  @Test func `each file extension belongs to one importer`() {
    let endings = Formats.importers.flatMap(\.extensions)
    #expect(Set(endings).count == endings.count)
  }

  @Test(.enabled(if: SharedFiles.exist("corpora/bombs"), "the shared corpora are not next to this checkout"))
  func `every bomb is a table or an error, through every importer`() throws {
    for path in SharedFiles.list("corpora/bombs", endings: ["gz", "zip", "json", "csv"])
    where !path.contains("onefield") && !path.contains("zeros") {
      for importer in Formats.importers where importer.key != "csv" {
        let file = try context(path, SharedFiles.bytes(path))
        do throws(Diagnostic) { _ = try importer.load(file, options: .none) } catch {
          #expect(!error.code.isEmpty && !error.message.isEmpty, "\(importer.key) \(path)")
        }
      }
    }
  }
}
