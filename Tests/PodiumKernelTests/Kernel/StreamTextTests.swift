import PodiumNotebook
import Testing

@testable import PodiumKernel

@Suite struct StreamTextTests {
  @Test func `bytes are joined until they are many or have waited, and a character is never cut`() {
    var stream = StreamText()
    #expect(stream.add(Array("a".utf8), isError: false, at: 1) == [])
    #expect(stream.due(at: 1.05) == [])
    #expect(stream.add(Array("bå".utf8.dropLast()), isError: false, at: 1.06) == [])
    #expect(stream.due(at: 1.1) == [.init("ab", isError: false)])
    #expect(stream.add(Array("å".utf8.suffix(1)), isError: false, at: 1.2) == [])
    #expect(stream.add(Array("!".utf8), isError: true, at: 1.3) == [.init("å", isError: false)])
    #expect(stream.flush() == [.init("!", isError: true)])
    let many = stream.add([UInt8](repeating: 0x78, count: 9000), isError: false, at: 2)
    #expect(many.map(\.text.utf8.count) == [9000])
    _ = stream.add([0xC3], isError: false, at: 3)
    #expect(stream.flush() == [.init("\u{FFFD}", isError: false)])
    #expect(stream.flush() == [])
  }

  @Test func `what is too much is left out with one note`() {
    var stream = StreamText()
    var pieces: [StreamText.Piece] = []
    for _ in 0..<12 { pieces += stream.add([UInt8](repeating: 0x78, count: 1_000_000), isError: false, at: 0) }
    pieces += stream.flush()
    #expect(pieces.count { $0.text.contains("left out") } == 1)
    #expect(pieces.map(\.text.utf8.count).reduce(0, +) < JupyterOutput.streamLimit + 100)
  }
}
