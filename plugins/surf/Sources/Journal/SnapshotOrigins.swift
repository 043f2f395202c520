internal import PodiumCore
internal import PodiumPlugin

/// Where the conditions of sessions come from: what is learned of several models mixes them, and has to say so.
struct SnapshotOrigins {
  /// Numbers of sessions by the name of the model, or by what else it was.
  private let counts: [(name: String, count: Int)]

  init(_ snapshots: [SessionSnapshot]) {
    var found: [String: Int] = [:]
    for snapshot in snapshots {
      let name =
        switch snapshot.source {
        case .forecast, .analysis: "by " + (snapshot.found.model ?? "an unnamed model")
        case .observed: "measured"
        case .journal: "as in the journal"
        }
      found[name, default: 0] += 1
    }
    counts = found.sorted { CodePointOrder.precedes($0.key, $1.key) }.map { ($0.key, $0.value) }
  }

  var isMixed: Bool { counts.count > 1 }

  /// `by alpha`, or `by alpha (1 session) and by beta (2 sessions)`; empty without sessions.
  var text: String {
    guard isMixed else { return counts.first?.name ?? "" }
    let parts = counts.map { "\($0.name) (\($0.count.counted("session")))" }
    return parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
  }
}
