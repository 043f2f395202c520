/// Two pairs side by side: the winner was ahead by a difference in cm, 0 for a tie.
public struct Glide: Sendable, Hashable {
  /// From 1 within the session.
  public var number: Int
  /// The serial number of the pair that was ahead.
  public var winner: String
  /// The serial number of the other pair.
  public var loser: String
  /// Centimetres from 0.
  public var difference: Double
  public var lane: String?
  /// The number of the run in the session.
  public var run: Int?
  /// The winner's tester and the loser's (`UN/LN`).
  public var tester: String?
  /// The winner's treatment in a wax test.
  public var winnerTreatment: String?
  public var loserTreatment: String?
  public var comment: String?

  public init(
    number: Int, winner: String, loser: String, difference: Double, lane: String? = nil, run: Int? = nil,
    tester: String? = nil, winnerTreatment: String? = nil, loserTreatment: String? = nil, comment: String? = nil
  ) {
    (self.number, self.winner, self.loser, self.difference) = (number, winner, loser, difference)
    (self.lane, self.run, self.tester, self.comment) = (lane, run, tester, comment)
    (self.winnerTreatment, self.loserTreatment) = (winnerTreatment, loserTreatment)
  }

  /// Makes a glide from the winner, the loser and the margin alone.
  init(_ winner: String, _ loser: String, _ difference: Double, lane: String? = nil, tester: String? = nil) {
    self.init(number: 0, winner: winner, loser: loser, difference: difference, lane: lane, tester: tester)
  }

  public var isTie: Bool { difference == 0 }
}
