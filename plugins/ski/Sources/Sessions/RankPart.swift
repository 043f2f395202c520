internal import PodiumCore
internal import PodiumPlugin

/// What a rank describes: the overall impression, or one of the parts by which classic skis are judged.
enum RankPart: String, CaseIterable {
  case all, glide, kick, uphill

  /// The field of a participation.
  var field: String { self == .all ? "rank" : rawValue + "_rank" }

  /// The property of a participation.
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

  /// Participations with the ranks of an order.
  func ranked(_ participations: [Participation], _ order: RankOrder) -> [Participation] {
    let ranks = order.ranks
    return participations.map { participation in
      var participation = participation
      participation[keyPath: property] = ranks[participation.serialNumber]
      return participation
    }
  }

  /// The rank of a pair.
  func rank(_ participation: Participation) -> Int? { participation[keyPath: property] }
}

extension SkiWorkspace {
  /// Writes an order into the participations of a session; pairs outside it get no rank.
  ///
  /// Returns the number of changed ranks. The fields of an order are only written here, so they have no gaps.
  @discardableResult func write(_ order: RankOrder, _ part: RankPart, in session: String) throws(Diagnostic) -> Int {
    let ranks = order.ranks
    var changed = 0
    for record in try store.records(SkiKinds.participation, ["session": .text(session)]) {
      let rank = ranks[record["serial_number"].fileText].map(Value.integer) ?? .missing
      guard record[part.field] != rank else { continue }
      try store.update(record, [part.field: rank])
      changed += 1
    }
    return changed
  }
}
