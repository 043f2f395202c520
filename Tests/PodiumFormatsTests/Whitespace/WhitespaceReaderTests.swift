import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFormats

struct WhitespaceReaderTests {
  private func read(_ text: String, _ options: WhitespaceOptions = WhitespaceOptions()) throws(Diagnostic) -> ReadTable
  {
    try WhitespaceReader.read(Array(text.utf8), name: "t.txt", options: options, cancellation: Cancellation())
  }

  @Test func `names come from the last matching comments, a second line of them holds units`() throws {
    let read = try read("# made by hand\n#YY  MM WVHT\n#yr  mo m\n2024 01  1.5\n2024 02   MM\n")
    #expect(read.table.names == ["YY", "MM", "WVHT"])
    #expect(read.table.texts == [["2024", "01", "1.5"], ["2024", "02", "MM"]])
    #expect(read.notes[0] == "the second comment line was read as units: 'yr mo m'")
    #expect(
      try self.read("#a b\n1 MM\n2 3\n", WhitespaceOptions(missing: ["MM"])).table.texts == [["1", nil], ["2", "3"]])
  }

  @Test func `without comments the first line names the columns if it is not data`() throws {
    #expect(try read("name  n\r\n\"A B\"\t1\r\nC 2").table.texts == [["A B", "1"], ["C", "2"]])
    #expect(try read("1 2\n3 4\n").table.names == ["column_1", "column_2"])
    #expect(try read("# 1 2\n3 4\n5 6\n").table.rowCount == 2)
  }

  @Test func `rows of another length are left out and reported with their lines`() throws {
    let read = try read("a b\n1 2\n3\n4 5\n6 7 8\n9 10\n")
    #expect(read.table.texts == [["1", "2"], ["4", "5"], ["9", "10"]])
    #expect(read.rejected.first.map(\.line) == [3, 5])
    #expect(read.rejected.first.map(\.reason) == ["1 cell where the table has 2", "3 cells where the table has 2"])
  }

  @Test func `a list of fixtures is refused: more than a third of its lines do not fit`() {
    let list = """
      = Made League 2024/25
      Matchday 1
      [Sat Aug/17]
        12.30  North End         0-0 (0-0)  Harbour
        15.00  Lake Town         2-1 (1-0)  Old Mill
               Hill Rovers       0-4 (0-3)  East Side FC
      [Sun Aug/18]
        16.00  River United      1-1 (0-1)  West
      Matchday 2
      [Sat Aug/24]
        15.00  East Side FC      3-0 (2-0)  Lake Town
               Old Mill          2-2 (1-1)  River United
      """
    do throws(Diagnostic) {
      let read = try read(list)
      Issue.record("it was read as \(read.table.rowCount) rows")
    } catch {
      #expect(error.code == "ragged-row")
      #expect(error.message == "only 5 of 12 lines have 2 cells separated by spaces, so this is not a table")
      #expect(error.help?.contains("delimiter=") == true)
    }
    // A third may be footnotes.
    #expect(throws: Never.self) { try self.read("a b\n1 2\n3 4\n5 6\nx\ny z u\n") }
  }

  @Test(arguments: ["", "\n \n", "# only\n"])
  func `a file without rows is refused`(_ text: String) {
    do throws(Diagnostic) {
      _ = try read(text)
      Issue.record("it was read")
    } catch {
      #expect(error.code == "empty-file")
    }
  }

  @Test(arguments: ["a b\n1 123456789\n", "a b\n1 \"12345 789\"\n", "123456789\n"])
  func `a cell beyond the limit is refused, not cut`(_ text: String) {
    let limits = ReadLimits(cellBytes: 8)
    let error = #expect(throws: Diagnostic.self) {
      try WhitespaceReader.read(Array(text.utf8), name: "t", limits: limits, cancellation: Cancellation())
    }
    #expect(error?.code == "too-large")
    #expect(error?.message == "the cell is larger than 8 bytes")
  }

  @Test func `a broken file is a table or an error`() {
    var mutations = Mutations(seed: 9)
    for _ in 0..<1000 {
      let bytes = mutations.next(Array("# x\n#a b c\n1 \"two 2\" 2024-01-05\n-1.5 x MM\n".utf8))
      do throws(Diagnostic) {
        _ = try WhitespaceReader.read(bytes, name: "t", cancellation: Cancellation())
      } catch {
        #expect(["empty-file", "not-text", "ragged-row"].contains(error.code))
      }
    }
  }

  @Test(.enabled(if: SharedFiles.exist("data/surf/ndbc"), "the shared data are not next to this checkout"))
  func `buoys load with their names`() throws {
    for path in SharedFiles.list("data/surf/ndbc", endings: ["txt", "spec"]) {
      let read = try WhitespaceReader.read(SharedFiles.bytes(path), name: path, cancellation: Cancellation())
      #expect(read.table.names.first == "YY" && read.table.rowCount > 10, "\(path)")
      #expect(read.rejected.count == 0)
    }
  }
}
