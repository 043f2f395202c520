internal import PodiumCore
internal import PodiumPlugin

/// `/report`: what happens in a match, reported from the touchline with a thumb. A goal is two presses.
extension Pages {
  private static let events = [
    ("football goal", "Goal"), ("football own-goal", "Own goal"), ("football penalty", "Penalty"),
    ("football yellow", "Yellow card"), ("football red", "Red card"),
  ]
  private static let phases = [
    ("football start", "Kick-off"), ("football end", "Half-time"), ("football start", "Second half"),
    ("football end", "Full time"),
  ]
  /// What is seldom reported: of a side, and of the match.
  private static let rareEvents = [
    ("football second-yellow", "Second yellow card"), ("football missed-penalty", "Missed penalty"),
    ("football shoot-out", "Penalty of the shoot-out"),
  ]
  private static let rarePhases = [
    ("football score", "Score"), ("football delay", "Delayed kick-off"), ("football interrupt", "Interruption"),
    ("football resume", "Play resumes"), ("football abandon", "Abandoned match"),
  ]
  /// What may follow full time.
  private static let periods = [("extra", "Extra time"), ("penalties", "Shoot-out")]
  /// How many phases are over in a state.
  private static let steps = ["first half": 1, "half-time": 2, "second half": 3, "full time": 4]

  func touchline(
    _ place: PagePlace, _ report: CommandReport?, _ account: Account, _ request: ServedRequest, _ base: any Store,
    _ sent: Sent?, _ live: HTML
  ) throws(Diagnostic) -> [HTML] {
    let words = PageWords(request)
    let (own, chosen, notes) = ownMatches(place, report, account, request, words)
    var content: [HTML] = []
    if let sent {
      content.append(sent.error.map { PageForm.alert($0, words) } ?? Pages.done(sent, words, isBrief: true, but: notes))
    }
    content.append(
      .tag(
        "div",
        [
          "id": "presses", "role": "status", "data-account": account.name, "data-waiting": words["waiting"],
          "data-refused": words["Refused"], "data-remove": words["Remove"],
          "data-login": words["Log in again to send."], "data-problems": words.problems,
        ]))
    guard let match = chosen else {
      let links = own.map {
        HTML.link($0.teams.joined(separator: " – "), to: "?match=" + PercentText.encoded($0.number))
      }
      return content + [
        links.isEmpty
          ? .tag("p", [:], .text(words["None of your matches is today."]))
          : .joined([
            .tag("h2", [:], .text(words["Choose a match"])),
            .list(links),
          ])
      ]
    }
    content.append(live)
    let step = Pages.steps[match.state] ?? 0
    for (number, phase) in Pages.phases.enumerated() {
      guard form(phase.0, place, account) != nil else { continue }
      content.append(
        press(
          phase.0, words[phase.1], match, nil, place, words,
          ["data-step": "\(number)", "hidden": number == step ? nil : ""]))
    }
    func offered(_ presses: [(verb: String, label: String)], _ side: String? = nil) -> [HTML] {
      presses.filter { form($0.verb, place, account) != nil }.map { verb, label in
        press(verb, words[label], match, side, place, words, [:], refused: sent)
      }
    }
    func sides(_ presses: [(verb: String, label: String)], _ more: String = "") -> HTML {
      .tag(
        "div", ["class": "sides"],
        zip(["home", "away"], match.teams).map { side, team in
          .tag("section", ["aria-label": team + more], [.tag("h2", [:], .text(team))] + offered(presses, side))
        })
    }
    content.append(sides(Pages.events))
    if form("football void", place, account) != nil {
      content.append(
        press(
          "football void", words["Take back the last report"], match, nil, place, words, [:],
          keys: [("reason", "taken back")]))
    }
    content.append(
      .tag(
        "datalist", ["id": "players"], try players(of: match.teams, account, base).map { .tag("option", ["value": $0]) }
      ))
    let isRare = (Pages.rareEvents + Pages.rarePhases).contains { $0.0 == sent?.verb }
    content.append(
      .tag(
        "details", ["class": "press", "open": isRare && sent?.error != nil ? "" : nil],
        [.tag("summary", [:], .text(words["Other reports"]))] + offered(Pages.rarePhases)
          + (form("football start", place, account) == nil ? [] : Pages.periods).map { period, label in
            press("football start", words[label], match, nil, place, words, [:], keys: [("period", period)])
          } + [sides(Pages.rareEvents, ", " + words["Other reports"])]))
    if own.count > 1 { content.append(.tag("p", [:], .link(words["Other matches"], to: "/report"))) }
    return content
  }

