/// Quantiles by linear interpolation between order statistics (Hyndman and Fan 1996, type 7).
public enum Quantile {
  /// The value below which a share (0 to 1) of the values lies; NaN without values. The values must be sorted.
  public static func interpolated(_ sorted: [Double], _ share: Double) -> Double {
    guard let last = sorted.last else { return .nan }
    let place = min(max(share, 0), 1) * Double(sorted.count - 1)
    let low = Int(place.rounded(.down))
    guard low + 1 < sorted.count else { return last }
    return between(sorted[low], sorted[low + 1], place - Double(low))
  }

  /// The number that a share (0 to 1) of the way leads to, though the way may be longer than any number.
  static func between(_ low: Double, _ high: Double, _ share: Double) -> Double {
    let way = high - low
    return way.isFinite ? low + share * way : low * (1 - share) + high * share
  }
}
