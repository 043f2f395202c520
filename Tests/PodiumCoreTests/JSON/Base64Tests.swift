import PodiumCore
import Testing

@Suite struct Base64Tests {
  /// The vectors of RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `bytes are written and read as the standard has them`(_ plain: String, _ coded: String) {
    #expect(Base64.text(Array(plain.utf8)) == coded)
    #expect(Base64.bytes(coded) == Array(plain.utf8))
  }

  @Test func `every byte comes back`() {
    let all = (0...255).map { UInt8($0) }
    #expect(Base64.bytes(Base64.text(all)) == all)
  }

  @Test(arguments: ["Z", "Zg=", "Z===", "====", "Zg==Zg==", "Zm9v\n", "Zm9-", "=Zg="])
  func `what is not written like this is refused`(_ text: String) { #expect(Base64.bytes(text) == nil) }
}
