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

  /// Attacks of our own making, as bytes: some are not UTF-8.
  static let attacks: [[UInt8]] = [
    Array("\u{1B}]0;new title\u{7}".utf8), Array("\u{1B}]2;\u{1B}\\".utf8), Array("\u{1B}[2J\u{1B}[1;1H".utf8),
    Array("\u{1B}[6n\u{1B}[c\u{1B}[>q".utf8), Array("\u{1B}]52;c;cm0=\u{1B}\\".utf8), Array("\u{1B}P$q q\u{1B}\\".utf8),
    Array("\u{1B}[8m hidden \u{1B}[0m".utf8), Array("\u{1B}[?1049h\u{1B}[?25l".utf8),
    Array("\u{1B}(0lqk\u{E}\u{F}".utf8),
    Array("safe\rrm".utf8), Array("abc\u{8}\u{8}\u{8}xyz".utf8),
    Array("\u{1B}]8;;file:///etc\u{7}link\u{1B}]8;;\u{7}".utf8),
    Array("\u{9B}31m\u{9D}0;t\u{9C}".utf8), [0x9B, 0x33, 0x31, 0x6D], [0x1B, 0x5B, 0xFF, 0x6D],
    [0xC0, 0x9B, 0xE2, 0x80],
    Array("\u{202E}gpj.exe\u{202C}".utf8), Array("\u{2066}\u{2067}\u{2069}".utf8),
    Array("a\u{200B}\u{2060}\u{FEFF}b".utf8),
    Array("\u{E0001}\u{E0061}\u{E007F}".utf8), Array("\u{1B}c\u{1B}#8\u{1B}Z".utf8),
    Array("\u{5}\u{11}\u{13}\u{1A}\u{4}".utf8),
    Array("line\u{2028}next\u{2029}\u{85}\u{B}\u{C}".utf8), Array("\u{1B}]1337;File=name=eA==:AA==\u{7}".utf8),
  ]

  @Test(arguments: attacks)
  func `made attacks on terminals are disarmed`(_ attack: [UInt8]) {
    let text = String(decoding: attack, as: UTF8.self)
    #expect(!SafeTextTests.dangers(in: text).isEmpty || !attack.elementsEqual(text.utf8))
    #expect(SafeTextTests.dangers(in: SafeText.escape(text)).isEmpty)
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

  @Test func `a command in a sentence can be typed as it is shown`() {
    #expect(SafeText.escapeSentence(#"use "a\\b" or \n"#) == #"use "a\\b" or \n"#)
    #expect(SafeText.escapeSentence("a\u{1B}[2J\\n\u{202E}") == "a\\u{1B}[2J\\n\\u{202E}")
  }
}
