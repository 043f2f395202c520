public import PodiumCore

/// A results file from football-data.co.uk, read cell by cell: a bad cell costs at most its row, never the file.
public struct MatchFile: Sendable {
  public let kind: MatchFormat.Kind
  /// The name of the source.
  public static let source = "football-data.co.uk"

  /// The matches, in the order of the file; those without a score have not been played, or were called off.
  public private(set) var all: [SourceMatch] = []
  /// The rows that are not matches.
  private(set) var refusals: [SourceFile.Refusal] = []
  /// The number of rows that are not blank.
  private(set) var rowCount = 0
  public internal(set) var notices: Notices
  private let format: MatchFormat
  private let prices: OddsColumns?
  /// How the days are written, from all of them.
  private let dates: TextDates
  /// What is wrong with names of teams, by name.
  private var faults: [String: String?] = [:]

  /// The source of the odds; nil without odds.
  var oddsSource: (name: String, isClosing: Bool)? { prices.map { ($0.source, $0.isClosing) } }

  /// Reads a file; `competition` and, for main leagues, `season` override the file. Throws what `MatchCells` and
  /// `MatchFormat` throw, and `no-matches`.
  public init(
    _ bytes: [UInt8], name: String, competition: String? = nil, season: Season? = nil, cancellation: Cancellation
  ) throws(Diagnostic) {
    try self.init(
      MatchCells(bytes, name: name, cancellation: cancellation), name: name, competition: competition, season: season)
  }

  /// Reads lines of cells. Files that were put one after the other have several headers, each for the rows below it.
  public init(_ text: MatchCells, name: String, competition: String?, season: Season?) throws(Diagnostic) {
    let parts = MatchFormat.parts(of: text)
    try self.init(part: parts[0], name: name, competition: competition, season: season)
    for lines in parts.dropFirst() {
      let part = try MatchFile(part: lines, name: name, competition: competition, season: season)
      all += part.all
      refusals += part.refusals
      rowCount += part.rowCount
      notices.append(part.notices)
      if let note = part.oddsNote, note != oddsNote, let header = lines.lines.first {
        notices.remark("below line \(header.number): \(note)")
      }
    }
    if parts.count > 1 { dropRepeated() }
  }

  private init(part text: MatchCells, name: String, competition: String?, season: Season?) throws(Diagnostic) {
    format = try MatchFormat(text.lines, name: name, competition: competition)
    kind = format.kind
    notices = Notices(file: name)
    let lines = text.lines[(format.header + 1)...].filter { !$0.isBlank }
    rowCount = lines.count
    prices = OddsColumns.chosen(format.odds, for: lines)
    let place = format.date
    dates = TextDates(lines.lazy.map { $0[place] })
    if dates.order == .monthFirst {
      notices.remark("read dates with the month first, since some do not exist with the day first")
    }
    for name in format.repeated where ["Date", "FTHG", "FTAG", "HG", "AG"].contains(name) {
      notices.remark("the header has '\(name)' twice; used the first column")
    }
    readAll(lines, competition: competition)
    if let last = lines.last, !text.endsWithLine, last.cells.count < format.width {
      notices.remark(
        "the file ends in the middle of row \(name):\(last.number), after \(last.cells.count) of \(format.width) cells")
    }
    dropRepeated()
    guard !all.isEmpty else {
      throw Diagnostic(
        "no-matches",
        rowCount == 0
          ? "'\(name)' has a header but no matches" : "'\(name)' has \(rowCount.counted("row")) but no valid match",
        help: notices.sentences.first ?? "download the file again"
      ).inFile(name, line: text.lines[format.header].number)
    }
    if kind == .main { nameSeasons(season) } else { noteStrangeSeasons() }
    noteTeams()
  }

  private static let partLength = 4096

  /// Reads the rows in parts side by side, and joins what each found in the order of the file.
  private mutating func readAll(_ lines: [MatchCells.Line], competition: String?) {
    let empty = self
    let starts = Array(stride(from: 0, to: lines.count, by: MatchFile.partLength))
    let parts = Parallel.map(count: starts.count, threads: Parallel.processors) { part in
      var file = empty
      file.notices = Notices(file: empty.notices.file)
      for line in lines[starts[part]..<min(starts[part] + MatchFile.partLength, lines.count)] {
        if let match = file.read(line, competition: competition) { file.all.append(match) }
      }
      return file
    }
    all.reserveCapacity(lines.count)
    for part in parts {
      all += part.all
      refusals += part.refusals
      notices.append(part.notices)
    }
  }

