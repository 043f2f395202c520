import PodiumCore
import Testing

@Suite struct CRC32Tests {
  @Test func `the check value of the standard, and its digits`() {
    #expect(CRC32.value(of: Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.value(of: AnySequence("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.hex([]) == "00000000" && CRC32.hex([0]) == "d202ef8d")
  }
}
