internal import PodiumCore
internal import PodiumPlugin

/// One line of an ARFF file, split into words by spaces; commas and braces are separate words.
///
/// A word in single or double quotes may contain anything, with `\` as escape. `%` outside quotes begins a comment.
struct ARFFLine {
  /// A word, or one of the marks `,` `{` `}`.
  struct Token {
    var text: String
    var isQuoted: Bool
    var mark: UInt8?
  }

  private(set) var tokens: [Token] = []
  /// The comment without `%` and surrounding spaces; empty if there is none.
  private(set) var comment = ""
  /// The bytes of the tokens that were counted; free them when the line is not needed any more.
  private(set) var counted = 0
  private var bytes = 0
  private let limits: ReadLimits

  /// No line yet.
  init(limits: ReadLimits = ReadLimits()) { self.limits = limits }

  /// Splits a line, in place of the one before; `keepsBlanks` keeps spaces within unquoted words, which data cells may
  /// contain.
  ///
  /// Throws what is wrong, in words.
  mutating func split(
    _ text: Span<UInt8>, _ line: Range<Int>, keepsBlanks: Bool, budget: ReadBudget? = nil
  ) throws(ARFFFault) {
    // The room is used again by short lines only.
    tokens.removeAll(keepingCapacity: tokens.count < 1 << 10)
    (comment, counted, bytes) = ("", 0, 0)
    var i = line.lowerBound
    let end = line.upperBound
    // In a sparse row a space separates index and value.
    let isSparse = ARFFLine.begins(text, ARFFLine.trimmed(text, line), with: 0x7B)
    while i < end {
      if bytes - counted > 1 << 20 { try count(budget) }
      switch text[i] {
      case 0x20, 0x09: i += 1
      case 0x25:
        // Only words of a few letters have a meaning.
        let whole = ARFFLine.trimmed(text, (i + 1)..<end)
        comment = NumberCell.string(text, whole.prefix(256))
        i = end
      case 0x2C, 0x7B, 0x7D:
        append(Token(text: "", isQuoted: false, mark: text[i]))
        i += 1
      case 0x27, 0x22: try quoted(text, &i, end)
      default:
        let start = i
        // After the last byte that is not a blank.
        var last = i
        while i < end, !ARFFLine.endsWord(text[i], keepsBlanks: keepsBlanks && !isSparse) {
          i += 1
          if !ARFFLine.isBlank(text[i - 1]) {
            last = i
            try check(last - start)
          }
        }
        let word = start..<last
        append(Token(text: NumberCell.string(text, word), isQuoted: false, mark: nil))
      }
    }
    // Few tokens are not worth the count.
    if bytes > 1 << 14 { try count(budget) }
  }

  private mutating func append(_ token: Token) {
    // Arrays that grow take up to twice what they hold; short texts are within the token.
    bytes +=
      2 * MemoryLayout<Token>.stride + (token.text.utf8.count > 15 ? token.text.utf8.count + 32 : 0)
    tokens.append(token)
  }

  private func check(_ length: Int) throws(ARFFFault) {
    guard length <= limits.cellBytes else {
      throw .tooLarge("the cell is larger than \(limits.cellSizeText)")
    }
  }

  private mutating func count(_ budget: ReadBudget?) throws(ARFFFault) {
    do throws(Diagnostic) { try budget?.use(bytes - counted) } catch {
      throw ARFFFault(stop: error)
    }
    counted = bytes
  }

  private static func begins(_ text: Span<UInt8>, _ range: Range<Int>, with byte: UInt8) -> Bool {
    !range.isEmpty && text[range.lowerBound] == byte
  }

  private static func endsWord(_ byte: UInt8, keepsBlanks: Bool) -> Bool {
    switch byte {
    case 0x2C, 0x7B, 0x7D, 0x25: true
    case 0x20, 0x09: !keepsBlanks
    default: false
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  private static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, isBlank(text[low]) { low += 1 }
    while high > low, isBlank(text[high - 1]) { high -= 1 }
    return low..<high
  }

  private mutating func quoted(_ text: Span<UInt8>, _ i: inout Int, _ end: Int) throws(ARFFFault) {
    let quote = text[i]
    i += 1
    var bytes: [UInt8] = []
    while true {
      guard i < end else { throw ARFFFault("a quote is not closed on its line") }
      let byte = text[i]
      i += 1
      if byte == quote { break }
      try check(bytes.count)
      guard byte == 0x5C, i < end else {
        bytes.append(byte)
        continue
      }
      let escaped = text[i]
      i += 1
      switch escaped {
      case 0x6E: bytes.append(0x0A)
      case 0x72: bytes.append(0x0D)
      case 0x74: bytes.append(0x09)
      case 0x75:
        if let code = JSONLexer.hexadecimal(text, i, end), let scalar = Unicode.Scalar(code) {
          bytes += Array(String(Character(scalar)).utf8)
          i += 4
        } else {
          bytes += [0x5C, 0x75]
        }
      case 0x5C, 0x27, 0x22, 0x25: bytes.append(escaped)
      // Weka keeps the backslash of unknown escapes; Windows paths depend on it.
      default: bytes += [0x5C, escaped]
      }
    }
    try check(bytes.count)
    append(Token(text: String(decoding: bytes, as: UTF8.self), isQuoted: true, mark: nil))
  }
}

/// What is wrong with a line; the reader adds file, line and attribute.
struct ARFFFault: Error {
  let what: String
  /// The error that is reported instead, if it is not about the line's form.
  let stop: Diagnostic?

  init(_ what: String) { (self.what, stop) = (what, nil) }

  init(stop: Diagnostic) { (what, self.stop) = (stop.message, stop) }

  static func tooLarge(_ what: String) -> ARFFFault {
    ARFFFault(
      stop: Diagnostic("too-large", what, help: "check for a missing line end or an unclosed quote")
    )
  }
}
