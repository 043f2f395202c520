internal import PodiumCore

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
