import CVectors
import PodiumCore
import Testing

/// The vectors are those of FIPS 180-4 and of Python's hashlib.
@Suite struct SHA256Tests {
  static let published = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ]

  @Test(arguments: published)
  func `the published vectors match`(_ text: String, _ hash: String) {
    #expect(SHA256.hex(text.utf8) == hash)
  }

  static let borders = [
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (57, "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6"),
    (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
    (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
    (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
    (128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"),
    (130, "1e3c4f4750c8c29bbfa9ced317788176b156d342e57f7777f62fd7221a44312f"),
    (100_000, "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"),
  ]

  @Test(arguments: borders)
  func `lengths around the borders of a block match`(_ count: Int, _ hash: String) {
    #expect(SHA256.hex(repeatElement(0x61, count: count)) == hash)
  }

  @Test func `every length up to 199 comes out`() {
    let all = (0..<200).map { n in SHA256.hex((0..<n).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }) }
      .joined()
    #expect(SHA256.hex(all.utf8) == "466ee381bbc4a6de34133ad71e2d19bd7ac1efe7fbd78829b39564fb7a8e7d20")
  }

  @Test(arguments: [1, 3, 63, 64, 65, 200])
  func `pieces hash as the whole does`(_ size: Int) {
    let bytes = (0..<500).map { UInt8(truncatingIfNeeded: $0 * 31) }
    var hash = SHA256()
    for start in stride(from: 0, to: bytes.count, by: size) {
      hash.update(bytes[start..<min(start + size, 500)])
    }
    #expect(hash.hex() == SHA256.hex(bytes))
    #expect(hash.hex() == hash.hex(), "asking twice changes nothing")
  }

  @Test func `texts that run together differ`() {
    var one = SHA256()
    one.update(text: "ab")
    one.update(text: "c")
    var other = SHA256()
    other.update(text: "a")
    other.update(text: "bc")
    #expect(one.hex() != other.hex())
  }

  @Test func `the processor's instructions give what plain arithmetic gives`() {
    var source = Seed(3).source()
    let bytes = (0..<6400).map { _ in UInt8.random(in: 0...255, using: &source) }
    for blocks in 0...100 {
      var (fast, plain) = ([UInt32](repeating: 7, count: 8), [UInt32](repeating: 7, count: 8))
      cv_sha256(&fast, bytes, blocks)
      cv_sha256_plain(&plain, bytes, blocks)
      #expect(fast == plain)
    }
  }
}
