import Testing

@testable import PodiumFormats

struct ByteWordsTests {
  @Test(arguments: [0x0A, 0x0D] as [UInt8], [0, 1, 15, 16, 63, 64, 65, 127, 128, 200])
  func `a line ends at its first line feed or carriage return`(_ mark: UInt8, _ place: Int) {
    var bytes = [UInt8](repeating: 0x61, count: 201)
    bytes[place] = mark
    for start in [0, 1, 64, 200] where start <= place { #expect(bytes.span.lineEnd(from: start) == place) }
    #expect(bytes.span.lineEnd(from: place + 1) == 201)
    #expect(bytes.span.lineEnd(from: 201) == 201)
  }
}
