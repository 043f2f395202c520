internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// What all pages share: the frame, the style, escaping.
enum SitePage {
  static func escape(_ text: String) -> String { SafeText.escapeMarkup(SafeText.escape(text)) }

  static func document(_ title: String, _ body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>\(escape(title))</title>
    <style>\(style)</style>
    </head>
    <body>
    \(body)</body>
    </html>

    """
  }

  /// Items in tables, each with a head, of those that follow each other and have something in common.
  static func tables<Item, Key: Equatable>(
    _ items: [Item], by key: (Item) -> Key, head: (Item) -> String, end: String, row: (Item) -> String
  ) -> String {
    var (out, last): (String, Key?) = ("", nil)
    for item in items {
      if key(item) != last { out += (last == nil ? "" : end) + head(item) }
      last = key(item)
      out += row(item)
    }
    return out + (last == nil ? "" : end)
  }

  /// On a phone the table keeps what decides it: position, team, matches, goal difference, points.
  private static let style = """
    :root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--line:#d1d9e0;--page:#fff;--band:#f6f8fa;--link:#0b5cad}
    @media (prefers-color-scheme:dark){
      :root{--ink:#e6e9ec;--soft:#9aa4ae;--line:#3a424a;--page:#14181c;--band:#1c2127;--link:#6cb0f0}
    }
    *{box-sizing:border-box}
    body{font:16px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:60rem;margin:0 auto;
      padding:1rem 1.2rem 3rem;overflow-wrap:anywhere}
    h1{font-size:1.5rem;margin:.2rem 0 .6rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}
    h3{font-size:.9rem;color:var(--soft);margin:1.1rem 0 .2rem;font-weight:600}
    a{color:var(--link)}nav a{margin-right:1rem}.w{overflow-x:auto}
    table{border-collapse:collapse;width:100%}th{font-size:.82rem;color:var(--soft);font-weight:600}
    th,td{padding:.3rem .5rem;border-bottom:1px solid var(--line);text-align:left}
    .n{text-align:right;font-variant-numeric:tabular-nums}.p{font-weight:700}
    .t tbody tr:nth-child(even){background:var(--band)}
    .m{table-layout:fixed}.m td{vertical-align:top}.k{width:4rem;color:var(--soft);font-variant-numeric:tabular-nums;white-space:nowrap}
    .h{text-align:right}.s{width:4.6rem;text-align:center;font-weight:700;font-variant-numeric:tabular-nums}
    .s small{display:block;font-weight:400;color:var(--soft);font-size:.72rem;overflow-wrap:normal}
    .g{display:block;color:var(--soft);font-size:.75rem}
    ul.f{color:var(--soft);font-size:.85rem;padding-left:1.1rem}
    .f strong{color:var(--ink)}
    @media (max-width:640px){
      body{font-size:15px;padding:.6rem .7rem 2rem}.x{display:none}th,td{padding:.3rem .3rem}.k{width:3.2rem}.s{width:3.9rem}
    }
    @media print{body{max-width:none}nav{display:none}}
    """
}

/// The page of a season: table, results, fixtures.
struct SeasonPage {
  let code: String
  let season: Season
  /// The name of the competition, or its code.
  let name: String
  let file: String
  let played: Int
  let toCome: Int
  let leader: String?
  /// A page of each match that has more to show than its score, by the name of its file.
  private(set) var matchPages: [(file: String, text: String)] = []
  private(set) var text = ""
  private let scorers: MatchScorers

  init(
    _ workspace: FootballWorkspace, _ code: String, _ season: Season, clock: LocalClock?, file: String
  ) throws(Diagnostic) {
    (self.code, self.season, self.file) = (code, season, file)
    let all = try SeasonTable(workspace, code, season)
    let tables = (all.namesSplit || all.phases.count < 2 ? [nil] : all.phases.map { Optional($0) }).map { phase in
      var table = all
      table.count(upTo: nil, phase: phase)
      return table
    }.filter { !$0.rows.isEmpty }
    let table = tables.first ?? all
    scorers = try MatchScorers(
      table.matches, courses: LiveMatch.courses(table.matches, in: workspace), in: workspace.store)
    name = table.competition.name ?? KnownCompetitions.name(of: code) ?? code
    let begun = table.matches.filter { $0.state.hasBegun || $0.state.isFinal }
    let open = table.matches.filter { !$0.state.hasBegun && !$0.state.isFinal }
    (played, toCome) = (begun.count, open.count)
    let rounds = all.playOffs.rounds
    let bracket = rounds.isEmpty ? nil : Bracket(rounds, awayGoals: all.rules.awayGoals)
    let first = tables.count == 1 ? table.table().places.filter { $0.position == 1 } : []
    leader =
      bracket?.ties.last.flatMap { $0.round.lowercased() == "final" ? $0.winner : nil }
      ?? (first.count == 1 ? first.first.map { table.teams[$0.team] } : nil)
    let title = "\(name) \(season)"
    let links = [
      ("index.html", "All competitions"), tables.isEmpty ? nil : ("#table", "Table"),
      bracket.map { _ in ("#rounds", "Knock-out rounds") }, begun.isEmpty ? nil : ("#results", "Results"),
      open.isEmpty ? nil : ("#fixtures", "Fixtures"),
    ].compactMap { $0 }.map { "<a href=\"\($0)\">\($1)</a>" }
    var body = "<nav>\(links.joined())</nav>\n<h1>\(SitePage.escape(title))</h1>\n"
    if !tables.isEmpty { body += "<h2 id=\"table\">Table</h2>\n" }
    for table in tables {
      body += SeasonPage.table(table.table(), table, title: tables.count > 1 ? table.phase?.title : nil)
    }
    if let bracket { body += SeasonPage.rounds(bracket) }
    if !begun.isEmpty { body += "<h2 id=\"results\">Results</h2>\n" + days(begun.reversed(), clock) }
    if !open.isEmpty { body += "<h2 id=\"fixtures\">Fixtures</h2>\n" + days(open, clock) }
    if let zone = table.competition.zone, table.matches.contains(where: { $0.kickoff != nil }) {
      body += "<ul class=\"f\"><li>Times are those of \(SitePage.escape(zone)).</li></ul>\n"
    }
    text = SitePage.document(title, body)
    for match in table.matches where hasPage(match) {
      matchPages.append((matchFile(match), matchPage(match, clock, title: title)))
    }
  }

  /// Whether there is more to show of a match than its row.
  private func hasPage(_ match: StoredMatch) -> Bool { match.ground != nil || scorers[match.number] != nil }

  private func matchFile(_ match: StoredMatch) -> String { file.dropLast(5) + "-match-\(match.number).html" }

  /// A match with its round, ground, scores and scorers.
  private func matchPage(_ match: StoredMatch, _ clock: LocalClock?, title: String) -> String {
    let names = "\(match.home) – \(match.away)"
    var body = "<nav><a href=\"\(file)\">\(SitePage.escape(title))</a></nav>\n<h1>\(SitePage.escape(names))</h1>\n"
    body += "<table class=\"m\"><tbody>\n" + row(match, clock, isLinked: false) + "</tbody></table>\n<ul class=\"f\">"
    let facts = [
      SeasonPage.heading(match.date) + (match.kickoff == nil ? "" : ", " + MatchRows.hour(match, clock)),
      [match.stage, match.round].compactMap { $0 }.joined(separator: ", "), match.ground ?? "",
      match.extraTime == nil ? "" : match.fullTime.map { "after 90 minutes: \($0.home)–\($0.away)" } ?? "",
      match.source.map { "source: \($0)" } ?? "",
    ]
    body += facts.filter { !$0.isEmpty }.map { "<li>\(SitePage.escape($0))</li>" }.joined()
    return SitePage.document(names, body + "</ul>\n")
  }

  /// The ties of each knock-out round, with their winners in bold.
  private static func rounds(_ bracket: Bracket) -> String {
    "<h2 id=\"rounds\">Knock-out rounds</h2>\n"
      + SitePage.tables(
        bracket.ties, by: \.round, head: { "<h3>\(SitePage.escape($0.round))</h3>\n<table class=\"m\"><tbody>\n" },
        end: "</tbody></table>\n", row: row)
  }

  private static func row(_ tie: Bracket.Tie) -> String {
    func name(_ team: String) -> String {
      let text = SitePage.escape(team)
      return tie.winner == team ? "<strong>\(text)</strong>" : text
    }
    let score = (tie.aggregate ?? tie.matches.last?.score).map { "\($0.home)–\($0.away)" } ?? "–"
    let legs = tie.matches.count > 1 ? BracketCommand.score(tie) : nil
    let how = tie.decision.map { $0 == .goals ? "" : $0.rawValue } ?? ""
    let small = [legs ?? "", how].filter { !$0.isEmpty }.joined(separator: " ")
    return "<tr><td class=\"h\">\(name(tie.home))</td><td class=\"s\">\(score)"
      + (small.isEmpty ? "" : "<small>\(SitePage.escape(small))</small>") + "</td><td>\(name(tie.away))</td></tr>\n"
  }

  private static func table(_ league: LeagueTable, _ table: SeasonTable, title: String?) -> String {
    let heads = [
      ("n", "#"), ("", "Team"), ("n", "P"), ("n x", "W"), ("n x", "D"), ("n x", "L"), ("n x", "GF"), ("n x", "GA"),
      ("n", "GD"), ("n", "Pts"), ("x", "Form"),
    ]
    let start =
      "<div class=\"w\"><table class=\"t\"><thead><tr>"
      + heads.map { "<th class=\"\($0.0)\">\($0.1)</th>" }.joined() + "</tr></thead><tbody>\n"
    let hasGroups = table.groups != nil
    var out = title.map { "<h3>\(SitePage.escape($0))</h3>\n" } ?? ""
    if !hasGroups { out += start }
    var group: String?
    for place in league.places {
      if hasGroups, let own = table.group(of: place.team), own != group {
        if group != nil { out += "</tbody></table></div>\n" }
        out += "<h3>\(SitePage.escape(own))</h3>\n" + start
        group = own
      }
      let row = place.row
      let difference = row.goalDifference
      let cells = [
        String(place.position), SitePage.escape(table.teams[place.team]), String(row.played), String(row.won),
        String(row.drawn), String(row.lost), String(row.goalsFor), String(row.goalsAgainst),
        difference > 0 ? "+\(difference)" : difference < 0 ? "−\(difference.magnitude)" : "0", String(row.points),
        table.form(place.team, last: 5),
      ]
      let columns = zip(cells, heads).map { cell, head in
        "<td class=\"\(head.1 == "Pts" ? "n p" : head.0)\">\(cell)</td>"
      }
      out += "<tr>" + columns.joined() + "</tr>\n"
    }
    out += "</tbody></table></div>\n<ul class=\"f\">"
    for warning in FootballTableCommand.warnings(league, table) {
      out += "<li><strong>\(SitePage.escape(warning))</strong></li>"
    }
    for note in FootballTableCommand.footer(league, table, isTyped: false) {
      out += "<li>\(SitePage.escape(note))</li>"
    }
    return out + "</ul>\n"
  }

  /// Matches by day in the order they come in.
  private func days(_ matches: [StoredMatch], _ clock: LocalClock?) -> String {
    SitePage.tables(
      matches, by: \.date, head: { "<h3>\(SeasonPage.heading($0.date))</h3>\n<table class=\"m\"><tbody>\n" },
      end: "</tbody></table>\n", row: { row($0, clock) })
  }

  private static func heading(_ day: CalendarDate) -> String {
    "\(SourceDates.weekdayNames[SourceDates.weekday(of: day)]) \(day)"
  }

  private func row(_ match: StoredMatch, _ clock: LocalClock?, isLinked: Bool = true) -> String {
    let time = MatchRows.hour(match, clock)
    var score = match.score.map { "\($0.home)–\($0.away)" } ?? ""
    var notes: [String] = []
    if let half = match.halfTime, match.score != nil { notes.append("(\(half.home)–\(half.away))") }
    if match.extraTime != nil { notes.append("a.e.t.") }
    if let shots = match.penalties { notes.append("pens \(shots.home)–\(shots.away)") }
    if match.state != .fullTime, match.state != .scheduled { notes = [match.state.rawValue] }
    if score.isEmpty, match.state == .awarded, let winner = match.winner {
      score = winner == .home ? "w–o" : winner == .away ? "o–w" : "w.o."
    }
    let small = notes.isEmpty ? "" : "<small>\(SitePage.escape(notes.joined(separator: " ")))</small>"
    let shown = score.isEmpty && small.isEmpty ? "–" : score
    let linked = isLinked && hasPage(match) ? "<a href=\"\(matchFile(match))\">\(shown)</a>" : shown
    let goals = scorers[match.number]
    func side(_ team: String, _ names: String?) -> String {
      SitePage.escape(team)
        + (names.map { $0.isEmpty ? "" : "<small class=\"g\">\(SitePage.escape($0))</small>" } ?? "")
    }
    return "<tr><td class=\"k\">\(time)</td><td class=\"h\">\(side(match.home, goals?.home))</td>"
      + "<td class=\"s\">\(linked)\(small)</td><td>\(side(match.away, goals?.away))</td></tr>\n"
  }
}

/// The page that leads to the others.
struct SiteIndex {
  let text: String

  init(_ pages: [SeasonPage]) {
    let body = SitePage.tables(
      pages, by: \.code,
      head: {
        "<h2>\(SitePage.escape($0.name))</h2>\n<div class=\"w\"><table><thead><tr><th>Season</th>"
          + "<th class=\"n\">Played</th><th class=\"n\">To come</th><th>First</th></tr></thead><tbody>\n"
      }, end: "</tbody></table></div>\n",
      row: { page in
        "<tr><td><a href=\"\(page.file)\">\(page.season)</a></td><td class=\"n\">\(page.played)</td>"
          + "<td class=\"n\">\(page.toCome)</td><td>\(SitePage.escape(page.leader ?? ""))</td></tr>\n"
      })
    text = SitePage.document("Football", "<h1>Football</h1>\n" + body)
  }
}
