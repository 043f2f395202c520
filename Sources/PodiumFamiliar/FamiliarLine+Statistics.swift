internal import PodiumCore

extension FamiliarLine {
  /// `ttest x == z`, `ttest x == 5`, `signrank x = z`
  func pairedTest(_ column: (Substring) -> String?) -> String? {
    guard FamiliarLine.tests.contains(name), !isCall, !isFormula else { return nil }
    let sides = given.split(separator: "=").map(FamiliarText.trimmed)
    guard sides.count == 2, let y = column(sides[0]) else { return nil }
    if Double(sides[1]) != nil { return "test \(y) mean=\(sides[1])" }
    return column(sides[1]).map { "test \(y) \($0)" }
  }

  private static let pairwise: Set = [
    "tukeyhsd", "pairwise.t.test", "pwmean", "pwcompare", "games_howell", "dunn.test", "dunntest",
  ]

  /// A test of groups; of two factors the regression on both.
  func testLine(_ columns: [String], _ by: String?) -> String? {
    if ["anova", "aov", "unianova"].contains(name), columns.count > 2, by == nil {
      return "regress " + columns.joined(separator: " ")
    }
    let takesPlace = [
      "oneway", "anova", "kruskal.test", "kruskal", "unianova", "pairwise.t.test", "games_howell",
    ].contains(name)
    guard let first = columns.first, options["paired"] == nil, columns.count == (by == nil ? 2 : 1),
      by != nil || isFormula || takesPlace
    else { return nil }
    let corrections = ["bonferroni", "scheffe", "sidak", "tukey", "posthoc", "mcompare"]
    let isPairwise = FamiliarLine.pairwise.contains(name) || corrections.contains { options[$0] != nil }
    return "test \(first) by=\(by ?? columns[1])\(isPairwise ? " each=yes" : "")"
  }

  /// `share=` of a cross table: `row`, `col`, `normalize="index"`.
  func share(_ count: Int) -> String {
    guard count == 2 else { return "" }
    let kind = options["normalize"]?.lowercased()
    if options["row"] != nil || kind == "index" { return " share=row" }
    if options["col"] != nil || options["column"] != nil || kind == "columns" { return " share=column" }
    return options["cell"] != nil || kind == "all" || kind == "true" ? " share=all" : ""
  }

  /// The standard errors of a regression, as `robust` and `vce(cluster g)` name them.
  func errors(_ column: (Substring) -> String?) -> String {
    let variance = options["vce"]?.split(separator: " ") ?? []
    if options["robust"] != nil || options["r"] != nil || ["robust", "r", "hc3"].contains(variance.first) {
      return " se=robust"
    }
    let clusters = options["cluster"] ?? options["cl"] ?? options["absorb"]
    let isClustered = variance.first?.hasPrefix("cl") == true
    guard let group = (clusters ?? (isClustered ? variance.last : nil)).flatMap(column) else {
      return ""
    }
    return " se=cluster group=" + group
  }

  /// The line of `regress` for columns and products of them: one product is interact=, others are columns made before.
  static func regression(_ columns: [String], _ products: [[String]], in table: Table) -> String? {
    func areNumbers(_ names: [String]) -> Bool {
      names.count == 2 && names.allSatisfy { table[$0]?.type == .number || table[$0]?.type == .integer }
    }
    guard let place = products.firstIndex(where: { !areNumbers($0) }) ?? products.indices.first,
      case let kept = products[place], (2...6).contains(kept.count)
    else { return nil }
    var others = columns.filter { $0 == columns[0] || !kept.contains($0) }
    var before = ""
    for (other, names) in products.enumerated() where other != place {
      let made = names.joined(separator: "_")
      guard areNumbers(names), table[made] == nil else { return nil }
      before += "derive \(made) = \(names.joined(separator: " * ")); "
      others.append(made)
    }
    return before + (["regress"] + others).joined(separator: " ") + " interact=" + kept.joined(separator: ",")
      + (kept.count > 2 ? " ways=\(kept.count)" : "")
  }
}
