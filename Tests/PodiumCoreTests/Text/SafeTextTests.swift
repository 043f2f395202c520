import Foundation
import PodiumCore
import PodiumTestKit
import Testing

@Suite struct SafeTextTests {
  /// What reliability demands, written down a second time: no control, format, invisible or private scalar.
  static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      return true
    default: break
    }
    switch scalar.value {
    case 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E,
      0x2060...0x206F,
      0x2800, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xE0000...0xE0FFF:
      return true
    default: return false
    }
  }

  static func dangers(in text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter(isDangerous) }

  @Test func `no dangerous scalar survives alone, after a letter or between emoji`() {
    var survivors: [String] = []
    for value in (0...0x10FFFF) as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isPlain = !SafeTextTests.isDangerous(scalar)
      // Plain scalars of the large blocks are looked at in samples; a debug build would take too long.
      if isPlain, value > 0x3000, value % 61 != 0 { continue }
      if !isPlain, value > 0x40000, value < 0xE0000 || value > 0xE1000, value % 97 != 0 { continue }
      for text in ["\(scalar)", "a\(scalar)b"] where !SafeTextTests.dangers(in: SafeText.escape(text)).isEmpty {
        survivors.append(String(value, radix: 16))
      }
      // A selector after a picture is how the picture is asked for.
      if !isPlain, value != 0xFE0F, !SafeTextTests.dangers(in: SafeText.escape("😀\(scalar)")).isEmpty {
        survivors.append("emoji " + String(value, radix: 16))
      }
      if isPlain, scalar != "\\", SafeText.escape("\(scalar)") != "\(scalar)" {
        survivors.append("escaped without need " + String(value, radix: 16))
      }
    }
    #expect(survivors == [])
  }

  static let pictures = ["👨‍👩‍👧‍👦", "❤️", "🏳️‍🌈", "👍🏽", "1️⃣", "#⃣", "🇳🇴", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👩🏽‍❤️‍💋‍👨🏿", "☎️"]

  @Test(arguments: pictures)
  func `whole emoji are kept as they are`(_ picture: String) {
    #expect(SafeText.escape("a" + picture + "b") == "a" + picture + "b")
    #expect(DisplayWidth.of(picture) == 2)
  }

  static let halves = [
    "1\u{FE0F}", "1\u{FE0F}\u{200D}\u{FE0F}", "😀\u{200D}", "\u{200D}😀", "😀\u{FE0F}\u{FE0F}", "a\u{FE0F}",
    "a\u{200D}b",
    "😀\u{200D}\u{200D}😀", "\u{1F3F4}\u{E0067}", "😀\u{E0067}\u{E007F}", "\u{1F3F4}\u{E007F}", "🇳\u{200D}🇴",
    "*\u{200D}",
    "😀\u{200D}a", "क\u{200D}ष",
  ]

  @Test(arguments: halves)
  func `what only looks like an emoji hides nothing`(_ text: String) {
    #expect(SafeTextTests.dangers(in: SafeText.escape(text)) == [])
  }

  static let shown = [
    ("plain", "plain"), ("a\nb\tc\rd", #"a\nb\tc\rd"#), ("\u{1B}[31mred", #"\u{1B}[31mred"#),
    ("\r\n", #"\r\n"#),
    ("naïve 冬 ü", "naïve 冬 ü"), (#"C:\data"#, #"C:\data"#), (#"C:\new"#, #"C:\\new"#),
    (#"a\b"# + "\n", #"a\\b\n"#),
    ("\\\u{200D}", #"\\\u{200D}"#), ("\\\u{301}\u{7}", "\\\\\u{301}\\u{7}"), (#"\\"#, #"\\\\"#),
    (#"\"#, #"\"#),
    ("\u{202E}evil", #"\u{202E}evil"#), ("\u{0}", #"\u{0}"#),
  ]

  @Test(arguments: shown)
  func `escapes read as these`(_ text: String, _ escaped: String) {
    #expect(SafeText.escape(text) == escaped)
  }

  @Test func `no two texts look the same`() {
    var source = RandomSource(seed: 5)
    let parts = ["\\", "n", "u", "{7}", "\n", "\u{7}", "\u{200D}", "a", "r", "\r", "\t", "t", "}", "\u{301}"]
    var seen: [String: String] = [:]
    for _ in 0..<8000 {
      let text = (0..<(1 + source.below(5))).map { _ in parts[source.below(parts.count)] }.joined()
      let shown = SafeText.escape(text)
      if let other = seen[shown], !other.unicodeScalars.elementsEqual(text.unicodeScalars) {
        Issue.record("\(text.debugDescription) and \(other.debugDescription) both look like \(shown)")
        return
      }
      seen[shown] = text
    }
  }

  @Test func `marks beyond eight become one ellipsis`() {
    let zalgo = "e" + String(repeating: "\u{302}", count: 500) + "x"
    #expect(SafeText.escape(zalgo) == "e" + String(repeating: "\u{302}", count: 8) + "…x")
  }

  static let lines = [
    ("a\nb\tc", "a\nb\tc"), ("a\r\nb", "a\\r\nb"), ("\u{1B}\n\n", "\\u{1B}\n\n"), ("", ""), ("\t", "\t"),
    ("x\n", "x\n"),
  ]

  @Test(arguments: lines)
  func `prose keeps its line feeds and tabs`(_ text: String, _ escaped: String) {
    #expect(SafeText.escapeLines(text) == escaped)
  }

  @Test func `JSON stays what it is and shows nothing dangerous`() throws {
    let texts = ["\u{202E}x\u{2066}", "\u{FEFF}\u{E0041}", "👨‍👩‍👧", "\u{FFFFE}", "é\n\u{1B}\\"]
    let value = JSONValue.object(texts.map { ($0, .string($0)) })
    let shown = SafeText.escapeJSON(value.text + "\n")
    #expect(SafeTextTests.dangers(in: shown) == ["\n"])
    #expect(try JSONReader.value(shown) == value)
    #expect(SafeText.escapeJSON(#"{"a":[1,"é"]}"#) == #"{"a":[1,"é"]}"#)
  }

  private struct Corpus: Decodable {
    struct Case: Decodable {
      let id: String
      let bytes: Data

      enum CodingKeys: String, CodingKey {
        case id
        case bytes = "bytes_base64"
      }
    }
    let cases: [Case]
  }

  static let corpus = Checkout.shared("corpora/terminal/cases.json")

  @Test(.enabled(if: FileManager.default.fileExists(atPath: corpus), "the corpora lie beside the checkout"))
  func `attacks on terminals are disarmed`() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: SafeTextTests.corpus))
    let cases = try JSONDecoder().decode(Corpus.self, from: data).cases
    #expect(cases.count >= 30)
    for attack in cases {
      let text = String(decoding: attack.bytes, as: UTF8.self)
      let left = SafeTextTests.dangers(in: SafeText.escape(text)).filter {
        $0.value != 0x200D && $0.value != 0xFE0F
      }
      #expect(left.isEmpty, "\(attack.id)")
    }
  }
}
