import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFormats

/// Reading in parts gives the same as reading the whole.
struct CSVBulkTests {
  private func both(_ text: String, part: Int, threads: Int = 2) throws -> (bulk: LoadedTable, whole: LoadedTable) {
    var options = DelimitedOptions(threads: threads)
    let whole = try load(text, options)
    options.bulkBytes = 0
    options.bulkPart = part
    return (try load(text, options), whole)
  }

  /// Whether the file was read in parts, without falling back.
  private func isBulk(_ text: String, part: Int) throws -> Bool {
    var options = DelimitedOptions()
    options.bulkBytes = 0
    options.bulkPart = part
    let decoded = try DecodedText.decode(Array(text.utf8), name: "t.csv")
    let dialect = CSVDialect.find(decoded.bytes.span, from: decoded.start, options: options)
    let bulk = CSVBulk(
      decoded: decoded, dialect: dialect, options: options, missing: MissingWords(), name: "t.csv",
      cancellation: Cancellation(), budget: ReadBudget("t.csv"))
    return try bulk.read(from: decoded.start) != nil
  }

  /// More rows than those from which types are inferred, with every plan's type; `odd` may change a row.
  private func mixed(_ rows: Int = 2600, seed: UInt64, odd: (Int) -> String? = { _ in nil }) -> String {
    var random = SystemlessRandom(seed: seed)
    let words = ["alpha", "\"beta, gamma\"", "\"eta \"\"theta\"\"\"", "\"two\nlines\"", "ü", "", "NA", " padded"]
    var text = "id,day,when,n,word,mix\n"
    for row in 0..<rows {
      if let line = odd(row) {
        text += line + "\n"
        continue
      }
      let day = CalendarDate(days: random.below(20_000)).description
      text += "\(row),\(random.chance(0.1) ? "" : day),\(day)T10:00:0\(random.below(10))Z,"
      text += "\(random.chance(0.1) ? "NA" : "\(random.below(1000)).\(random.below(10))"),"
      text += "\(random.pick(words)),\(random.pick(["007", "x", "5"]))\n"
    }
    return text
  }

  @Test(arguments: [64, 1000, 4099, 1 << 20], 1...3)
  func `mixed columns are the same in parts and as a whole`(_ part: Int, _ seed: Int) throws {
    let text = mixed(seed: UInt64(seed))
    let read = try both(text, part: part)
    #expect(read.bulk == read.whole)
    #expect(read.whole.types == [.integer, .date, .datetime, .number, .category, .category])
    #expect(try isBulk(text, part: part))
  }

  @Test func `the number of threads does not change the result`() throws {
    let text = mixed(seed: 9)
    #expect(try both(text, part: 1000, threads: 1).bulk == both(text, part: 1000, threads: 5).bulk)
  }

  @Test(arguments: [
    "9,2020-01-01,2020-01-01T10:00:00Z,DNF,b,x", "9.5,2020-01-01,2020-01-01T10:00:00Z,1,b,x",
    "007,2020-01-01,2020-01-01T10:00:00Z,1,b,x", "9,no day,2020-01-01T10:00:00Z,1,b,x",
    "9,2020-01-01,2020-01-01,1,b,x", "9,2020-02-30,2020-01-01T25:00:00Z,1e999,b,x", "9,,,\"1\"\"2\",b,x",
    "id,day,when,n,word,mix", "9,2020-01-01,2020-01-01T10:00,1.25,5,x", "9,,,\u{2212}5,b,x", "9,,,\"1,5\",b,x",
    "+9,,,1,b,x", "9E3,,,1,b,x", "9,,,+1,b,x", "9,,,1E5,b,x", "9,,,(5),b,x", "9,,,1,\"NA\",x", "9,,,1,\"\",x",
    "9,,,1,5%,x", "9,,,1,$5,x", "9,,,1,5 kg,x", "9,,,1,03/04/24,x", "\"\",,,1,b,x",
  ])
  func `a cell beyond the first rows can change its column`(_ line: String) throws {
    let text = mixed(seed: 5) { $0 == 2500 ? line : nil }
    let read = try both(text, part: 3000)
    #expect(read.bulk == read.whole)
  }

  @Test(arguments: ["1,2", "1,2,3,4,5,6,7", "", "# note", "\"open,,,,,", "1,,,,a\"b,", "1,,,,\"a\"b,", "1,,,,a\rb,"])
  func `an irregular line makes the file be read as a whole`(_ line: String) throws {
    let text = mixed(seed: 6) { $0 == 2500 ? line : nil }
    let read = try both(text, part: 3000)
    #expect(read.bulk == read.whole)
    #expect(try !isBulk(text, part: 3000))
  }

  @Test func `mismatches in many parts keep their first lines and their count`() throws {
    let text = mixed(seed: 7) { $0 > 2100 && $0 % 50 == 0 ? "9,,,DNF,\"two\nlines\",x" : nil }
    let read = try both(text, part: 2000)
    #expect(read.bulk == read.whole)
    #expect(read.bulk.report.columns[3].mismatchCount == 9)
    #expect(read.bulk.report.columns[3].mismatches.count == 5)
    #expect(try isBulk(text, part: 2000))
  }

  @Test func `cells of all lengths and forms are the same in parts and as a whole`() throws {
    var random = SystemlessRandom(seed: 21)
    let letters = Array("abcdefghijklmnopqrstuvwxyzäöü")
    var text = "a,b,c,d\n"
    for row in 0..<2400 {
      let digits = String((0..<(1 + random.below(15))).map { _ in Character(String(random.below(10))) })
      let number =
        "\(random.chance(0.3) ? "-" : "")\(1 + random.below(9))\(digits.prefix(13)).\(digits.prefix(1 + row % 3))"
      let word = String((0..<(1 + random.below(24))).map { _ in random.pick(letters) })
      let day = CalendarDate(days: random.below(60_000) - 30_000).description
      text +=
        "\(random.pick([number, " \(number) ", "\"\(number)\"", "1e3"])),\(random.pick([word.prefix(1), word[...]])),"
      text += "\(random.pick([day, "\"\(day)\"", " " + day])),\"\(word)\"\"\(row % 7)\"\(row % 2 == 0 ? "\r" : "")\n"
    }
    for part in [100, 5000] {
      let read = try both(text, part: part)
      #expect(read.bulk == read.whole)
      #expect(try isBulk(text, part: part))
    }
  }

  @Test func `a number that represents missing is missing in all parts`() throws {
    let text = mixed(seed: 11)
    var options = DelimitedOptions(missing: ["", "7.5", "5", "2020-01-01"])
    let whole = try load(text, options)
    options.bulkBytes = 0
    options.bulkPart = 2000
    #expect(try load(text, options) == whole)
  }
}
