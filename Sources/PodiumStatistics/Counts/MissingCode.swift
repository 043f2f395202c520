/// Numbers that look like codes for missing values: -999 among lengths, 98 and 99 among answers from 1 to 5.
package struct MissingCode {
  /// What is a code by itself: all nines.
  private static let nines: Set<Double> = [-9, -99, -999, -9999, -99999, 99, 999, 9999, 99999]

  /// What is a code beside another one, as surveys have several reasons.
  private static let others: Set<Double> = [
    -6, -7, -8, -66, -77, -88, -96, -97, -98, -666, -777, -888, -996, -997, -998, -7777, -8888, -9997, -9998, 66, 77,
    88,
    96, 97, 98, 666, 777, 888, 996, 997, 998, 6666, 7777, 8888, 9996, 9997, 9998, 99997, 99998,
  ]

  private static let all = nines.union(others)

  /// The codes in order, and how many values are one.
  package let codes: [Double]
  package let count: Int
  /// The ends of all other values.
  package let least: Double
  package let largest: Double

  private static func distance(_ code: Double, _ least: Double, _ largest: Double) -> Double {
    code < least ? least - code : code - largest
  }

  /// Whether a code is further from numbers than these are from each other, or is -66 or less where none is below 0.
  private static func isFar(_ code: Double, _ least: Double, _ largest: Double) -> Bool {
    if code <= -66, least >= 0, least < largest { return true }
    return distance(code, least, largest) > 2 * (largest - least) && (code < 0 ? code < least : code > 2 * largest)
  }

  /// Finds codes among the least and largest of some numbers, far from all others (`isFar`); nil where there are none, or fewer
  /// than ten others are finite.
  package init?(_ numbers: [Double]) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for number in numbers where number.isFinite {
      low = min(low, number)
      high = max(high, number)
    }
    // What is not far from the first numbers is not far from all.
    let first = numbers.prefix(1000).filter { $0.isFinite && !MissingCode.all.contains($0) }
    let (bottom, top) = (first.min() ?? .infinity, first.max() ?? -.infinity)
    guard [low, high].contains(where: { MissingCode.all.contains($0) && MissingCode.isFar($0, bottom, top) }) else {
      return nil
    }
    var counts: [Double: Int] = [:]
    var (least, largest, known) = (Double.infinity, -Double.infinity, 0)
    for number in numbers where number.isFinite {
      if MissingCode.all.contains(number) {
        counts[number, default: 0] += 1
      } else {
        (least, largest, known) = (min(least, number), max(largest, number), known + 1)
      }
    }
    // The code that is nearest to the others is one of them where it is not far away, and then the next one may be.
    func distance(_ code: Double) -> Double { MissingCode.distance(code, least, largest) }
    while let code = counts.keys.min(by: { (distance($0), $0) < (distance($1), $1) }) {
      if known > 0, MissingCode.isFar(code, least, largest) { break }
      (least, largest) = (min(least, code), max(largest, code))
      known += counts.removeValue(forKey: code) ?? 0
    }
    let codes = counts.keys.sorted()
    guard known >= 10, least < largest, codes.contains(where: MissingCode.nines.contains) else { return nil }
    (self.codes, self.least, self.largest) = (codes, least, largest)
    count = counts.values.reduce(0, +)
  }
}
