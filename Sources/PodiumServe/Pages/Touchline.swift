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
  private static let periods = [(name: "extra", label: "Extra time"), (name: "penalties", label: "Shoot-out")]
  /// How many phases are over in a state.
  private static let steps = ["first half": 1, "half-time": 2, "second half": 3, "full time": 4]

  func touchline(
    _ place: PagePlace, _ own: OwnMatches, _ visit: Visit, _ sent: Sent?, _ live: HTML, _ words: PageWords
  ) throws(Diagnostic) -> [HTML] {
    var content: [HTML] = [
      .tag(
        "div",
        [
          "id": "presses", "role": "status", "data-account": visit.reader.name, "data-waiting": words["waiting"],
          "data-refused": words["Refused"], "data-remove": words["Remove"],
          "data-login": words["Log in again to send."],
        ])
    ]
    guard let match = own.chosen else {
      let links = own.all.map {
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
    func press(
      _ verb: String, _ label: String, _ side: String? = nil, _ attributes: KeyValuePairs<StaticString, String?> = [:],
      keys: [(name: String, value: String)] = [], refused: Sent? = nil
    ) -> HTML {
      form(verb, place, visit.reader).map { form in
        self.press(form, words[label], match, side, place, words, attributes, keys: keys, refused: refused)
      } ?? ""
    }
    for (number, phase) in Pages.phases.enumerated() {
      content.append(
        press(phase.0, phase.1, nil, ["data-step": "\(number)", "hidden": number == step ? nil : ""]))
    }
    func offered(_ presses: [(verb: String, label: String)], _ side: String? = nil) -> [HTML] {
      presses.map { press($0.verb, $0.label, side, refused: sent) }
    }
    func sides(_ presses: [(verb: String, label: String)], _ more: String = "") -> HTML {
      .tag(
        "div", ["class": "sides"],
        zip(["home", "away"], match.teams).map { side, team in
          .tag("section", ["aria-label": team + more], [.tag("h2", [:], .text(team))] + offered(presses, side))
        })
    }
    content.append(sides(Pages.events))
    content.append(press("football void", "Take back the last report", keys: [("reason", "taken back")]))
    content.append(
      .tag(
        "datalist", ["id": "players"], try players(of: match.teams, visit).map { .tag("option", ["value": $0]) }))
    let isRare = (Pages.rareEvents + Pages.rarePhases).contains { $0.0 == sent?.verb }
    content.append(
      .tag(
        "details", ["class": "press", "open": isRare && sent?.error != nil ? "" : nil],
        [.tag("summary", [:], .text(words["Other reports"]))] + offered(Pages.rarePhases)
          + Pages.periods.map { press("football start", $0.label, keys: [("period", $0.name)]) }
          + [sides(Pages.rareEvents, ", " + words["Other reports"])]))
    if own.all.count > 1 { content.append(.tag("p", [:], .link(words["Other matches"], to: "/report"))) }
    return content
  }

  /// The matches that an account may report about, and the one that an address names.
  func ownMatches(_ place: PagePlace, _ report: CommandReport?, _ visit: Visit) -> OwnMatches {
    let board = LiveBoard(report?.outputs ?? [], PageWords(visit.request))
    var all = board?.matches ?? []
    if let values = runner.rules.exposures[place.plugin]?.scope?.values(of: visit.reader) {
      all = all.filter { !values.isDisjoint(with: $0.teams) }
    }
    let wanted = visit.request.values("match").first
    let chosen = all.first { $0.number == wanted } ?? (all.count == 1 ? all.first : nil)
    let notes = chosen.map { match in board?.notes.filter { $0.hasPrefix("match \(match.number): ") } ?? [] }
    return OwnMatches(all: all, chosen: chosen, notes: notes ?? [])
  }

  /// The names that were reported of two clubs before.
  private func players(of teams: [String], _ visit: Visit) throws(Diagnostic) -> [String] {
    let names = teams.map(Value.text)
    let ofClubs = RecordQuery.Condition.any([.isOneOf("home", names), .isOneOf("away", names)])
    let reports = try GuardedStore(visit, runner.rules).records(
      RecordQuery(
        "football.report",
        where: [.not(.isMissing("player")), .linked("match", to: "football.match", key: "number", [ofClubs])],
        order: [("created_at", true)], limit: 500))
    return Set(reports.map { $0["player"].fileText }).inCodePointOrder().prefix(100).map(\.self)
  }

  /// A press: the button that opens it, and the one that sends it with what is known of it.
  private func press(
    _ form: PageForm, _ label: String, _ match: LiveBoard.Match, _ side: String?, _ place: PagePlace,
    _ words: PageWords, _ attributes: KeyValuePairs<StaticString, String?>, keys: [(name: String, value: String)],
    refused sent: Sent?
  ) -> HTML {
    let verb = form.verb
    let id = verb.replacing(" ", with: "-") + (side.map { "-" + $0 } ?? "")
    var fields: [HTML] = [
      .hidden("verb", verb), .hidden("request_key", SecretText.cookie()), .hidden("w-match", match.number),
    ]
    if let side { fields.append(.hidden("w-side", side)) }
    // What was filled in where it was refused, for who has no script.
    let isOwn = sent?.error != nil && sent?.verb == verb && sent?.values["w-side"] == side
    let values = isOwn ? sent?.values ?? [:] : [:]
    for name in form.inputs.filter({ $0.place != nil }).map(\.label) where Pages.labels[name] != nil {
      fields.append(field(name, id + "-" + name, values["w-" + name] ?? "", words))
    }
    // Its script says when it was pressed.
    if form.inputs.contains(where: { $0.name == PageForm.ofDevice }) { fields.append(.hidden(PageForm.ofDevice, "")) }
    fields += keys.map { HTML.hidden("k-" + $0.name, $0.value) }
    fields.append(.tag("button", [:], .text(words["Send"] + ": " + label)))
    let address = place.address + "?match=" + PercentText.encoded(match.number)
    let sending = HTML.tag("form", ["method": "post", "action": address, "data-press": label], fields)
    return .tag(
      "div", attributes,
      [
        .tag("details", ["class": "press", "open": isOwn ? "" : nil], .tag("summary", [:], .text(label)), sending)
      ])
  }

  /// What a press asks for.
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
