import PodiumCore
import PodiumTestKit
import Testing

struct CodePointOrderTests {
  @Test func `texts come by their code points, whatever the locale`() {
    // The last two look alike: one scalar, and a letter with a mark.
    let texts = ["é", "z", "Z", "", "10", "9", "\u{1F3BF}", "\u{FB01}", "e\u{301}"]
    #expect(texts.inCodePointOrder() == ["", "10", "9", "Z", "e\u{301}", "z", "é", "\u{FB01}", "\u{1F3BF}"])
    #expect(texts.inCodePointOrder() == CodePointOrder.places(of: texts).map { texts[$0] })
  }

  @Test func `elements with equal texts keep their places`() {
    let pairs = [("b", 1), ("a", 2), ("b", 3), ("a", 4)]
    #expect(pairs.inCodePointOrder(by: \.0).map(\.1) == [2, 4, 1, 3])
    #expect(["b": 1, "a": 2].inCodePointOrder(by: \.key).map(\.value) == [2, 1])
  }

  @Test func `a list is ordered as it is sorted`() {
    var random = SystemlessRandom(seed: 7)
    let numbers = (0..<200).map { place in (key: random.below(20), place: place) }
    #expect(numbers.ordered { $0.key < $1.key }.map(\.place) == numbers.sorted { $0.key < $1.key }.map(\.place))
    #expect([Int]().ordered(by: <).isEmpty)
  }
}
