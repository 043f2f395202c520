internal import Glibc

extension OrthogonalColumns {
  /// How much the variance of each column's coefficients is larger than without the other columns, the largest first.
  ///
  /// Of one coefficient 1 / (1 − R²) on the others; of a column with several the generalized factor, as that of one coefficient
  /// (J. Fox, G. Monette, *Generalized collinearity diagnostics*, Journal of the American Statistical Association 87, 1992). The first
  /// of these columns is the intercept, and the others have mean 0. Empty where there is one column.
  func inflation(of design: Design) -> [(column: String, factor: Double)] {
    var places: [String: [Int]] = [:]
    var names: [String] = []
    for (place, term) in kept.enumerated() where term > 0 {
      let name = design.columns[term - 1]
      if places[name] == nil { names.append(name) }
      places[name, default: []].append(place)
    }
    guard names.count > 1 else { return [] }
    let inverse = inverse(first: kept.map { $0 == 0 ? 1 : 0 })
    let lengths = r.map { OrthogonalColumns.length($0) }
    let found = names.map { name in
      let own = places[name] ?? []
      // Both in the unit of the columns' lengths.
      func scaled(_ vectors: [[Double]], _ power: Double) -> [[Double]] {
        own.map { i in
          own.map { j in
            let count = min(vectors[i].count, vectors[j].count)
            let product = (0..<count).reduce(0.0) { $0 + vectors[i][$1] * vectors[j][$1] }
            return product * pow(lengths[i] * lengths[j], power)
          }
        }
      }
      let size = OrthogonalColumns.logDeterminant(scaled(r, -1)) + OrthogonalColumns.logDeterminant(scaled(inverse, 1))
      return (column: name, factor: max(1, exp(size / Double(own.count))))
    }
    return found.enumerated().sorted { ($1.element.factor, $0.offset) < ($0.element.factor, $1.offset) }.map(\.element)
  }

  /// The logarithm of the determinant of a symmetric positive matrix, by Cholesky's factors.
  private static func logDeterminant(_ matrix: [[Double]]) -> Double {
    var (a, sum) = (matrix, 0.0)
    for k in a.indices {
      sum += log(a[k][k])
      for i in (k + 1)..<max(k + 1, a.count) {
        let factor = a[i][k] / a[k][k]
        for j in k..<a.count { a[i][j] -= factor * a[k][j] }
      }
    }
    return sum
  }
}
