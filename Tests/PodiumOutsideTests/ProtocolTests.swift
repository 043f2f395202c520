import PodiumOutside
import Testing

@Suite("The protocol of outside plugins")
struct ProtocolTests {
  @Test("has a version")
  func version() { #expect(OutsideProtocol.version == 1) }
}
