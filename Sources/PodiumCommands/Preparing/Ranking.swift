internal import PodiumCore
internal import PodiumPlugin

/// A checked labelling by ranks: within each group, ranks are cut into classes.
struct Ranking {
  let rank: String
  let group: [String]
  let cuts: RankCuts
  let names: [String]

  /// The ranking a call of `label` asks for; nil if it names a column to use directly.
  init?(_ call: Call, declared: Labelling?, table: Table) throws(Diagnostic) {
    let named = call[LabelCommand.column]
    let asked = call.has(LabelCommand.cuts) || !call.groups.isEmpty
    let ranks = declared?.ranks ?? []
    guard asked || (named == nil ? !ranks.isEmpty : call[LabelCommand.task] == nil && ranks.contains(named ?? ""))
    else { return nil }
    guard let rank = named ?? ranks.first else {
      throw Diagnostic(
        "missing-argument", "'label' needs a column of ranks to cut", span: call.verbSpan,
        help: "as in: by session: label rank cuts=0.33,0.66 names=good,fair,poor")
    }
    let column = try table.column(rank, at: call.span(of: LabelCommand.column))
    guard column.type.isNumeric else {
      throw Diagnostic(
        "wrong-column-type", "column '\(rank)' is of type \(column.type.rawValue), not ranks",
        span: call.span(of: LabelCommand.column), help: "use a column of numbers with 1 for the best")
    }
    self.rank = rank
    group = call.groups.isEmpty ? (declared?.group).map { [$0] } ?? [] : call.groups
    let isDeclared = ranks.contains(rank)
    cuts = try Ranking.cuts(call, declared: isDeclared ? declared?.cuts : nil)
    let span = call.span(of: LabelCommand.names)
    let expected: Int? = if case .shares(let shares) = cuts { shares.count + 1 } else { nil }
    let standard = declared.flatMap { isDeclared || $0.names.count == expected ?? 3 ? $0.names : nil }
    names = call[LabelCommand.names] ?? standard ?? (1...(expected ?? 3)).map { "class \($0)" }
    guard Set(names).count == names.count, names.count >= 2, !names.contains("") else {
      throw Diagnostic("bad-value", "'names' must have at least two names, all different", span: span)
    }
    guard expected == nil || expected == names.count else {
      throw Diagnostic(
        "bad-value", "'cuts' makes \(expected ?? 0) classes, but 'names' has \(names.count)",
        span: span ?? call.span(of: LabelCommand.cuts), help: "give one more name than cuts, best first")
    }
  }

  private static func cuts(_ call: Call, declared: RankCuts?) throws(Diagnostic) -> RankCuts {
    guard let typed = call[LabelCommand.cuts] else {
      if let declared { return declared }
      throw Diagnostic(
        "missing-argument", "'label' needs cuts= to make classes from ranks", span: call.verbSpan,
        help: "as in: by session: label rank cuts=0.33,0.66 names=good,fair,poor")
    }
    if typed == ["thirds"] { return .even }
    var shares: [Double] = []
    for text in typed {
      guard let share = Double(text), share > 0, share < 1, share > shares.last ?? 0 else {
        throw .badValue(
          "cuts", typed.joined(separator: ","), allowed: "thirds, or increasing fractions between 0 and 1",
          span: call.span(of: LabelCommand.cuts))
      }
      shares.append(share)
    }
    return .shares(shares)
  }

  /// Adds the column of classes and makes it the target.
  func apply(to dataset: inout Dataset) throws(Diagnostic) -> [Output] {
    let table = dataset.table
    let ranks = try table.column(rank)
    guard let values = ranks.numbers else { return [] }
    var codes = [Int32](repeating: -1, count: table.rowCount)
    for members in try Session.groups(of: table, by: group, rows: nil) {
      // All rows of the group count, including those without a rank: they took part.
      let bounds = cuts.bounds(of: members.rows.count, classes: names.count)
      for row in members.rows where !values[row].isNaN {
        let place = bounds.firstIndex { values[row] <= Double($0) } ?? names.count - 1
        codes[row] = Int32(clamping: place)
      }
    }
    var name = rank + "_class"
    while table[name] != nil { name += "_" }
    let classes = Column(name, .ordered(Categorical(levels: names, codes: codes)), role: .ignored)
    dataset.table = try table.setting(classes)
    dataset.setTarget(name, made: name, from: rank, isNumber: false)
    var title = "target \(name): classes of \(rank)"
    if !group.isEmpty { title += " within " + group.joined(separator: ", ") }
    var outputs = [dataset.describeTarget(title: title + ", " + rule)]
    if ranks.missingCount > 0 {
      outputs.append(
        .warning(
          "\(ranks.missingCount.counted("row")) without a rank \(ranks.missingCount == 1 ? "has" : "have") no class"))
    }
    return outputs
  }

  private var rule: String {
    switch cuts {
    case .even: "cut into equal parts"
    case .shares(let shares): "cut at " + shares.map { "floor(\(NumberText.shortest($0)) n)" }.joined(separator: ", ")
    }
  }
}
