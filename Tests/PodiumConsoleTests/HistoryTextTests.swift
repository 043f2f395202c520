import Testing

@testable import PodiumConsole

/// The form of entries in the file.
struct HistoryTextTests {
  private func entries(_ text: String, isCut: Bool = false, limit: Int = 100) -> [String] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count + 1, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: Array(text.utf8))
    var found: [String] = []
    let last = HistoryText.entries(in: buffer, isCut: isCut, limit: limit) {
      found.append(String(cString: $0))
    }
    #expect(last == found.last)
    return found
  }

  @Test(arguments: ["plain", "two\nlines", "C:\\new\\\\r", "\\", "a\r\nb\\n", "日本 é", "ends in \\\nnext"])
  func `an entry reads back as it was written`(entry: String) {
    let line = HistoryText.encoded(entry)
    #expect(!line.contains("\n") && !line.contains("\r"))
    #expect(entries(line + "\n") == [entry])
  }

  @Test func `the latest entries are kept`() {
    #expect(entries("a\nb\nc\nd\n", limit: 2) == ["c", "d"])
    #expect(entries("a\nb\nc\nd", limit: 2) == ["c", "d"])
    #expect(entries("a\nb\n", limit: 2) == ["a", "b"])
    #expect(entries("a\nb\n", limit: 9) == ["a", "b"])
  }

  @Test func `the first line of a cut text is left out`() {
    #expect(entries("alf\nwhole\n", isCut: true) == ["whole"])
    #expect(entries("alf", isCut: true) == [])
    #expect(entries("alf\n", isCut: true) == [])
  }

  @Test func `empty lines and repetitions are left out`() {
    #expect(entries("\n\na\na\n\na\nb\n") == ["a", "b"])
    #expect(entries("") == [])
    #expect(entries("\n") == [])
  }

  @Test func `a backslash no one wrote as an escape stands for itself`() {
    #expect(entries("a\\tb\nend\\\n") == ["a\\tb", "end\\"])
  }
}
