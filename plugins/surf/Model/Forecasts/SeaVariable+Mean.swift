internal import PodiumCore

extension SeaVariable {
  /// The mean over hours; of a direction the circular one, by energy or speed. Nil where it is not known.
  public func mean(_ hours: [[SeaVariable: Double]]) -> Double? {
    guard isDirection else {
      let known = hours.compactMap { $0[self] }
      return known.mean
    }
    let weights = hours.map { hour -> Double in
      guard let name = self.weight, let weight = hour[name] else { return 1 }
      // A direction of calm or flat hours counts little, yet is kept where there is nothing else.
      return max(1e-6, name == .windSpeed ? weight : weight * weight)
    }
    return CircularMean(hours.map { $0[self] ?? .nan }, weights: weights)?.direction
  }
}
