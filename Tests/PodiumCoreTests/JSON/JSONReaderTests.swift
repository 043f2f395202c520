import Glibc
import PodiumCore
import PodiumTestKit
import Testing

@Suite struct JSONReaderTests {
  private func code(_ text: String) -> String? {
    do throws(Diagnostic) {
      _ = try JSONReader.value(text)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `what is written reads back the same`() throws {
    let value = JSONValue.object([
      ("a", .array([.integer(1), .number(1.5), .null, .bool(true), .string("å\u{1F3BF}\n\"\\\u{7}")])),
      ("b", .object([])), ("a", .integer(Int.min)),
    ])
    #expect(try JSONReader.value(value.text) == value)
    #expect(value["a"]?.integer == Int.min, "of equal keys the last counts")
  }

  @Test func `numbers are whole where they can be`() throws {
    #expect(try JSONReader.value("-12").integer == -12)
    #expect(try JSONReader.value("9223372036854775808").number == 9_223_372_036_854_775_808)
    #expect(try JSONReader.value("1e2").integer == 100)
    #expect(try JSONReader.value("0.1").integer == nil)
    #expect(try JSONReader.value("-0").number?.sign == .minus)
  }

  @Test(
    arguments: [
      "", " ", "01", "1.", ".5", "+1", "1e", "1e999", "nul", "[1,]", "[1 2]", "{\"a\":}", "{a:1}", "{\"a\":1,}",
      "\"\t\"",
      "\"\\x\"", "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"abc", "[", "{", "1 2", "\u{FEFF}1", "\"\\u12g4\"",
    ])
  func `what is not JSON is refused`(_ text: String) { #expect(code(text) == "malformed-json") }

  @Test func `bytes that are not UTF-8 are refused`() {
    #expect(throws: Diagnostic.self) { try JSONReader.value([0x22, 0xFF, 0x22]) }
  }

  @Test func `depth is bounded`() throws {
    let deep = JSONReader.depthLimit
    _ = try JSONReader.value(String(repeating: "[", count: deep) + String(repeating: "]", count: deep))
    #expect(code(String(repeating: "[", count: 1_000_000)) == "malformed-json")
    #expect(code(String(repeating: "{\"a\":", count: 100_000)) == "malformed-json")
  }

  @Test func `an error names its line and byte`() {
    do throws(Diagnostic) {
      _ = try JSONReader.value("[1,\n 2,\n  x]")
      Issue.record("it was read")
    } catch {
      #expect(error.message.hasPrefix("line 3, byte 3:"), "\(error.message)")
    }
  }

  @Test(
    arguments: [
      "0", "-0", "-1.5e-3", "1E+2", "\"\"", " \t\r\n1 ", "[]", "[ ]", "[[],{}]", "{}", "{ \"\" : null }",
      "{\"a\":1,\"a\":2}", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0000\"", "\"\\ud83c\\udfbf\"",
      "\"\u{7F}\u{FFFF}\u{10FFFF}\"",
      "\"\\u005C\"", "[1,-2.0,3e0]", "\"/\"", "\"\u{2028}\"", "[true,false,null]",
    ])
  func `what the grammar allows is read`(_ text: String) { #expect(code(text) == nil) }

  @Test func `every short text is judged as a plain recognizer of the grammar judges it`() {
    let alphabet = Array("[]{},:\"01-.eE+ n\\u".utf8)
    var texts = [[UInt8]()]
    var last = texts
    for _ in 0..<3 {
      last = last.flatMap { text in alphabet.map { text + [$0] } }
      texts += last
    }
    // Longer ones are drawn; most are close to valid, since they join whole tokens.
    let tokens = ["[", "]", "{", "}", ",", ":", "\"a\"", "1", "-", ".5", "e-1", " ", "null", "true", "\"\\n\"", "0"]
    var source = RandomSource(seed: 3)
    for _ in 0..<20_000 {
      texts.append(
        (0..<(1 + source.below(8))).flatMap { _ in Array(tokens[source.below(tokens.count)].utf8) })
    }
    var accepted = 0
    for text in texts {
      var isRead = true
      do throws(Diagnostic) { _ = try JSONReader.value(text) } catch { isRead = false }
      let isAllowed = Grammar.allows(text)
      if isAllowed { accepted += 1 }
      if isRead != isAllowed {
        Issue.record("\(String(decoding: text, as: UTF8.self).debugDescription) is judged wrong")
      }
    }
    #expect(accepted > 100)
  }

  @Test(.enabled(if: access(Checkout.shared("corpora/json"), R_OK) == 0, "the reference corpora are not here"))
  func `the test suite of JSON parsers is judged right`() throws {
    let folder = Checkout.shared("corpora/json/JSONTestSuite/test_parsing")
    let names = try Folder.names(folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix("i_") }
    try #require(names.count > 100)
    for name in names {
      let bytes = try Folder.bytes(folder + "/" + name)
      var isRead = true
      do throws(Diagnostic) { _ = try JSONReader.value(bytes) } catch { isRead = false }
      #expect(isRead == name.hasPrefix("y_"), "\(name)")
    }
  }
}

/// The grammar of RFC 8259, rule by rule, for short texts in ASCII.
private struct Grammar {
  private let text: [UInt8]
  private var at = 0

  private init(_ text: [UInt8]) { self.text = text }

  static func allows(_ text: [UInt8]) -> Bool {
    var reader = Grammar(text)
    return reader.value() && reader.at == text.count
  }

  private var next: UInt8? { at < text.count ? text[at] : nil }

  private mutating func take(_ characters: String) -> Bool {
    guard let next, characters.utf8.contains(next) else { return false }
    at += 1
    return true
  }

  private mutating func space() { while take(" \t\r\n") {} }

  private mutating func digits() -> Bool {
    let start = at
    while take("0123456789") {}
    return at > start
  }

  /// A value with the space around it.
  private mutating func value() -> Bool {
    space()
    defer { space() }
    switch next {
    case UInt8(ascii: "["): return list("[", "]") { $0.value() }
    case UInt8(ascii: "{"): return list("{", "}") { $0.member() }
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  private mutating func list(_ open: String, _ close: String, _ element: (inout Grammar) -> Bool) -> Bool {
    guard take(open) else { return false }
    space()
    if take(close) { return true }
    repeat { if !element(&self) { return false } } while take(",")
    return take(close)
  }

  private mutating func member() -> Bool {
    space()
    guard string() else { return false }
    space()
    return take(":") && value()
  }

  private mutating func word(_ word: String) -> Bool {
    for byte in word.utf8 {
      guard next == byte else { return false }
      at += 1
    }
    return true
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") {
      guard digits() else { return false }
    }
    if take(".") { guard digits() else { return false } }
    if take("eE") {
      _ = take("+-")
      return digits()
    }
    return true
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = next, byte != UInt8(ascii: "\"") {
      at += 1
      if byte < 0x20 { return false }
      if byte == UInt8(ascii: "\\") {
        if take("u") {
          for _ in 0..<4 { guard take("0123456789abcdefABCDEF") else { return false } }
        } else if !take("\"\\/bfnrt") {
          return false
        }
      }
    }
    return take("\"")
  }
}

/// Files of a folder, read without any library.
private enum Folder {
  static func names(_ path: String) throws -> [String] {
    let folder = try #require(opendir(path))
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "rb"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
  }
}
