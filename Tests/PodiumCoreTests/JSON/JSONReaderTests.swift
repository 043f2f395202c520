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
