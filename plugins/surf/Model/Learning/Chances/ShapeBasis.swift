internal import Glibc
internal import PodiumCore

/// The features of a regression: each column as it is and squared, so that an optimum can be learned.
///
/// A direction in degrees becomes the sines and cosines of once and twice its angle, a height with a period the power of
/// the waves. Every term is standardised over the training rows; a missing term has the value 0, their mean.
public struct ShapeBasis: Sendable, Equatable, Codable {
  /// One feature, by places of columns.
  enum Term: Sendable, Equatable, Codable {
    case value(Int)
    /// Of the standardised column.
    case square(Int)
    /// In kW/m.
    case power(height: Int, period: Int)
    case wave(Int, order: Int, isSine: Bool)
    /// The sine or cosine of twice an angle that is given by its sine and cosine.
    case doubled(sine: Int, cosine: Int, isSine: Bool)
  }

  /// The mean of a column or term and the number that divides its distance; 0 for what does not vary.
  struct Scale: Sendable, Equatable, Codable {
    let mean: Double
    let factor: Double

    init(_ values: [Double]) {
      let known = values.filter(\.isFinite)
      let mean = known.mean ?? 0
      let variance = known.isEmpty ? 0 : known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(known.count)
      self.mean = mean
      // Rounding must not make a feature of a constant.
      let least = 1e-12 * max(1, mean.magnitude)
      factor = variance.squareRoot() > least && variance.isFinite ? 1 / variance.squareRoot() : 0
    }

    func standardised(_ value: Double) -> Double { value.isFinite ? (value - mean) * factor : 0 }
  }

  public let columns: [String]
  let terms: [Term]
  private let columnScales: [Scale]
  private let termScales: [Scale]

  public var termCount: Int { terms.count }
  var isWhole: Bool {
    columnScales.count == columns.count && termScales.count == terms.count && columns.count <= 1_000_000
      && (columnScales + termScales).allSatisfy { $0.mean.isFinite && $0.factor.isFinite }
      && terms.allSatisfy { term in
        switch term {
        case .value(let c), .square(let c), .wave(let c, _, _): columns.indices.contains(c)
        case .power(let a, let b), .doubled(let a, let b, _): columns.indices.contains(a) && columns.indices.contains(b)
        }
      }
  }

  /// Chooses and scales the terms from training columns of equal length, by their names; NaN is missing.
  public init(columns: [String], values: [[Double]]) {
    precondition(columns.count == values.count, "a name for each column is needed")
    self.columns = columns
    columnScales = values.map(Scale.init)
    let terms = ShapeBasis.terms(columns, values)
    self.terms = terms
    let scales = columnScales
    termScales = terms.map { term in
      let count = values.first?.count ?? 0
      return Scale((0..<count).map { row in ShapeBasis.raw(term, scales) { values[$0][row] } })
    }
  }

  private static func terms(_ columns: [String], _ values: [[Double]]) -> [Term] {
    var terms: [Term] = []
    func place(_ variable: ConditionVariable) -> Int? {
      variable.columns.lazy.compactMap { columns.firstIndex(of: $0) }.first
    }
    for (place, name) in columns.enumerated() {
      if name.hasSuffix("_deg") {
        for order in 1...2 { for isSine in [true, false] { terms.append(.wave(place, order: order, isSine: isSine)) } }
        continue
      }
      terms.append(.value(place))
      if name.hasSuffix("=sin"), let cosine = columns.firstIndex(of: name.dropLast(3) + "cos") {
        for isSine in [true, false] { terms.append(.doubled(sine: place, cosine: cosine, isSine: isSine)) }
      } else if !name.contains("="), Set(values[place].lazy.filter(\.isFinite).prefix(1000)).count > 2 {
        terms.append(.square(place))
      }
    }
    // A height below 0 was scaled before; it has no power.
    if let height = place(.height), let period = place(.period),
      values[height].allSatisfy({ !($0 < 0) }), values[period].allSatisfy({ !($0 <= 0) })
    {
      terms.append(.power(height: height, period: period))
    }
    return terms
  }

  private static func raw(_ term: Term, _ scales: [Scale], _ value: (Int) -> Double) -> Double {
    switch term {
    case .value(let column): return value(column)
    case .square(let column):
      let x = value(column)
      guard x.isFinite else { return .nan }
      let z = scales[column].standardised(x)
      return z * z
    case .power(let height, let period):
      return Waves.power(height: value(height), energyPeriod: Waves.energyShare * value(period)) ?? .nan
    case .wave(let column, let order, let isSine):
      guard value(column).isFinite else { return .nan }
      let parts = Direction.components(Direction.normalised(Double(order) * value(column)))
      return isSine ? parts.sine : parts.cosine
    case .doubled(let sine, let cosine, let isSine):
      let (s, c) = (value(sine), value(cosine))
      return isSine ? 2 * s * c : c * c - s * s
    }
  }

  /// The weight of each term: that of its column, of a power the mean of height and period.
  func termWeights(_ columns: [Double]) -> [Double] {
    terms.map { term in
      switch term {
      case .value(let c), .square(let c), .wave(let c, _, _): columns[c]
      case .power(let a, let b), .doubled(let a, let b, _): (columns[a] + columns[b]) / 2
      }
    }
  }

  /// The standardised terms of a row; a missing one is 0.
  public func row(_ value: (Int) -> Double) -> [Double] {
    terms.indices.map { place in
      termScales[place].standardised(ShapeBasis.raw(terms[place], columnScales, value))
    }
  }
}
