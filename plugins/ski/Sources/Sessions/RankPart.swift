internal import PodiumCore
internal import PodiumPlugin

/// What a rank describes: the overall impression, or one of the parts by which classic skis are judged.
enum RankPart: String, CaseIterable {
  case all, glide, kick, uphill

  var field: String { self == .all ? "rank" : rawValue + "_rank" }

  private var property: WritableKeyPath<Participation, Int?> {
    switch self {
    case .all: \.rank
    case .glide: \.glideRank
    case .kick: \.kickRank
    case .uphill: \.uphillRank
    }
  }

  /// The ranks of some pairs, without unranked ones.
  func ranks(_ participations: [Participation]) -> [String: Int] {
    var ranks: [String: Int] = [:]
    for participation in participations { ranks[participation.serialNumber] = rank(participation) }
    return ranks
  }

  func ranked(_ participations: [Participation], _ order: RankOrder) -> [Participation] {
    let ranks = order.ranks
    return participations.map { participation in
      var participation = participation
      participation[keyPath: property] = ranks[participation.serialNumber]
      return participation
    }
  }

  func rank(_ participation: Participation) -> Int? { participation[keyPath: property] }
}
