internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct LiveScoreExportCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a file that ends in .json", help: "JSON file to write.", completion: .files)
  static let replace = Parameter<Bool>.flag("replace", default: false, help: "Overwrite an existing file.")

  let signature = Signature(
    "football export json", topic: .plugins, summary: "Write a day's matches in the JSON form of the live score app.",
    details: """
      The form of the source system, with divisions and match numbers: homeTeam, awayTeam, homeScore, awayScore, time \
      (FT, the minute, or the kick-off), tempTime (the kick-off) and events. state, halfTime, fullTime and penalties \
      are added where the app has no place for them. It has no date, so a name such as livescore-2014-11-04.json lets \
      football import read it again, with all events.
      """,
    parameters: [file.any, MatchesCommand.competition.any, MatchFinder.on.any, FootballNow.parameter.any, replace.any],
    examples: MatchDay.examples(
      """
      football export json livescore-2015-04-18.json @15:40 | started | today's matches | 1 match
      football export json day.json on=2015-04-18 @20:00 | started | of a day | day.json
      football export json day.json "Div 4A" @15:40 | started | of a competition | day.json
      football export json day.txt @15:40 | started | another file extension | ! unknown-ending
      """), seeAlso: ["football import", "football export html", "football today"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let file = call[LiveScoreExportCommand.file]
    guard FilePath(file).ending == "json" else {
      throw Diagnostic(
        "unknown-ending", "'\(file.abridged)' does not end in .json", span: call.span(of: LiveScoreExportCommand.file))
    }
    let now = try FootballNow(call, in: session)
    let day = try workspace.playing(on: FootballDays.day(call, MatchFinder.on), now: now, call, in: session)
    let competition = try workspace.competition(typed: MatchesCommand.competition, call)
    let matches = day.matches.filter { match in competition.map { $0 == match.competition } ?? true }
      .sorted { $0.number < $1.number }
    let courses = try LiveMatch.courses(matches, in: workspace, at: now)
    let reports = try StoredReport.byMatch(matches.map(\.number), in: workspace.store)
    var keys: [String: Int] = [:]
    let entries = try zip(matches, courses).map { (match, course) throws(Diagnostic) in
      let place = keys[match.competition, default: 0]
      keys[match.competition] = place + 1
      let clock = workspace.clock(of: match.competition)
      let kickoff = MatchRows.hour(match, clock)
      var entry = LiveScoreJSON.Entry(
        division: match.competition, key: match.sourceNumber ?? String(place), home: match.home, away: match.away,
        homeGoals: course.score?.home ?? (course.state == .awarded ? nil : 0),
        awayGoals: course.score?.away ?? (course.state == .awarded ? nil : 0),
        time: course.state == .fullTime && !course.isEstimated ? "FT" : course.minute ?? kickoff, kickoff: kickoff)
      entry.more = LiveScoreExportCommand.more(match, course)
      entry.events =
        reports[match.number] == nil
        ? try StoredGoal.shown(match, in: workspace.store).map(\.report) : course.events.map(\.report)
      return entry
    }
    let text = LiveScoreJSON.value(entries).text + "\n"
    try session.write(
      Array(text.utf8), to: file, replacing: call[LiveScoreExportCommand.replace],
      span: call.span(of: LiveScoreExportCommand.file))
    let winners = matches.count { $0.state == .awarded && $0.score == nil && $0.winner != nil }
      .counted("awarded match", plural: "awarded matches")
    return [.note("wrote \(entries.count.counted("match", plural: "matches")) to '\(file)'")]
      + (winners.hasPrefix("0 ") ? [] : [.note("the form has no place for the winner of \(winners) without a score")])
  }

  /// What the form of the app has no place for.
  private static func more(_ match: StoredMatch, _ course: MatchCourse) -> [(name: String, text: String)] {
    func text(_ name: String, _ goals: SourceMatch.Goals?) -> (name: String, text: String)? {
      goals.map { (name, $0.description) }
    }
    let isPlain = course.isEstimated || course.state == .scheduled || course.state == .fullTime
    return [
      isPlain ? nil : ("state", course.state.rawValue), text("halfTime", match.halfTime),
      match.extraTime == nil ? nil : text("fullTime", match.fullTime),
      text("penalties", course.shootOut ?? match.penalties),
    ].compactMap { $0 }
  }
}

/// Writes matches as an iCalendar file, for a table with the columns of `football matches`.
struct CalendarExporter: Exporter {
  let key = "football.ics"
  let extensions = ["ics"]

  func takes(_ table: Table) -> Bool {
    ["home", "away", "kickoff", "kickoff_utc", "number"].allSatisfy { table[$0] != nil }
  }

  /// Throws `no-matches` for another table.
  func write(_ table: Table) throws(Diagnostic) -> [UInt8] {
    guard let homes = table["home"], let aways = table["away"], let kickoffs = table["kickoff"],
      let moments = table["kickoff_utc"], let numbers = table["number"]
    else {
      throw Diagnostic(
        "no-matches", "a calendar needs matches", help: "write one of football matches or football upcoming")
    }
    var calendar = Calendar(author: "football")
    func text(_ column: Column?, _ row: Int) -> String? {
      guard let value = column?[row], !value.isMissing else { return nil }
      return value.fileText
    }
    for row in 0..<table.rowCount {
      guard let home = text(homes, row), let away = text(aways, row) else { continue }
      let time: Calendar.Time
      if case .datetime(let moment) = moments[row] {
        time = .moment(moment, minutes: 120)
      } else if let day = text(kickoffs, row).flatMap({ CalendarDate(iso: String($0.prefix(10))) }) {
        time = .day(day)
      } else {
        continue
      }
      let competition = text(table["competition"], row) ?? ""
      var summary = "\(home) – \(away)"
      if let goals = text(table["home_goals"], row), let others = text(table["away_goals"], row) {
        summary += " \(goals)-\(others)"
      }
      var event = Calendar.Event(
        uid: "match-\(text(numbers, row) ?? String(row))-\(competition)", time: time, summary: summary)
      (event.category, event.location) = (competition, text(table["ground"], row))
      let statuses = [MatchState.cancelled.rawValue: "CANCELLED", MatchState.postponed.rawValue: "TENTATIVE"]
      if let status = statuses[text(table["state"], row) ?? ""] { event.status = status }
      calendar.events.append(event)
    }
    return calendar.bytes
  }
}

