internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `?"text"`: the pages that contain a text; matches in the name come first.
struct HelpSearch {
  /// A page with its lines, the most important first.
  private struct Page {
    let name: String
    let summary: String
    let lines: [String]
    /// What people call it; among the lines too.
    var subject: [String] = []
  }

  /// The maximum number of pages shown.
  private static let limit = 20
  private let pages: [Page]

  init(_ registry: Registry) {
    let signatures = registry.commands.values.map(\.signature)
    let commands = signatures.inCodePointOrder(by: \.name).map { signature in
      let examples = registry.examples(of: signature.name).filter { $0.fails == nil }
      let subject =
        (HelpSearch.subjects[signature.name].map { [$0] } ?? []) + HelpSearch.words(for: signature.name, registry)
      return Page(
        name: signature.name, summary: signature.summary,
        lines: subject
          + CommandPage(signature, registry).arguments.map { $0.trimmed } + HelpSearch.sentences(signature.details)
          + examples.map { $0.line + "  " + $0.caption }, subject: subject)
    }
    let learners = registry.learners.keys.map { key in
      let learner = registry.learners[key]
      return Page(
        name: key, summary: learner?.summary ?? "",
        lines: learner.map { LearnerPage.hyperparameters(of: $0).map(\.trimmed) } ?? [])
    }
    let topics = HelpTopic.all.map {
      Page(name: $0.name, summary: $0.summary, lines: $0.text.split(separator: "\n").map { String($0).trimmed })
    }
    let importers = registry.importers.values.inCodePointOrder(by: \.key).map {
      Page(name: $0.key, summary: $0.summary, lines: ImporterPage.keys(of: $0))
    }
    // What a plugin does not have is on its own page.
    let absent = registry.plugins.flatMap { plugin in
      plugin.guide.words.filter { $0.verb == nil }.map {
        Page(name: plugin.name, summary: $0.note, lines: [$0.words.joined(separator: ", ")])
      }
    }
    pages = commands + learners + topics + importers + absent
  }

  /// What people call the subject of a plugin's verb.
  private static func words(for verb: String, _ registry: Registry) -> [String] {
    registry.plugins.flatMap { plugin in
      plugin.guide.words.filter { $0.verb.map { plugin.name + " " + $0 == verb } ?? false }.map {
        $0.words.joined(separator: ", ") + ($0.note.isEmpty ? "" : ": " + $0.note)
      }
    }
  }

  /// The pages that contain the text, each with the matching line; if there are none, the nearest word.
  func text(_ wanted: String) -> String { pages(with: wanted) ?? nothing(wanted) }

  /// In bytes; no page has a longer sentence, and each line is searched in time that grows with what is wanted.
  private static let longest = 400

  /// The pages that contain the text, or else all its words, or else the most of them, best first; nil if there are none.
  func pages(with wanted: String) -> String? {
    guard wanted.utf8.count <= HelpSearch.longest else { return nil }
    let needle = wanted.lowercased()
    var whole = ranked(containing: needle)
    // ttest, t test and t-test are one word.
    if !whole.contains(where: { $0.rank < 3 }) {
      let word = needle.filter { $0.isLetter || $0.isNumber }
      let known = Set(whole.filter { $0.rank < 4 }.map(\.page.name))
      let spelled = ranked(spelling: word).filter { !known.contains($0.page.name) }
      let added = Set(spelled.map(\.page.name))
      whole = spelled + whole.filter { !added.contains($0.page.name) }
    }
    // A page that happens to have the words in its text does not keep those about them out.
    let others = whole.contains { $0.rank < 3 } ? [] : ranked(containingWords: needle)
    let known = Set(whole.map(\.page.name))
    return HelpSearch.listed(whole.map { ($0.page, $0.line) } + others.filter { !known.contains($0.page.name) })
  }

