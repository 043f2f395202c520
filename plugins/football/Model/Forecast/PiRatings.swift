internal import Glibc

/// Pi-ratings of teams: one rating for home matches and one for away matches, in goals. Constantinou and Fenton (2013):
/// a rating R means a goal difference of sign(R) (10^(|R|/3) − 1) against an average team. After a match with the error
/// e of the expected goal difference, the home side's home rating changes by λ 3 log₁₀(1 + |e|) and its away rating by
/// γ times that; the away side's in the same way.
public struct PiRatings: Sendable {
  public struct Rating: Sendable, Equatable {
    public var home = 0.0
    public var away = 0.0

    public init() {}
  }

  /// λ, the learning rate.
  public static let learningRate = 0.035
  /// γ, how much of a change passes to the rating for the other ground.
  public static let otherGround = 0.7

  /// The expected goal difference of two teams.
  public static func difference(home: Rating, away: Rating) -> Double { goals(home.home) - goals(away.away) }

  /// Both ratings after a match.
  public static func updated(home: Rating, away: Rating, goalDifference: Int) -> (home: Rating, away: Rating) {
    let error = Double(goalDifference) - difference(home: home, away: away)
    let change = (error < 0 ? -1 : 1) * learningRate * 3 * log10(1 + abs(error))
    var (home, away) = (home, away)
    home.home += change
    home.away += otherGround * change
    away.away -= change
    away.home -= otherGround * change
    return (home, away)
  }

  private static func goals(_ rating: Double) -> Double { (rating < 0 ? -1 : 1) * (pow(10, abs(rating) / 3) - 1) }
}
