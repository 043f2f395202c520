/// Which height, period and direction stand for the sea where several may: learning must not take the peak period of one hour
/// and the mean one of another.
///
/// A property that is nil stands for the best that an hour has.
public struct SeaReading: Sendable, Equatable {
  public private(set) var height: SeaVariable?
  public private(set) var period: SeaVariable?
  public private(set) var direction: SeaVariable?

  /// The best of each hour.
  public init() {}

  /// The variables that most sessions have, among those that the hours to compare with have too; of equal ones the best.
  public init(common sessions: [SeaState], available: [SeaState]) {
    func common(_ best: [SeaVariable]) -> SeaVariable? {
      let counts = best.map { variable in
        (isThere: available.contains { $0[variable] != nil }, count: sessions.count { $0[variable] != nil })
      }
      let wanted = counts.max { ($0.isThere ? 1 : 0, $0.count) < ($1.isThere ? 1 : 0, $1.count) }
      guard let wanted, wanted.count > 0 else { return nil }
      return zip(best, counts).first { $0.1 == wanted }?.0
    }
    height = common([.waveHeight, .swellHeight])
    period = common([.wavePeakPeriod, .swellPeriod, .wavePeriod])
    direction = common([.swellDirection, .waveDirection])
  }

  /// What a reader of a range has to know; nil where names are what they say.
  public var remark: String? {
    switch period {
    case .swellPeriod?: "periods are those of the swell"
    case .wavePeriod?: "periods are means of the whole sea"
    default: nil
    }
  }
}
