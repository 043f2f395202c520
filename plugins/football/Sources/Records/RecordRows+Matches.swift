public import FootballModel
public import PodiumPlugin

/// The model reads stored matches where loops over them are optimised.
extension RecordRows: @retroactive MatchColumns {}
