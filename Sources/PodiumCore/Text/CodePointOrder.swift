/// The order of texts by their Unicode code points, the same in every locale.
public enum CodePointOrder {
  /// Whether the first text comes before the second.
  public static func precedes(_ a: String, _ b: String) -> Bool {
    // UTF-8 bytes sort as their code points do.
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  /// The places of texts in their order; equal texts keep theirs.
  public static func places(of texts: [String]) -> [Int] {
    texts.indices.sorted { precedes(texts[$0], texts[$1]) }
  }

  @inline(never)
  fileprivate static func sorted(_ texts: [String]) -> [String] { texts.sorted(by: precedes) }
}

// A sort is compiled for each type of element, which was a tenth of what a sport's model takes; here only places are sorted.
extension Sequence {
  /// The elements in the order of a text of each, by code points; those of equal texts keep theirs.
  public func inCodePointOrder(by text: (Element) -> String) -> [Element] {
    let all = Array(self)
    return CodePointOrder.places(of: all.map(text)).map { all[$0] }
  }

  /// The elements as `sorted(by:)` gives them, for lists so short that a call for each comparison costs nothing.
  public func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    let all = Array(self)
    return sortedPlaces(all.count) { precedes(all[$0], all[$1]) }.map { all[$0] }
  }
}

extension Sequence<String> {
  /// The texts in the order of their code points.
  public func inCodePointOrder() -> [String] { CodePointOrder.sorted(Array(self)) }
}

/// Sorts without a type of its own for each caller.
@inline(never)
private func sortedPlaces(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: precedes)
}
