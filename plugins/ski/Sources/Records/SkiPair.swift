internal import PodiumCore
internal import PodiumRecords

/// A pair of skis: its terms, its owner by number, its camber.
struct SkiPair: Equatable {
  /// Text: leading zeros count.
  var serialNumber: String
  /// The number of the athlete.
  var owner: String?
  var brand: String?
  var skiType: String?
  var base: String?
  var tags: [String] = []
  var nickname: String?
  var acquired: CalendarDate?
  var camber = Camber()
  var comment: String?
  var isArchived = false
  var source: String?

  /// Camber heights in mm under half and full body weight, and the weights in kg.
  struct Camber: Equatable {
    /// The body weight used to measure the heights.
    var weight: Double?
    var heightFull: Double?
    var heightHalf: Double?
    var heightFullLeft: Double?
    var heightFullRight: Double?
    var heightHalfLeft: Double?
    var heightHalfRight: Double?
    /// The load that presses the camber flat.
    var weightForPushdown: Double?

    /// Mean stiffness from half to full weight in N/mm: half the weight divided by the change in height. After Breitschädel,
    /// Haaland and Espallargas 2010, who derive stiffness from the curve of camber and load.
    var stiffness: Double? {
      guard let weight, let half, let full, half > full, weight > 0 else { return nil }
      return weight / 2 * 9.80665 / (half - full)
    }

    /// The height under half weight; the mean of both skis if the pair's is missing.
    var half: Double? { height(heightHalf, heightHalfLeft, heightHalfRight) }
    /// The height under full weight; the mean of both skis if the pair's is missing.
    var full: Double? { height(heightFull, heightFullLeft, heightFullRight) }

    /// A warning of heights that rise under more weight; nil for others.
    func doubt(of serial: String) -> String? {
      guard let half, let full, half < full else { return nil }
      return "'\(serial)' is lower under half weight (\(NumberText.shortest(half)) mm) than under full weight "
        + "(\(NumberText.shortest(full)) mm): were the two swapped?"
    }

    private func height(_ pair: Double?, _ left: Double?, _ right: Double?) -> Double? {
      if let pair { return pair }
      guard let left, let right else { return nil }
      return (left + right) / 2
    }
  }
}

/// A grinding of a pair at a moment.
struct GrindingMoment: Equatable {
  var serialNumber: String
  var moment: Moment
  var grinding: String
  var comment: String?
  var source: String?
}

/// A treatment of a pair: hand structure, powder or wax.
struct Treatment: Equatable {
  enum Kind: String, CaseIterable, StoredValue { case structure, powder, wax }

  var serialNumber: String
  var moment: Moment
  var kind: Kind
  var recipe: String?
  var until: Moment?
  var comment: String?
}
