internal import PodiumCore
internal import PodiumPlugin

/// What a rank is of: the whole impression, or a part of it that classic skis are judged by.
enum RankPart: String, CaseIterable {
  case all, glide, kick, uphill

  /// The field of a participation.
  var field: String { self == .all ? "rank" : rawValue + "_rank" }

  /// The ranks of some pairs; those without one are left out.
  func ranks(_ participations: [Participation]) -> [String: Int] {
    var ranks: [String: Int] = [:]
    for participation in participations { ranks[participation.serialNumber] = rank(participation) }
    return ranks
  }

  /// The rank of a pair.
  func rank(_ participation: Participation) -> Int? {
    switch self {
    case .all: participation.rank
    case .glide: participation.glideRank
    case .kick: participation.kickRank
    case .uphill: participation.uphillRank
    }
  }
}

extension SkiWorkspace {
  /// Writes an order into the participations of a session; pairs that are not in it have no rank.
  ///
  /// Returns how many ranks were changed. The fields of an order are only written here, so they have no gaps.
  @discardableResult
  func write(_ order: RankOrder, _ part: RankPart, in session: String) throws(Diagnostic) -> Int {
    let ranks = order.ranks
    var changed = 0
    for record in try store.records(RecordQuery(SkiKinds.participation, where: [.equals("session", .text(session))])) {
      let rank = ranks[record["serial_number"].fileText].map(Value.integer) ?? .missing
      guard record[part.field] != rank else { continue }
      _ = try store.update(
        record.id, of: SkiKinds.participation, setting: [part.field: rank], revision: record.revision)
      changed += 1
    }
    return changed
  }
}
