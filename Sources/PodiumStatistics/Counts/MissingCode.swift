/// A number that looks like a code for missing values: -999 among lengths, 99 among ages of months.
package struct MissingCode {
  private static let codes: [Double] = [-9, -99, -999, -9999, -99999, 99, 999, 9999, 99999]

  /// The code, and how many values are it.
  package let code: Double
  package let count: Int
  /// The ends of all other values.
  package let least: Double
  package let largest: Double

  /// Finds the least or largest of some numbers where it is such a code, further from all others than these are from each
  /// other; nil if it is not, or where fewer than ten others are finite.
  package init?(_ numbers: [Double]) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for number in numbers where number.isFinite {
      low = min(low, number)
      high = max(high, number)
    }
    for code in MissingCode.codes where code == low || code == high {
      var (count, least, largest, others) = (0, Double.infinity, -Double.infinity, 0)
      for number in numbers where number.isFinite {
        if number == code {
          count += 1
        } else {
          (least, largest, others) = (min(least, number), max(largest, number), others + 1)
        }
      }
      let distance = code < least ? least - code : code - largest
      guard others >= 10, least < largest, distance > 2 * (largest - least), code < 0 || code > 2 * largest else {
        continue
      }
      (self.code, self.count, self.least, self.largest) = (code, count, least, largest)
      return
    }
    return nil
  }
}
