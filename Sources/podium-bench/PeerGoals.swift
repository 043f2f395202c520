import PodiumCore

/// What rows of a client that measures podium beside a peer must reach.
///
/// A row is a line of JSON, `{"row": NAME, KEY: SYSTEM, "value": NUMBER}`, of podium and of the peer.
struct PeerGoals {
  /// At most a number of times the peer's value, at most or at least a number, or exactly one.
  enum Goal {
    case ratio(Double)
    case most(Double)
    case least(Double)
    case exactly(Double)
  }

  /// The member that names the system.
  var key: String
  /// The goals by the beginning of the row's name; the first that fits.
  var goals: [(start: String, goal: Goal)]

  /// Prints each row of podium with its goal; how many there were, and whether all reached it.
  func report(_ output: String) -> (count: Int, isGood: Bool) {
    var isGood = true
    let rows = output.split(separator: "\n").compactMap { line -> (name: String, system: String, value: Double)? in
      guard let value = try? JSONReader.value(Array(line.utf8)), let name = value["row"]?.string,
        let system = value[key]?.string, let number = value["value"]?.number
      else { return nil }
      return (name, system, number)
    }
    let peers = rows.filter { $0.system != "podium" }
    for row in rows where row.system == "podium" {
      var text = "\(row.name): \(NumberText.fixed(row.value, 2))"
      var isReached = true
      switch goals.first(where: { row.name.hasPrefix($0.start) })?.goal {
      case .ratio(let most):
        if let peer = peers.last(where: { $0.name == row.name }) {
          text +=
            ", \(peer.system) \(NumberText.fixed(peer.value, 2)): \(NumberText.fixed(row.value / peer.value, 3)) × (goal \(most))"
          isReached = row.value <= peer.value * most
        } else {
          text += " (no peer; goal \(most) ×)"
        }
      case .most(let most):
        text += " (goal at most \(NumberText.shortest(most)))"
        isReached = row.value <= most
      case .least(let least):
        text += " (goal at least \(NumberText.shortest(least)))"
        isReached = row.value >= least
      case .exactly(let wanted):
        text += " (goal \(NumberText.shortest(wanted)))"
        isReached = row.value == wanted
      case nil: break
      }
      print(text + (isReached ? "" : " missed"))
      isGood = isGood && isReached
    }
    return (rows.count, isGood)
  }
}