  /// What people call the subject of a verb whose page has other words for it.
  private static let subjects = [
    "bind": "append, concatenate or stack the rows of two tables", "bin": "cut or discretize numbers",
    "compare": "significance, p value, t-test and confidence interval of the difference of two learners",
    "count":
      "frequency table, percentages, unique values, cross table, crosstab, two-way or contingency table, chi-square test, conditional count",
    "correlate": "correlation matrix, Pearson, Spearman",
    "test": """
    t-test, anova, rank-sum, Mann-Whitney, Kruskal-Wallis, paired test of two or more groups, one-sample t-test, post-hoc or \
    pairwise tests, effect size, interval of a mean
    """,
    "regress":
      "regression table: coefficients, standard errors, p values, R squared, interaction, odds ratio",
    "cv": "cross-validation, k-fold, accuracy, error, confidence interval",
    "derive": """
    compute or mutate a new column: moving average, running sum, cumulative sum, lag, difference between dates, if else, case \
    when, substring and other string functions, z score, row mean
    """,
    "describe": "summary statistics: mean, median, sd, quartiles, percentiles, outliers",
    "distinct": "remove duplicate rows, deduplicate",
    "drop": "remove or delete columns and rows", "encode": "one-hot encoding, dummy variables of categories",
    "filter": "select, subset or hide rows by a condition (where)", "impute": "fill in missing values",
    "join": "merge two tables, look up values by a key", "model save": "keep a trained model",
    "pivot": "reshape long to wide, spread, cast",
    "plot":
      "draw a chart, graph, histogram, boxplot, scatter plot, trend, log scale, panels; save or export it as png, pdf or svg",
    "rename": "change the name of a column", "replace": "recode or change values, value labels",
    "sample": "draw random rows",
    "save": "export or write a table to a file: csv, excel, stata, spss", "scale": "standardize or normalize features",
    "sort": "order or arrange rows, ascending or descending",
    "summarize": "aggregate, group by: mean, median, sum, count, percentile of each group",
    "tune": "grid search, hyperparameters, nested cross-validation",
    "type":
      "convert or cast a column to another type: currency, percent, units, durations, lap times, minutes and seconds, times of day, time zone",
    "unpivot": "reshape wide to long, melt, gather", "importance": "feature importance, permutation",
    "load": "open, read or import a file: csv, excel, json, stata, spss, sas, parquet",
    "split": "separate a column of text into several, text to columns, string split",
  ]

  /// Words that say nothing of the subject.
  private static let common: Set<Substring> = [
    "a", "an", "the", "of", "two", "how", "to", "do", "i", "in", "for", "and", "my", "with",
  ]

  /// The pages with the most of some words; a word counts by its stem, so that `rows` is found by `row`.
  private func ranked(containingWords text: String) -> [(page: Page, line: String?)] {
    let stems = text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.filter {
      $0.count > 1 && !HelpSearch.common.contains($0)
    }.map {
      $0.count > 4
        ? $0.hasSuffix("ies") ? $0.dropLast(3) : $0.hasSuffix("s") || $0.hasSuffix("e") ? $0.dropLast() : $0 : $0
    }
    guard stems.count > 1 else { return [] }
    var found: [(score: Int, page: Page, line: String?)] = []
    for page in pages {
      let head = ([page.name, page.summary] + page.subject).joined(separator: " ").lowercased()
      let lines = page.lines.map { $0.lowercased() }
      // A word in the name or the summary weighs more than one in a line.
      let inHead = stems.count { head.contains($0) }
      let inLines = stems.count { stem in !head.contains(stem) && lines.contains { $0.contains(stem) } }
      guard inHead + inLines > stems.count / 2 else { continue }
      let best = page.lines.indices.max { a, b in
        stems.count { lines[a].contains($0) } < stems.count { lines[b].contains($0) }
      }
      let shown = best.flatMap { place in stems.contains { lines[place].contains($0) } ? page.lines[place] : nil }
      found.append((4 * (inHead + inLines) + inHead, page, inHead == stems.count ? nil : shown))
    }
    found = found.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(\.element)
    return found.map { ($0.page, $0.line) }
  }

