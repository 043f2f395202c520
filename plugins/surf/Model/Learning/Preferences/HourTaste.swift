public import PodiumCore

/// What preferences ask of a person's taste at a spot: predicted ratings, likeness and chances of hours.
public struct HourTaste: Sendable {
  /// By the sessions at the spot.
  public let here: PredictedRatings?
  /// By sessions at the spot or, where those are few, at all of the person's spots.
  public let chances: PredictedRatings?

  public init(here: PredictedRatings?, chances: PredictedRatings? = nil) { (self.here, self.chances) = (here, chances) }

  /// The hour as someone with this taste sees it; what looks back knows the sessions that had ended by `known`.
  public func rated(_ hour: PreferenceHour, known: Moment? = nil) -> PreferenceHour {
    var rated = hour
    rated.ratings = here?.ratings(hour.sea, facing: hour.facing, known: known) ?? [:]
    rated.likeness = here?.likeness(hour.sea, facing: hour.facing, known: known)
    rated.chance = chances?.chance(hour.sea, facing: hour.facing, known: known)?.mean
    return rated
  }
}

extension HourTable {
  /// The same hours as someone with a taste sees them.
  public func rated(by taste: HourTaste) -> HourTable { HourTable(hours.map { taste.rated($0) }) }
}
