import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFormats

struct DecodedTextTests {
  private func text(_ bytes: [UInt8], as encoding: TextEncoding? = nil) throws -> (String, TextEncoding) {
    let decoded = try DecodedText.decode(bytes, name: "t.csv", as: encoding)
    return (String(decoding: decoded.bytes[decoded.start...], as: UTF8.self), decoded.encoding)
  }

  @Test func `a byte order mark of UTF-8 is not part of the text`() throws {
    #expect(try text([0xEF, 0xBB, 0xBF, 0x61]) == ("a", .utf8))
  }

  @Test func `UTF-16 with a byte order mark is decoded in both byte orders`() throws {
    // a, é, €, an emoji beyond 16 bits.
    let units: [UInt16] = [0xFEFF, 0x61, 0xE9, 0x20AC, 0xD83C, 0xDFBF]
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    #expect(try text(little) == ("aé€🎿", .utf16LittleEndian))
    #expect(try text(big) == ("aé€🎿", .utf16BigEndian))
  }

  @Test func `UTF-16 without a mark is detected by its zeros`() throws {
    let bytes = "a,b\n1,2\n".utf8.flatMap { [$0, 0 as UInt8] }
    #expect(try text(bytes) == ("a,b\n1,2\n", .utf16LittleEndian))
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00], [0xFF, 0xFE, 0x00, 0xDC], [0xFF, 0xFE, 0x00, 0xD8],
      [0xFE, 0xFF, 0x61],
    ] as [[UInt8]])
  func `half a character of UTF-16 is an error`(_ bytes: [UInt8]) {
    let error = failure(bytes)
    #expect(error.code == "not-text")
    #expect(error.message.contains("half a character in utf-16"))
  }

  @Test func `bytes that are not UTF-8 are Windows-1252 and the first is named`() throws {
    let decoded = try DecodedText.decode([0x61, 0x80, 0x20, 0x93, 0x9F], name: "t.csv")
    #expect(String(decoding: decoded.bytes, as: UTF8.self) == "a€ “Ÿ")
    #expect(decoded.encoding == .windows1252)
    #expect(decoded.firstBadByte == 1)
    #expect(try text([0x63, 0xE9, 0x0A]) == ("cé\n", .latin1))
  }

  @Test func `a load reports from which byte on a file was not UTF-8`() throws {
    let loaded = try CSVReader.read(Array("x,y\n1,caf".utf8) + [0xE9, 0x0A], name: "t.csv")
    #expect(loaded.rows == [["1", "café"]])
    #expect(loaded.report.notices == ["byte 9 (line 2) is not utf-8; the file was read as latin-1"])
  }

  @Test func `a UTF-8 file with a damaged byte is an error and not mojibake`() throws {
    let damaged = Array("é,ü\nñ,".utf8) + [0xFF] + Array("\n".utf8)
    let error = failure(damaged)
    #expect(error.code == "not-text")
    #expect(error.message == "byte 9 is not UTF-8, though the rest of the file is")
    #expect(error.place == .init(file: "t.csv", line: 2))
    #expect(try text(damaged, as: .latin1).0 == "Ã©,Ã¼\nÃ±,ÿ\n")
  }

  @Test func `NUL and control bytes are not text`() {
    let nul = failure([0x61, 0x0A, 0x00, 0x62])
    #expect(nul.code == "not-text")
    #expect(nul.message == "byte 2 is NUL, which text does not contain")
    #expect(nul.place?.line == 2)
    #expect(failure([0xE9, 0x01]).code == "not-text")
    #expect(failure([0x61, 0x81]).message == "byte 1 is neither UTF-8 nor Windows-1252")
    #expect(failure([0xFF, 0xFE, 0, 0]).code == "not-text")
  }

  @Test func `the UTF-8 check agrees with the standard library`() {
    var random = SystemlessRandom(seed: 1)
    let pieces: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE,
      0xEF, 0xF0,
      0xF1, 0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(7)).map { _ in pieces[random.below(pieces.count)] }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      #expect((UTF8Check(bytes.span).firstBad == nil) == isValid, "\(bytes)")
    }
  }

  @Test func `a check in parts finds the same as a check of the whole`() {
    var random = SystemlessRandom(seed: 4)
    let pieces: [[UInt8]] = [
      [0x61], [0xC3, 0xA9], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x8F, 0x82], [0x80], [0xBF, 0xBF, 0xBF, 0xBF, 0xBF],
      [0x00],
      [0xE2, 0x82], [0xFF],
    ]
    for _ in 0..<2000 {
      let bytes = (0..<random.below(60)).flatMap { _ in random.chance(0.3) ? [0x62] : random.pick(pieces) }
      let start = random.below(bytes.count + 1)
      let parts = UTF8Check.of(bytes, from: start, threads: 2, part: 1 + random.below(20))
      #expect(parts == UTF8Check(bytes.span, from: start), "\(bytes)")
    }
  }
}

extension DecodedTextTests {
  @Test(
    .enabled(if: SharedFiles.exist("corpora/text/utf8tests.txt"), "the shared corpora are not beside this checkout"))
  func `every case of the utf-8 corpus is classified`() {
    var judged = 0
    let lines = SharedFiles.bytes("corpora/text/utf8tests.txt").split(separator: 0x0A)
    for line in lines where line.first != 0x23 {
      let fields = line.split(separator: 0x3A, maxSplits: 3, omittingEmptySubsequences: false)
      guard fields.count >= 3 else { continue }
      let kind = String(decoding: fields[1], as: UTF8.self).filter { $0 != " " }
      guard kind.hasSuffix("hex") else { continue }
      let digits = fields[2].filter { $0 != 0x20 }.map { String(UnicodeScalar($0)) }
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(digits[$0] + digits[$0 + 1], radix: 16)
      }
      // After blocks of ASCII too, which are checked on a fast path.
      for padding in [0, 63, 64, 130] {
        let text = [UInt8](repeating: 0x61, count: padding) + bytes + [UInt8](repeating: 0x62, count: padding)
        #expect(
          (UTF8Check(text.span).firstBad == nil) == (kind == "validhex"), "\(String(decoding: line, as: UTF8.self))")
      }
      judged += 1
    }
    #expect(judged > 100)
  }
}
