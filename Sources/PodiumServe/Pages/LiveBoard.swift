internal import PodiumCore
internal import PodiumPlugin

/// The matches of a table as a page for a phone shows them; what it knows of football is the names of columns.
struct LiveBoard {
  let matches: [Match]
  /// What the command said beside the table.
  let notes: [String]
  let words: PageWords

  struct Match {
    let number: String
    let competition: String
    let kickoff: String
    let state: String
    let minute: String
    let teams: [String]
    /// The goals of both; empty before the kick-off.
    let goals: [Int]

    /// The score, as in 1–0.
    var score: String { goals.map { "\($0)" }.joined(separator: "–") }
    var isPlaying: Bool { ["first half", "second half", "extra time 1", "extra time 2", "penalties"].contains(state) }
    var isOver: Bool { ["full time", "awarded", "abandoned", "cancelled", "postponed"].contains(state) }
  }

  /// The board of a command's outputs; nil where they have no table of matches.
  init?(_ outputs: [Output], _ words: PageWords) {
    self.words = words
    var table: Table?
    var notes: [String] = []
    for output in outputs {
      switch output {
      case .table(let found) where table == nil: table = found.table
      default: if let note = output.remark { notes.append(note.text) }
      }
    }
    guard let table, table["number"] != nil, table["home"] != nil, table["away"] != nil else { return nil }
    func text(_ name: String, _ row: Int) -> String {
      guard let value = table[name]?[row], !value.isMissing else { return "" }
      return value.fileText
    }
    self.notes = notes
    matches = (0..<table.rowCount).map { row in
      Match(
        number: text("number", row), competition: text("competition", row), kickoff: text("kickoff", row),
        state: text("state", row), minute: text("minute", row), teams: [text("home", row), text("away", row)],
        goals: ["home_goals", "away_goals"].compactMap { Int(text($0, row)) })
    }
  }

  /// A list of matches; `address` is the page of a match, nil for readers who do not see it.
  func html(_ address: (Match) -> String?) -> HTML {
    if matches.isEmpty { return .tag("p", [:], .text(words["No match today."])) }
    let competitions = Dictionary(grouping: matches, by: \.competition).ordered { $0.key < $1.key }
    let lists = competitions.flatMap { competition, matches -> [HTML] in
      [
        .tag("h2", [:], .text(competition)), .tag("ul", ["class": "matches"], matches.map { item($0, address($0)) }),
      ]
    }
    return .joined(lists + Set(notes).inCodePointOrder().map(words.html))
  }

  private func item(_ match: Match, _ address: String?) -> HTML {
    let name = match.teams.joined(separator: " – ")
    return .tag(
      "li",
      [
        "data-match": match.number, "data-goals": "\(match.goals.reduce(0, +))",
        // What is read out when a goal falls.
        "data-news": words["Goal"] + ": " + name + " " + match.score,
      ],
      address.map { .link(name, to: $0) } ?? .tag("span", ["class": "teams"], .text(name)),
      .tag("strong", ["class": "score"], .text(match.score)), LiveBoard.state(match, words))
  }

  /// A dot and the word of the state: no one has to tell colours apart.
  static func state(_ match: Match, _ words: PageWords) -> HTML {
    let sign = match.isPlaying ? "●" : match.isOver ? "■" : "○"
    // A half-time has no minute but its name.
    let minute = match.minute.contains(where: \.isNumber) ? match.minute : ""
    let time = match.goals.isEmpty || match.state == "scheduled" ? String(match.kickoff.suffix(5)) : minute
    return .tag(
      "span", ["class": match.isPlaying ? "state playing" : "state"],
      .tag("span", ["aria-hidden": "true"], .text(sign)),
      .text(" " + words[match.state] + (time.isEmpty || match.isOver ? "" : ", " + time)))
  }
}

/// The matches of a table that an account may report about.
struct OwnMatches {
  let all: [LiveBoard.Match]
  /// The one that the address names, or the only one.
  let chosen: LiveBoard.Match?
  /// What is disputed of it.
  let notes: [String]

  /// What the page of a reporter shows of the chosen match, which its script brings up to date.
  func standing(_ words: PageWords) -> HTML {
    guard let match = chosen else { return "" }
    let now = HTML.tag(
      "p",
      ["class": "now", "id": "now", "data-minute": match.isPlaying ? match.minute : nil, "data-state": match.state],
      .tag("strong", [:], .text(match.teams.joined(separator: " – ") + " " + match.score)), " ",
      LiveBoard.state(match, words))
    return .joined([now] + notes.map(words.html))
  }
}