  /// The pages with words that spell a text together, in their subject or in other lines; those that begin with it first.
  private func ranked(spelling word: String) -> [(rank: Int, page: Page, line: String?)] {
    guard word.count > 2 else { return [] }
    var subjects: [(place: Int, page: Page, line: String)] = []
    var others: [(rank: Int, page: Page, line: String?)] = []
    for page in pages {
      if let (place, line) = HelpSearch.spelled(word, in: page.subject) {
        subjects.append((place, page, line))
      } else if let (_, line) = HelpSearch.spelled(word, in: page.lines) {
        others.append((3, page, line))
      }
    }
    let sorted = subjects.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
    return sorted.map { (2, $0.element.page, $0.element.line) } + others
  }

  /// The first of some lines whose words spell a word, which the last of them may exceed, and the first of these words.
  private static func spelled(_ word: String, in lines: [String]) -> (place: Int, line: String)? {
    for line in lines {
      let words = line.lowercased().split { !($0.isLetter || $0.isNumber) }
      if let place = words.indices.first(where: { spells(words[$0...], word) }) { return (place, line) }
    }
    return nil
  }

  private static func spells(_ words: ArraySlice<Substring>, _ word: String) -> Bool {
    var rest = word[...]
    for part in words {
      if part.hasPrefix(rest) { return true }
      guard rest.hasPrefix(part) else { return false }
      rest = rest.dropFirst(part.count)
    }
    return false
  }

  /// Whether a text has another one in it, at the start of a word: a t-test is not in "latest tests".
  private static func holds(_ text: String, _ needle: String) -> Bool {
    let text = text.lowercased()
    var rest = text[...]
    while let found = rest.firstRange(of: needle) {
      let isStart = found.lowerBound == text.startIndex || needle.first.map { $0.isLetter || $0.isNumber } != true
      if isStart { return true }
      let before = text[text.index(before: found.lowerBound)]
      if !before.isLetter, !before.isNumber { return true }
      rest = text[text.index(after: found.lowerBound)...]
    }
    return false
  }

  private func ranked(containing needle: String) -> [(rank: Int, page: Page, line: String?)] {
    var found: [(rank: Int, page: Page, line: String?)] = []
    for page in pages {
      if HelpSearch.holds(page.name, needle) {
        found.append((page.name.lowercased() == needle ? 0 : 1, page, nil))
      } else if HelpSearch.holds(page.summary, needle) {
        found.append((2, page, nil))
      } else if let line = page.subject.first(where: { HelpSearch.holds($0, needle) }) {
        found.append((2, page, line))
      } else if let line = page.lines.first(where: { HelpSearch.holds($0, needle) }) {
        found.append((3, page, line))
      } else if ([page.name, page.summary] + page.lines).contains(where: { $0.lowercased().contains(needle) }) {
        found.append((4, page, nil))
      }
    }
    return (0...4).flatMap { rank in found.filter { $0.rank == rank } }
  }

  private static func listed(_ ranked: [(page: Page, line: String?)]) -> String? {
    if ranked.isEmpty { return nil }
    let width = ranked.prefix(HelpSearch.limit).map(\.page.name.count).max() ?? 0
    var lines: [String] = []
    for (page, line) in ranked.prefix(HelpSearch.limit) {
      lines.append("  " + page.name.padded(toWidth: width) + "  " + page.summary)
      if let line { lines.append("  " + "".padded(toWidth: width) + "  > " + line) }
    }
    if ranked.count > HelpSearch.limit {
      lines.append("and \((ranked.count - HelpSearch.limit).counted("more page"))")
    }
    return lines.joined(separator: "\n")
  }

  private func nothing(_ wanted: String) -> String {
    var words: Set<String> = []
    for page in pages {
      for text in [page.name, page.summary] + page.lines {
        words.formUnion(text.lowercased().split { !$0.isLetter && $0 != "-" }.map { String($0) })
      }
    }
    let near = Suggestion.nearest(to: wanted, among: words.inCodePointOrder())
    return "no help page contains \(Abridged.quoted(wanted))"
      + (near.map { "; the nearest word is '\($0)': ?\"\($0)\"" } ?? "")
  }

  private static func sentences(_ details: String) -> [String] {
    details.split(separator: ". ").map { $0.hasSuffix(".") ? String($0) : $0 + "." }
  }
}

extension String {
  /// The text without leading spaces.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