  /// Why a name is not that of a team; each is judged once, since a league has it 38 times a season.
  private mutating func fault(in name: String) -> String? {
    if let known = faults[name] { return known }
    let fault = TeamText.absence(name) ?? TeamText.fault(in: name, isCell: true)
    faults.updateValue(fault, forKey: name)
    return fault
  }

  /// One row; nil, with the reason noted, when it is not a match.
  private mutating func read(_ line: MatchCells.Line, competition: String?) -> SourceMatch? {
    func refused(_ what: String, _ detail: String = "", _ place: Int? = nil) -> SourceMatch? {
      notices.row(line.number, "skipped # " + what, detail.abridged)
      refusals.append(.init(line.number, what + format.column(place) + (detail.isEmpty ? "" : ": " + detail.abridged)))
      return nil
    }
    let division = competition ?? code(line[format.division])
    guard !division.isEmpty else { return refused("without a competition", "", format.division) }
    guard let date = dates.day(line[format.date]) else {
      return refused("without a valid date", "'\(line[format.date])'", format.date)
    }
    let (home, away) = (line[format.home], line[format.away])
    guard !home.isEmpty, !away.isEmpty, home != away else {
      let isSame = home == away && !home.isEmpty
      return refused(
        isSame ? "with the same team on both sides" : "without a team name", home,
        home.isEmpty ? format.home : format.away)
    }
    for (name, place) in [(home, format.home), (away, format.away)] {
      if let fault = fault(in: name) {
        return refused("without the name of a team", fault, place)
      }
    }
    let goals = (line[format.homeGoals], line[format.awayGoals])
    let isWalkover = TextScore.isWalkover(goals.0) || TextScore.isWalkover(goals.1)
    let isFixture = isWalkover || MatchCell.goals(goals.0) == nil || MatchCell.goals(goals.1) == nil
    if isFixture, !isWalkover {
      // Of goals of one side alone the cell that has them is the one left out.
      let filled = [format.homeGoals, format.awayGoals].filter { !line[$0].isEmpty }
      let bad = filled.filter { MatchCell.goals(line[$0]) == nil }
      for place in bad.isEmpty ? filled : bad { ignored(line, place) }
    }
    var season = Season(winter: date, competition: division)
    if let place = format.season {
      guard let named = Season(line[place]) else {
        return refused("without a valid season", "'\(line[place])'", place)
      }
      season = named
    }
    var (time, offset) = (SourceDates.time(line[format.time]), Int?.none)
    if time == nil, !line[format.time].isEmpty { ignored(line, format.time) }
    // `2018-08-10 20:00`, `2018-08-10T19:00:00Z`; midnight is a time not set.
    if line[format.time].isEmpty, line[format.date].utf8.count > 10,
      let clock = line[format.date].split(whereSeparator: { " T".contains($0) }).dropFirst().first,
      let read = SourceDates.time(clock.prefix(5)), read != "00:00"
    {
      (time, offset) = (read, SourceDates.offset(clock.dropFirst(5)))
    }
    var match = SourceMatch(line: line.number, date: date, home: home, away: away)
    (match.competition, match.season, match.time, match.offset) = (division, season, time, offset)
    match.league = format.league.map { line[$0] }
    guard !isFixture, let scored = MatchCell.goals(goals.0), let conceded = MatchCell.goals(goals.1) else {
      notices.row(line.number, isWalkover ? "skipped # decided by a walkover" : "skipped # without a score")
      if isWalkover { match.state = .awarded }
      return match
    }
    let full = SourceMatch.Goals(scored, conceded)
    (match.fullTime, match.state) = (full, .fullTime)
    let (written, letter) = (line[format.result], MatchResult(homeGoals: scored, awayGoals: conceded).letter)
    if !written.isEmpty, written != letter {
      notices.row(
        line.number, "kept the goals of # with a contradicting result",
        "\(scored) : \(conceded) is \(letter), not '\(written)'")
    }
    match.halfTime = halfTime(line, full)
    match.odds = odds(line)
    return match
  }

  /// The competition code: the division of a main league, or the source's code for the country of a new league.
  private func code(_ cell: String) -> String { kind == .main ? cell : KnownCompetitions.countryCodes[cell] ?? cell }

  /// Notes a cell that cannot be read and that the match does without.
  private mutating func ignored(_ line: MatchCells.Line, _ place: Int?) {
    notices.row(line.number, "ignored the cell of #" + format.column(place), "'\(line[place].abridged)'")
  }