struct SiteCommand: Command {
  static let folder = Parameter<String>.required(
    "folder", allowed: "a folder", help: "Folder to write; it is made if it does not exist.", completion: .files)
  static let season = Parameter<String?>.text(
    "season", help: "Only this season, as in 2012 or 2018-19; by default all.")
  static let replace = Parameter<Bool>.flag(
    "replace", default: false, help: "Write into a folder that exists, and overwrite its pages.")

  let signature = Signature(
    "football export html", topic: .plugins, summary: "Write tables, results and fixtures as web pages.",
    details: """
      Writes index.html and a page for each season of each competition: the table with its notes, the results with the \
      latest first and their scorers, the knock-out rounds, and the fixtures; a match with scorers or a ground has a page of \
      its own. Times are those of the competition's zone. The pages are self-contained, with no \
      scripts, fonts or images, and fit a phone; the same matches give the same bytes. Run it from cron with replace=yes \
      to keep a site up to date.
      """,
    parameters: [folder.any, MatchesCommand.competition.any, season.any, replace.any],
    examples: [
      Example("football export html site", "every stored season", prints: "3 pages"),
      Example("football export html one M1 season=2024-25", "one season", prints: "2 pages"),
      Example("football export html again replace=yes", "over earlier pages, if there are any", prints: "3 pages"),
      Example("football export html site Nowhere", "an unknown competition", fails: "unknown-competition"),
    ].after(MatchDay.league), seeAlso: ["football table", "football matches", "football export json"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let seasons = try chosen(call, in: workspace)
    var pages: [SeasonPage] = []
    var names: Set<String> = ["index"]
    for (code, season) in seasons {
      try session.cancellation.check()
      pages.append(
        try SeasonPage(
          workspace, code, season, clock: workspace.clock(of: code),
          file: SiteCommand.unique("\(code)-\(season)", among: &names)))
    }
    let folder = call[SiteCommand.folder]
    let span = call.span(of: SiteCommand.folder)
    let services = session.services
    let path = services.resolve(folder)
    do throws(Diagnostic) {
      if services.files.kind(of: path) != .folder || !call[SiteCommand.replace] {
        try services.files.makeFolder(path, shown: folder)
      }
    } catch {
      var error = error.at(span)
      if error.code == "file-exists" { error.help = "use replace=yes to overwrite its pages" }
      throw error
    }
    let all = [("index.html", SiteIndex(pages).text)] + pages.flatMap { [($0.file, $0.text)] + $0.matchPages }
    for (file, text) in all {
      try session.cancellation.check()
      try session.write(
        Array(text.utf8), to: FilePath.join(folder, file), replacing: call[SiteCommand.replace], span: span)
    }
    return [.note("wrote \(all.count.counted("page")) to '\(folder)'; open '\(folder)/index.html'")]
  }

  /// The seasons to write, by competition and then the latest first; throws `unknown-competition`, `unknown-season` and
  /// `no-matches`.
  private func chosen(_ call: Call, in workspace: FootballWorkspace) throws(Diagnostic) -> [(String, Season)] {
    let known = try workspace.seasons()
    var codes = known.keys.sorted(by: CodePointOrder.precedes)
    if let code = call[MatchesCommand.competition] {
      guard known[code] != nil else {
        throw Diagnostic.unknown("competition", code, among: codes, span: call.span(of: MatchesCommand.competition))
      }
      codes = [code]
    }
    var chosen = codes.flatMap { code in (known[code] ?? []).sorted().reversed().map { (code, $0) } }
    if let typed = call[SiteCommand.season] {
      let all = Set(chosen.map(\.1))
      guard let season = Season(typed), all.contains(season) else {
        throw Diagnostic.unknown(
          "season", typed, among: all.sorted().map(\.description), span: call.span(of: SiteCommand.season))
      }
      chosen = chosen.filter { $0.1 == season }
    }
    guard !chosen.isEmpty else {
      throw Diagnostic(
        "no-matches", "no matches are stored", span: call.verbSpan, help: "import some first: football import FILE")
    }
    return chosen
  }

  /// A name for a file, of letters, digits and hyphens; different from the others whatever the case of letters.
  private static func unique(_ text: String, among names: inout Set<String>) -> String {
    var name = ""
    for letter in text.lowercased().prefix(80) {
      if letter.isASCII, letter.isLetter || letter.isNumber {
        name.append(letter)
      } else if name.last != "-" {
        name.append("-")
      }
    }
    while name.last == "-" { name.removeLast() }
    if name.isEmpty { name = "season" }
    var (found, count) = (name, 1)
    while !names.insert(found).inserted {
      count += 1
      found = "\(name)-\(count)"
    }
    return found + ".html"
  }
}
