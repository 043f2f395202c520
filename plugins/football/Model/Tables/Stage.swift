internal import PodiumCore

/// What the name of a stage or a round says: a group, or a round in which the loser is out.
public enum Stage {
  private static let knockOuts = [
    "final", "round of ", "play-off", "playoff", "play off", "third place", "third-place", "match for", "replay",
    "knockout", "knock-out", "1/8", "1/16", "1/32", "last 16", "last 32",
  ]

  /// `Group A`, `Gruppe 1`.
  public static func isGroup(_ name: String) -> Bool {
    let words = name.lowercased().split(separator: " ")
    return words.count > 1 && (words[0] == "group" || words[0] == "gruppe") && words[1] != "stage"
      && words[1] != "phase"
  }

  /// `Quarter-finals`, `Round of 16`, `Relegation Play-off`.
  public static func isKnockOut(_ name: String) -> Bool {
    let lower = name.lowercased()
    return knockOuts.contains { lower.contains($0) }
  }
}