  private mutating func halfTime(_ line: MatchCells.Line, _ full: SourceMatch.Goals) -> SourceMatch.Goals? {
    let (home, away) = (line[format.halfTimeHome], line[format.halfTimeAway])
    if home.isEmpty, away.isEmpty { return nil }
    for (cell, place) in [(home, format.halfTimeHome), (away, format.halfTimeAway)] where MatchCell.goals(cell) == nil {
      ignored(line, place)
      return nil
    }
    guard let a = MatchCell.goals(home), let b = MatchCell.goals(away), a <= full.home, b <= full.away else {
      notices.row(
        line.number, "ignored the half-time score of #, which contradicts the goals",
        "\(home) : \(away) of \(full.home) : \(full.away)")
      return nil
    }
    return .init(a, b)
  }

  /// The three prices, if they are plausible as those of one bookmaker.
  private mutating func odds(_ line: MatchCells.Line) -> [Double]? {
    guard let prices else { return nil }
    func ignored(_ what: String, _ detail: String = "") -> [Double]? {
      notices.row(line.number, "ignored the odds of # " + what, detail)
      return nil
    }
    let cells = prices.places.map { line[$0] }
    if cells.allSatisfy(\.isEmpty) { return nil }
    // An extra comma shifts the cells after it, so the prices of such a row are in the wrong columns.
    guard line.cells.dropFirst(format.width).allSatisfy(\.isEmpty) else {
      return ignored("with more cells than the header")
    }
    let odds = cells.compactMap(MatchCell.odds)
    guard odds.count == 3 else { return ignored("without three prices above 1", cells.joined(separator: " ")) }
    let margin = odds.reduce(-1) { $0 + 1 / $1 }
    // The shares of a fair book may sum to a rounding error below 1.
    guard margin >= -1e-9, margin <= 0.2 else {
      return ignored("with a margin outside 0 to 0.2", NumberText.fixed(margin, 3))
    }
    return odds
  }

  /// Keeps one row per played match, the first.
  private mutating func dropRepeated() {
    struct Name: Hashable { let competition: String?; let home, away: String; let date: CalendarDate }
    var seen: [Name: Int] = [:]
    seen.reserveCapacity(all.count)
    var repeated: Set<Int> = []
    for place in all.indices where all[place].fullTime != nil {
      let match = all[place]
      let name = Name(competition: match.competition, home: match.home, away: match.away, date: match.date)
      guard let known = seen[name] else {
        seen[name] = place
        continue
      }
      let first = all[known]
      repeated.insert(place)
      let isSame = first.fullTime == match.fullTime
      notices.row(
        match.line,
        isSame ? "skipped # repeating an earlier match" : "skipped # repeating an earlier match with another score",
        "line \(first.line)")
      refusals.append(
        .init(match.line, "repeats the match of line \(first.line)" + (isSame ? "" : " with another score")))
    }
    if !repeated.isEmpty { all = all.indices.filter { !repeated.contains($0) }.map { all[$0] } }
  }

  /// Main league files do not name their season: a file that spans at most a year is one season.
  private mutating func nameSeasons(_ given: Season?) {
    guard let first = all.lazy.map(\.date).min(), let last = all.lazy.map(\.date).max() else { return }
    let isOne = last.days - first.days < 366
    if given == nil, !isOne { noteStrangeYears() }
    guard given != nil || isOne else { return }
    for place in all.indices {
      all[place].season = given ?? Season(winter: first, competition: all[place].competition ?? "")
    }
  }
}

extension MatchFile {
  /// The played matches.
  public var matches: [SourceMatch] { all.filter { $0.fullTime != nil } }

  /// Which columns the odds are from; nil without odds.
  public var oddsNote: String? {
    oddsSource.map { "took \($0.isClosing ? "closing odds" : "pre-match odds") from the '\($0.name)' columns" }
  }

  /// The file as any source gives it.
  public var sourceFile: SourceFile {
    var file = SourceFile(format: "\(MatchFile.source), \(kind.rawValue)")
    file.matches = all
    file.isWithoutRepeats = all.allSatisfy { $0.fullTime != nil }
    file.refusals = refusals.ordered { $0.line < $1.line }
    file.notes = notices.sentences.filter { !$0.hasPrefix("skipped ") }
    if let oddsNote { file.notes.append(oddsNote) }
    return file
  }
}
