internal import PodiumCore
internal import PodiumLearn

/// The correlation of two columns: of numbers, of ranks, or with columns that are circular.
struct ColumnCorrelation {
  enum Kind: String {
    case linear, ranks
    case withCircular = "circular-linear"
    case circular = "circular-circular"
  }

  let kind: Kind
  let r: Double?
  let p: Double?
  let interval: (low: Double, high: Double)?
  let rowCount: Int

  /// Correlates numeric columns of equal length.
  init(_ first: Column, _ second: Column, ranks: Bool) {
    let (a, b) = (first.numbers ?? [], second.numbers ?? [])
    guard first.circle != nil || second.circle != nil else {
      let found = Correlation(a, b, ranks: ranks)
      kind = ranks ? .ranks : .linear
      (r, p, interval, rowCount) = (found.r, found.p, found.interval, found.rowCount)
      return
    }
    let found =
      switch (first.circle, second.circle) {
      case (let circle?, nil): CircularCorrelation(a, on: circle, linear: b)
      case (nil, let circle?): CircularCorrelation(b, on: circle, linear: a)
      default: CircularCorrelation(a, on: first.circle ?? .degrees, b, on: second.circle ?? .degrees)
      }
    kind = first.circle != nil && second.circle != nil ? .circular : .withCircular
    // Values on a circle have no ranks.
    (r, p, interval, rowCount) = (ranks ? nil : found.r, ranks ? nil : found.p, nil, found.rowCount)
  }

  /// Why a statistic is undefined; nil if none is.
  func undefined(_ names: [String]) -> String? {
    let rows = rowCount.counted("row")
    guard let r else {
      if rowCount < 2 { return "the correlation of \(rows) is undefined" }
      return switch kind {
      case .linear, .ranks: "the correlation is undefined: '\(names[0])' or '\(names[1])' does not vary"
      case .withCircular, .circular:
        "the correlation is undefined: '\(names[0])' or '\(names[1])' does not vary, or its directions cancel out"
      }
    }
    if p == nil {
      return "interval and p are undefined: \(rows) \(rowCount == 1 ? "leaves" : "leave") no degrees of freedom"
    }
    guard interval == nil else { return nil }
    switch kind {
    case .withCircular:
      return "r is the multiple correlation with sine and cosine, from 0 to 1; its interval is undefined"
    case .circular: return "r compares the turns from both circular means, from −1 to 1; its interval is undefined"
    case .linear, .ranks:
      return r.magnitude == 1
        ? "the interval is undefined at \(r < 0 ? "−1" : "1")"
          + (kind == .ranks ? ", and p is computed from all permutations of the ranks" : "")
        : "the interval is undefined: it needs 4 rows, but there are \(rowCount)"
    }
  }
}
