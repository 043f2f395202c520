internal import Glibc
public import PodiumCore

/// Numbers cut into bins, each with its lower bound and without its upper one.
public enum Binning {
  /// How the bounds are chosen.
  public enum Rule: Sendable {
    /// Bins of one width that begin at multiples of it.
    case width(Double)
    /// So many bins of one width from the least to the greatest value.
    case count(Int)
    /// Bounds as given, ascending.
    case at([Double])
  }

  /// The most bins.
  public static let limit = 1000

  /// The bins as an ordered column with names such as `[10,20)`; the last bin of `count` holds its upper bound too.
  ///
  /// Throws `no-values` for numbers of which none is there and `too-many-values` beyond `limit` bins.
  public static func binned(
    _ numbers: [Double], _ rule: Rule, named name: String, scale: NumberScale? = nil
  ) throws(Diagnostic) -> Categorical {
    let present = numbers.lazy.filter { !$0.isNaN }
    guard let least = present.min(), let most = present.max() else {
      throw Diagnostic("no-values", "column \(Abridged.quoted(name)) has no values to bin")
    }
    switch rule {
    case .at(let bounds): return at(bounds, numbers, scale)
    case .width(let width):
      let first = (least / width).rounded(.down)
      let last = (most / width).rounded(.down)
      guard last - first < Double(limit) else {
        throw Diagnostic(
          "too-many-values", "a width of \(NumberText.shortest(width)) would make more than \(limit) bins",
          help: "the values go from \(NumberText.shortest(least)) to \(NumberText.shortest(most))")
      }
      let bounds = (0...Int(last - first) + 1).map { clean((first + Double($0)) * width) }
      return cut(numbers, bounds, closed: false, scale)
    case .count(let count):
      guard most > least else { return cut(numbers, [least, least], closed: true, scale) }
      // Halves are taken first, so that a range beyond the greatest double does not overflow.
      let bounds = (0...count).map { place in
        let share = Double(place) / Double(count)
        return place == count ? most : clean(least * (1 - share) + most * share)
      }
      return cut(numbers, bounds, closed: true, scale)
    }
  }

  private static func at(_ bounds: [Double], _ numbers: [Double], _ scale: NumberScale?) -> Categorical {
    let texts = bounds.map { scale?.fileText($0) ?? NumberText.shortest($0) }
    let names =
      ["<" + texts[0]] + zip(texts, texts.dropFirst()).map { "[\($0),\($1))" } + [">=" + texts[texts.count - 1]]
    let codes = numbers.map { value -> Int32 in
      value.isNaN ? -1 : Int32(bounds.partitioned { $0 <= value })
    }
    return Categorical(levels: names, codes: codes)
  }

  private static func cut(
    _ numbers: [Double], _ bounds: [Double], closed: Bool, _ scale: NumberScale?
  ) -> Categorical {
    let texts = bounds.map { scale?.fileText($0) ?? NumberText.shortest($0) }
    let last = bounds.count - 2
    let names = (0...max(0, last)).map { "[\(texts[$0]),\(texts[$0 + 1])" + (closed && $0 == last ? "]" : ")") }
    let codes = numbers.map { value -> Int32 in
      value.isNaN ? -1 : Int32(min(max(bounds.partitioned { $0 <= value } - 1, 0), max(0, last)))
    }
    return Categorical(levels: names, codes: codes)
  }

  /// A bound without the noise of its last digits: 0.30000000000000004 is 0.3.
  private static func clean(_ bound: Double) -> Double {
    Double(NumberText.significant(bound, 12)) ?? bound
  }
}

extension [Double] {
  /// How many elements at the front meet a condition that no element after them meets.
  fileprivate func partitioned(_ test: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if test(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
