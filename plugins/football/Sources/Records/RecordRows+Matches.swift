public import FootballModel
public import PodiumCore
public import PodiumPlugin
public import PodiumRecords

/// The model reads stored matches where loops over them are optimised.
extension RecordRows: @retroactive MatchColumns {}

extension Competition.Seasons: @retroactive StoredValue {}

extension SeasonTable.Expulsion.Policy: @retroactive StoredValue {}

extension MatchReport.Kind: @retroactive StoredValue {}

extension MatchReport.Side: @retroactive StoredValue {}

extension MatchMinute: @retroactive StoredValue {
  public static var storedAs: RecordField.Kind { .text }
  public init?(stored: Value) {
    guard case .text(let text) = stored else { return nil }
    self.init(text)
  }
  public var stored: Value { .text(description) }
}
