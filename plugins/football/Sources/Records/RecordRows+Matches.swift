public import FootballModel
public import PodiumPlugin
public import PodiumRecords

/// The model reads stored matches where loops over them are optimised.
extension RecordRows: @retroactive MatchColumns {}
extension Competition.Seasons: @retroactive StoredValue {}
extension SeasonTable.Expulsion.Policy: @retroactive StoredValue {}
