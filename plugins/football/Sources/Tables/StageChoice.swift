internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// The stages and groups of a season that `stage=` and `group=` choose.
struct StageChoice {
  /// The phases to show, each a table; nil stands for all matches together.
  let phases: [SeasonPhase?]
  /// What was typed, as the source writes it.
  private(set) var name: String?
  /// The teams to show of a season that splits into groups of its own.
  private(set) var teams: Set<String>?

  private struct Part {
    let phase: Int
    let place: Int
    let name: String

    /// The letter or the words of a group: `A` of `Second round, Group A`.
    var group: String? {
      guard let group = name.split(separator: ",").map({ $0.trimmed }).last(where: Stage.isGroup) else { return nil }
      return group.split(separator: " ").dropFirst().joined(separator: " ")
    }

    func isOf(stage typed: String) -> Bool {
      ([name] + name.split(separator: ",").map { $0.trimmed }).contains { $0.lowercased() == typed.lowercased() }
    }

    func isOf(group typed: String) -> Bool {
      isOf(stage: typed) && Stage.isGroup(typed) || group?.lowercased() == typed.lowercased()
    }
  }

  /// Throws `unknown-stage`, `unknown-group`, and `ambiguous-group` where several stages have a group of this name.
  init(_ call: Call, _ table: SeasonTable) throws(Diagnostic) {
    let parts = table.phases.enumerated().flatMap { phase, one in
      one.parts.enumerated().map { Part(phase: phase, place: $0, name: $1 ?? SeasonPhase.regular) }
    }
    var chosen = parts
    if let typed = call[FootballTableCommand.stage] {
      chosen = chosen.filter { $0.isOf(stage: typed) }
      let known = parts.flatMap { [$0.name] + $0.name.split(separator: ",").map { $0.trimmed } }
      guard !chosen.isEmpty else {
        throw Diagnostic.unknown(
          "stage", typed, among: Set(known).inCodePointOrder(),
          span: call.span(of: FootballTableCommand.stage),
          help: known.isEmpty || Stage.isKnockOut(typed)
            ? "its knock-out rounds: football bracket \(CommandText.word(table.competition.code)) \(table.season)" : nil
        )
      }
    }
    if let typed = call[FootballTableCommand.group] {
      let known = Set(chosen.compactMap(\.group)).inCodePointOrder()
      chosen = chosen.filter { $0.isOf(group: typed) }
      guard let first = chosen.first else {
        throw Diagnostic.unknown(
          "group", typed, among: known, span: call.span(of: FootballTableCommand.group),
          help: known.isEmpty ? "its source names no groups; 'football matches' shows what it names" : nil)
      }
      guard chosen.allSatisfy({ $0.phase == first.phase }) else {
        let stages = chosen.compactMap { $0.name.split(separator: ",").first.map { String($0) } }
        throw Diagnostic(
          "ambiguous-group", "several stages have a group '\(typed.abridged)': \(stages.joined(separator: ", "))",
          span: call.span(of: FootballTableCommand.group),
          help: "choose one, as in stage=\(CommandText.quoted(stages[0]))")
      }
    }
    guard chosen.count < parts.count else {
      phases = table.namesSplit || table.phases.count < 2 ? [nil] : table.phases
      return
    }
    name = call[FootballTableCommand.group] == nil ? call[FootballTableCommand.stage] : chosen.first?.name
    if let only = chosen.first, chosen.count == 1 { name = only.name }
    if table.namesSplit, chosen.allSatisfy({ $0.phase == 1 }) {
      let places = Set(chosen.map(\.place))
      teams = Set(table.phases[1].teams.filter { places.contains($0.value) }.keys)
      phases = [nil]
      return
    }
    phases = Set(chosen.map(\.phase)).sorted().map { phase in
      let places = Set(chosen.filter { $0.phase == phase }.map(\.place))
      let one = table.phases[phase]
      return places.count < one.parts.count ? one.showing(places) : one
    }
  }
}

extension SeasonPhase {
  /// What matches are called whose source names no stage.
  static let regular = "regular season"

  /// Its stage, or its groups.
  var title: String {
    if let stage { return stage }
    let names = parts.compactMap { $0 }
    guard let first = names.first, let last = names.last else { return SeasonPhase.regular }
    return first == last ? first : names.count == 2 ? "\(first) and \(last)" : "\(first) to \(last)"
  }
}

extension LeagueSplit {
  /// As it is typed: `33:6+6`.
  var text: String { "\(matches):" + groups.map(String.init).joined(separator: "+") }

  /// What a footer says of the points that are taken along.
  var carried: String {
    let words: [Carry: String] = [
      .halfUp: "half of the points rounded up", .halfDown: "half of the points rounded down", .none: "no points",
    ]
    if carry.allSatisfy({ $0 == .all }) { return "" }
    return ", with " + carry.map { words[$0] ?? "all points" }.joined(separator: ", ")
      + (carry.count > 1 ? " in turn" : "") + (keepsGoals ? "" : "; goals count from the split on")
  }
}
