import PodiumCore
import PodiumTestKit
import Testing

@testable import PodiumFormats

struct NumberCellTests {
  private func read(_ text: String, isDeclared: Bool = false) -> NumberCell {
    let bytes = Array(text.utf8)
    return NumberCell.read(bytes.span, 0..<bytes.count, isDeclared: isDeclared)
  }

  @Test(arguments: [
    ("0", 0), ("7", 7), ("+5", 5), ("-12", -12), ("9223372036854775807", Int.max),
    ("-9223372036854775807", -Int.max),
  ])
  func `whole numbers of 64 bits are integers`(_ text: String, _ value: Int) {
    #expect(read(text) == .integer(value))
  }

  @Test(arguments: [
    ("1.5", 1.5), (".5", 0.5), ("5.", 5), ("-0.25", -0.25), ("+1e3", 1000), ("1E-05", 1e-5),
    ("2.5e+10", 2.5e10),
    ("0.1", 0.1), ("1e22", 1e22), ("1e23", 1e23), ("9007199254740993.0", 9_007_199_254_740_992),
    ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
    ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
    ("123456789012345678901234567890e-10", 12345678901234567890.123456789),
    ("0e99999999999999999999", 0),
  ])
  func `numbers with a point or an exponent are the nearest double`(_ text: String, _ value: Double) {
    #expect(read(text) == .real(value))
  }

  @Test func `minus zero is a number that keeps its sign`() {
    guard case .real(let value) = read("-0") else {
      Issue.record("no number")
      return
    }
    #expect(value == 0 && value.sign == .minus)
  }

  @Test func `whole numbers beyond 64 bits are numbers only if a double represents them exactly`() {
    #expect(read("9223372036854775808") == .real(0x1p63))
    #expect(read("-9223372036854775808") == .real(-0x1p63))
    #expect(read("100000000000000000000") == .real(1e20))
    #expect(read("9223372036854775809") == .other(.tooManyDigits))
    #expect(read("123456789012345678901234") == .other(.tooManyDigits))
    #expect(read("123456789012345678901234", isDeclared: true) == .real(1.2345678901234568e23))
  }

  @Test(arguments: ["007", "00", "-01", "00.5", "01e3"])
  func `leading zeros are a code unless the column is declared`(_ text: String) {
    #expect(read(text) == .other(.leadingZeros))
    #expect(read("007", isDeclared: true) == .integer(7))
  }

  @Test(arguments: ["1e309", "-1e309", "1e99999999999999999999"])
  func `a value out of range for a double is not a number`(_ text: String) {
    #expect(read(text) == .other(.tooLarge))
  }

  @Test(arguments: ["12,34", "1 000", "1,234,567.89", "1'000", "1_000", "−5", "-1.000,5", "1\u{A0}000"])
  func `marks between digits are not guessed at`(_ text: String) {
    #expect(read(text) == .other(.marks))
  }

  @Test(arguments: [
    "0x10", "1e", "1e+", "1.2.3", "5 kg", "Q3", "3rd", "１２", "½", "2024-01-05", "+-5", "0x1p3", "<5",
  ])
  func `other cells with digits are neither numbers nor words`(_ text: String) {
    #expect(read(text) == .other(.noNumber))
  }

  @Test(arguments: [
    "DNF", "n/s", "-", "?", ".", "+", "ex", "inf", "Infinity", "nan", "#DIV/0!",
    "mañana",
  ])
  func `cells without digits are words`(_ text: String) {
    #expect(read(text) == .word)
  }

  @Test(arguments: ["Infinity", "inf", "Inf", "+INF", "∞"]) func `a declared column reads infinities`(_ text: String) {
    #expect(read(text, isDeclared: true) == .real(.infinity))
    #expect(NumberForm.standard.read(text, isDeclared: true) == .real(.infinity))
    let digits = text.drop { $0 == "+" }
    for sign in ["-", "−"] { #expect(read(sign + digits, isDeclared: true) == .real(-.infinity)) }
    #expect(read(text) == .word)
    for other in [text + "a", "--" + text, "$" + text] { #expect(read(other, isDeclared: true) == .word) }
  }

  @Test func `a cell of a million digits is read quickly and is not a number`() {
    #expect(read(String(repeating: "9", count: 1_000_000)) == .other(.noNumber))
  }

  @Test func `every finite double is read back from its shortest text`() {
    var random = SystemlessRandom(seed: 2)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.bits())
      guard value.isFinite else { continue }
      let text = value.description
      if text.contains(".") || text.contains("e") { #expect(read(text) == .real(value), "\(text)") }
    }
  }

  @Test func `random digits, points and exponents read as the standard library reads them`() {
    var random = SystemlessRandom(seed: 3)
    for _ in 0..<20_000 {
      var text = random.pick(["", "-", "+"]) + String(random.below(10))
      if text.hasSuffix("0") { text += "." }
      for _ in 0..<random.below(24) {
        let piece = String(random.below(10))
        text += text.contains(".") || random.chance(0.9) ? piece : "." + piece
      }
      if random.chance(0.5) { text += "e\(random.below(60) - 30)" }
      guard text.contains(".") || text.contains("e") else { continue }
      #expect(read(text) == Double(text).map(NumberCell.real), "\(text)")
    }
  }
}

extension NumberCellTests {
  @Test func `the fast path reads numbers like the general one`() {
    var random = SystemlessRandom(seed: 12)
    let pieces = ["0", "1", "7", "00", "123456", "99999999", ".", "-", "+", "e", " ", ""]
    var seen = 0
    let padding = Array(repeating: UInt8(ascii: "7"), count: 24)
    for _ in 0..<40_000 {
      let cell = Array((0..<random.below(7)).map { _ in random.pick(pieces) }.joined().utf8)
      guard let plain = PlainNumber((cell + padding).span, start: 0, length: cell.count) else { continue }
      seen += 1
      let value = plain.isWhole ? NumberCell.integer(plain.digits) : .real(plain.real)
      #expect(value == NumberCell.read(cell.span, 0..<cell.count), "\(String(decoding: cell, as: UTF8.self))")
    }
    #expect(seen > 4000)
  }

  @Test(arguments: [
    "1", "-1", "12345678", "123456789", "-123456789012345", "1.5", "-0.5", ".5", "5.", "1234567.8", "12345678.9",
    "123456789.1", "0.00000001", "-99999999.99999", "0", "0.0",
  ])
  func `the fast path reads plain numbers`(_ text: String) {
    let cell = Array(text.utf8)
    let bytes = cell + Array(repeating: 0x2C, count: 24)
    guard let plain = PlainNumber(bytes.span, start: 0, length: cell.count) else {
      Issue.record("it was not read")
      return
    }
    #expect(plain.real == Double(text))
    #expect(plain.isWhole == !text.contains("."))
  }

  @Test(arguments: [
    "", "-", ".", "-.", "1.2.3", "12345.678.9", "00", "-01.5", "1e5", "1-2", "1234567890123456", "a", "é1",
  ])
  func `the fast path leaves other cells to the general one`(_ text: String) {
    let cell = Array(text.utf8)
    let plain = PlainNumber((cell + Array(repeating: 0x30, count: 24)).span, start: 0, length: cell.count)
    #expect(plain?.digits == nil)
  }
}
