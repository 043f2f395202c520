internal import PodiumCore

/// A piece of an output: a number, or the text between numbers and spaces.
struct OutputToken: Equatable {
  /// The text as written.
  var text: String
  /// Its numeric value; nil for text.
  var number: Number?
  /// Whether there is no space before it.
  var isGlued: Bool
  /// The line it is on, from 0.
  var line: Int

  /// A number as written.
  struct Number: Equatable {
    var value: Double
    /// Whether it has a fraction or an exponent; digits alone are exact.
    var isDecimal: Bool
    /// One unit of its last digit.
    var unit: Double
    /// The number of significant digits, without leading zeros.
    var digits: Int
  }

  /// The tokens of an output; a marked changing value is one token of that kind.
  static func all(in lines: [String]) -> [OutputToken] {
    var tokens: [OutputToken] = []
    for (number, line) in lines.enumerated() {
      var reader = TokenReader(Array(line.unicodeScalars), line: number)
      reader.read(into: &tokens)
    }
    return tokens
  }
}

/// Splits a line into tokens.
private struct TokenReader {
  let scalars: [Unicode.Scalar]
  let line: Int
  private var place = 0
  private var word = ""
  private var isGlued = false

  init(_ scalars: [Unicode.Scalar], line: Int) {
    self.scalars = scalars
    self.line = line
  }

  mutating func read(into tokens: inout [OutputToken]) {
    while place < scalars.count {
      let scalar = scalars[place]
      if scalar == " " || scalar == "\t" {
        endWord(&tokens)
        isGlued = false
        place += 1
      } else if scalar == "‹", let end = scalars[place...].firstIndex(of: "›") {
        endWord(&tokens)
        add("‹…›", nil, &tokens)
        place = end + 1
      } else if let (number, end) = number() {
        endWord(&tokens)
        add(text(place..<end), number, &tokens)
        place = end
      } else {
        word.unicodeScalars.append(scalar)
        place += 1
      }
    }
    endWord(&tokens)
  }

  private mutating func endWord(_ tokens: inout [OutputToken]) {
    if word.isEmpty { return }
    add(word, nil, &tokens)
    word = ""
  }

  private mutating func add(_ text: String, _ number: OutputToken.Number?, _ tokens: inout [OutputToken]) {
    tokens.append(OutputToken(text: text, number: number, isGlued: isGlued, line: line))
    isGlued = true
  }

  private func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  /// The number that begins here: a sign, digits, a fraction, an exponent.
  ///
  /// A digit inside a word, a version or a date does not begin a number: `k10`, `1.2.3`, the `-08` of `2018-01-08`.
  private func number() -> (OutputToken.Number, end: Int)? {
    var i = place
    let before = place > 0 ? scalars[place - 1] : " "
    guard !isWordly(before), before != "." else { return nil }
    var isNegative = false
    if ["+", "-", "\u{2212}"].contains(scalars[i]) {
      guard before != ")", before != "%" else { return nil }
      isNegative = scalars[i] != "+"
      i += 1
    }
    let whole = i
    i = endOfDigits(i)
    guard i > whole else { return nil }
    var digits = Array(scalars[whole..<i])
    var decimals = 0
    var exponent = 0
    var isDecimal = false
    if i + 1 < scalars.count, scalars[i] == ".", isDigit(scalars[i + 1]) {
      let end = endOfDigits(i + 1)
      // A second point makes it a version or an address.
      if end + 1 < scalars.count, scalars[end] == ".", isDigit(scalars[end + 1]) { return nil }
      digits += scalars[(i + 1)..<end]
      decimals = end - i - 1
      isDecimal = true
      i = end
    }
    if i < scalars.count, scalars[i] == "e" || scalars[i] == "E" {
      var j = i + 1
      var sign = 1
      if j < scalars.count, scalars[j] == "+" || scalars[j] == "-" {
        sign = scalars[j] == "-" ? -1 : 1
        j += 1
      }
      let end = endOfDigits(j)
      // If letters follow the digits, it is not a number: `12e4f` is a hash.
      if end > j, end - j <= 3, end == scalars.count || !isWordly(scalars[end]),
        let power = Int(text(j..<end))
      {
        exponent = sign * power
        isDecimal = true
        i = end
      }
    }
    let mantissa = String(String.UnicodeScalarView(digits))
    guard let magnitude = Double(mantissa + "e" + String(exponent - decimals)) else { return nil }
    let significant = digits.drop { $0 == "0" }.count
    return (
      OutputToken.Number(
        value: isNegative ? -magnitude : magnitude, isDecimal: isDecimal,
        unit: Double("1e" + String(exponent - decimals)) ?? 0, digits: significant), i
    )
  }

  private func endOfDigits(_ start: Int) -> Int {
    var i = start
    while i < scalars.count, isDigit(scalars[i]) { i += 1 }
    return i
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x30 < 10 }

  private func isWordly(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || scalar == "_" || scalar.properties.isAlphabetic
  }
}