  /// The matches that an account may report about, the one that its address names, or the only one, and what is disputed of it.
  private func ownMatches(
    _ place: PagePlace, _ report: CommandReport?, _ account: Account, _ request: ServedRequest, _ words: PageWords
  ) -> (all: [LiveBoard.Match], chosen: LiveBoard.Match?, notes: [String]) {
    let board = LiveBoard(report?.outputs ?? [], words)
    var own = board?.matches ?? []
    if let values = runner.rules.exposures[place.plugin]?.scope?.values(of: account) {
      own = own.filter { !values.isDisjoint(with: $0.teams) }
    }
    let wanted = request.values("match").first
    let chosen = own.first { $0.number == wanted } ?? (own.count == 1 ? own.first : nil)
    let notes = chosen.map { match in board?.notes.filter { $0.hasPrefix("match \(match.number): ") } ?? [] }
    return (own, chosen, notes ?? [])
  }

  /// What the page of a reporter shows of the chosen match, which its script brings up to date.
  func standing(
    _ place: PagePlace, _ report: CommandReport?, _ account: Account, _ request: ServedRequest
  ) -> HTML {
    let words = PageWords(request)
    let (_, chosen, notes) = ownMatches(place, report, account, request, words)
    guard let match = chosen else { return "" }
    let now = HTML.tag(
      "p",
      ["class": "now", "id": "now", "data-minute": match.isPlaying ? match.minute : nil, "data-state": match.state],
      .tag("strong", [:], .text(match.teams.joined(separator: " – ") + " " + match.score)), " ",
      LiveBoard.state(match, words))
    return .joined([now] + notes.map(words.html))
  }

  /// The names that were reported of two clubs before.
  private func players(of teams: [String], _ account: Account, _ base: any Store) throws(Diagnostic) -> [String] {
    let names = teams.map(Value.text)
    let ofClubs = RecordQuery.Condition.any([.isOneOf("home", names), .isOneOf("away", names)])
    let reports = try GuardedStore(base, for: account, runner.rules).records(
      RecordQuery(
        "football.report",
        where: [.not(.isMissing("player")), .linked("match", to: "football.match", key: "number", [ofClubs])],
        order: [("created_at", true)], limit: 500))
    return Set(reports.map { $0["player"].fileText }).inCodePointOrder().prefix(100).map(\.self)
  }

  /// A press: the button that opens it, and the one that sends it with what is known of it.
  private func press(
    _ verb: String, _ label: String, _ match: LiveBoard.Match, _ side: String?, _ place: PagePlace, _ words: PageWords,
    _ attributes: KeyValuePairs<StaticString, String?>, keys: [(name: String, value: String)] = [],
    refused sent: Sent? = nil
  ) -> HTML {
    let id = verb.replacing(" ", with: "-") + (side.map { "-" + $0 } ?? "")
    var fields: [HTML] = [
      .hidden("verb", verb), .hidden("request_key", SecretText.cookie()), .hidden("w-match", match.number),
    ]
    if let side { fields.append(.hidden("w-side", side)) }
    // What was filled in where it was refused, for who has no script.
    let isOwn = sent?.error != nil && sent?.verb == verb && sent?.values["w-side"] == side
    let values = isOwn ? sent?.values ?? [:] : [:]
    for name in Pages.asked(verb, side) {
      fields.append(field(name, id + "-" + name, values["w-" + name] ?? "", words))
    }
    fields += keys.map { HTML.hidden("k-" + $0.name, $0.value) }
    fields.append(.tag("button", [:], .text(words["Send"] + ": " + label)))
    let address = place.address + "?match=" + PercentText.encoded(match.number)
    let form = HTML.tag("form", ["method": "post", "action": address, "data-press": label], fields)
    return .tag(
      "div", attributes,
      [
        .tag("details", ["class": "press", "open": isOwn ? "" : nil], .tag("summary", [:], .text(label)), form)
      ])
  }

  /// What a press asks for.
  private static func asked(_ verb: String, _ side: String?) -> [String] {
    switch verb {
    case "football score": ["score", "minute"]
    case "football shoot-out": ["result", "player"]
    default: side == nil ? [] : ["minute", "player"]
    }
  }

  private static let labels = [
    "minute": "Minute", "player": "Player, if you know", "score": "Score, home side first, as in 2-1",
    "result": "Result",
  ]

  private func field(_ name: String, _ id: String, _ value: String, _ words: PageWords) -> HTML {
    let label = words[Pages.labels[name] ?? name]
    if name == "result" {
      let options = HTML.options(["scored", "missed"], chosen: value) { words[$0] }
      return .field(id, label, .tag("select", ["id": id, "name": "w-result"], options))
    }
    return .field(
      id, label,
      .tag(
        "input",
        [
          "id": id, "name": "w-" + name, "type": "text", "autocomplete": "off",
          "inputmode": name == "minute" ? "numeric" : nil, "list": name == "player" ? "players" : nil,
          "required": name == "score" ? "" : nil, "value": value.isEmpty ? nil : value,
        ]))
  }
}
