import FootballModel
import PodiumCore
import PodiumPlugin
import Testing

@testable import FootballPlugin

/// What words beside the teams say of a match, on pages in several languages; all of them are made.
struct FixtureWordTests {
  private static func file(_ rows: [[String]]) throws -> SourceFile? {
    try SourceReader.fixtures(rows.enumerated().map { .init($0 + 1, $1) }, MadeFile(""), .init())
  }

  /// The matches of a page whose rows have a result and a word, as state, score, extra time, shoot-out and winner, and what is noted.
  private func read(
    _ rows: [(result: String, status: String)], heading: String = "Status"
  ) throws -> (matches: [String], said: [String]) {
    let cells =
      [["Datum", "Heim", "Gast", "Ergebnis", heading]]
      + rows.enumerated().map { ["12.08.2023", "A\($0)", "B\($0)", $1.result, $1.status] }
    let file = try #require(try FixtureWordTests.file(cells))
    let found = file.matches.map { match in
      func text(_ goals: SourceMatch.Goals?) -> String { goals.map { "\($0.home)-\($0.away)" } ?? "·" }
      return
        ([match.state.rawValue] + [match.fullTime, match.extraTime, match.penalties].map(text)
        + [match.winner?.rawValue ?? "·"]).joined(separator: " ")
    }
    return (found, file.notes)
  }

  /// Headings of day, time, sides, result and ground, a day, a word for a match that is put off, and one for extra time.
  @Test(arguments: [
    ("Dato|Klokkeslett|Hjemmelag|Bortelag|Resultat|Bane", "lørdag 19. august 2023", "Utsatt", "etter ekstraomganger"),
    (
      "Dato|Kl.|Hjemmehold|Udehold|Resultat|Spillested", "lørdag den 19. august 2023", "Udsat",
      "efter forlænget spilletid"
    ),
    ("Päivä|Klo|Kotijoukkue|Vierasjoukkue|Tulos|Kenttä", "Lauantai 19. elokuuta 2023", "Siirretty", "jatkoajalla"),
    ("Datum|Tijd|Thuisploeg|Uitploeg|Uitslag|Veld", "zaterdag 19 augustus 2023", "Uitgesteld", "na verlenging"),
    ("Date|Heure|Équipe à domicile|Visiteurs|Résultat|Stade", "samedi 19 août 2023", "Reporté", "après prolongation"),
    ("Día|Hora|Equipo local|Equipo visitante|Resultado|Campo", "sábado, 19 de agosto de 2023", "Aplazado", "prórroga"),
    ("Giorno|Ora|Squadra di casa|Ospiti|Risultato|Stadio", "sabato 19 agosto 2023", "Rinviata", "dopo i supplementari"),
  ])
  func `pages of other federations are read by their own words`(
    _ headings: String, _ day: String, _ postponed: String, _ extra: String
  ) throws {
    let rows = [
      headings.split(separator: "|").map(String.init), [day, "15:00", "A", "B", "2-1 " + extra, "C"],
      [day, "17.30", "D", "E", postponed, "F"], [day], ["", "20:00", "G", "H", "0-0", ""],
    ]
    let file = try #require(try FixtureWordTests.file(rows))
    #expect(file.notes.isEmpty && file.refusals.isEmpty, "\(file.notes) \(file.refusals)")
    #expect(
      file.matches.map { "\($0.date) \($0.time ?? "")" } == ["15:00", "17:30", "20:00"].map { "2023-08-19 " + $0 })
    #expect(file.matches.map(\.state) == [.fullTime, .postponed, .fullTime])
    #expect(file.matches.first?.extraTime == .init(2, 1) && file.matches.map(\.ground) == ["C", "F", nil])
  }

  @Test(arguments: [
    ("verlegt", "postponed"), ("Absetzung", "postponed"), ("Spielabbruch", "abandoned"), ("annulliert", "cancelled"),
    ("Aplazado", "postponed"), ("Cancelado", "cancelled"), ("Suspendido", "postponed"), ("Abandonado", "abandoned"),
    ("Uppskjuten", "postponed"), ("Postponed - Waterlogged Pitch", "postponed"), ("P-P", "postponed"),
    ("verlegt (neu: 25.11.2023)", "postponed"), ("Reporté", "postponed"), ("Rinviata", "postponed"),
  ])
  func `a word says what became of a match, as a result and beside none`(_ word: String, _ state: String) throws {
    let (matches, said) = try read([(word, ""), ("-", word)], heading: "Estado")
    #expect(matches.allSatisfy { $0.hasPrefix(state) }, "\(matches)")
    #expect(!said.contains { $0.contains("understood") || $0.contains("ignored") }, "\(said)")
  }

  @Test(arguments: ["Halbzeit", "Descanso", "En juego", "Live", "67'", "2. Halbzeit", "Half time", "pågår"])
  func `the score of a match under way is not its result`(_ word: String) throws {
    let (matches, said) = try read([("1-0", word), ("1:0 \(word)", ""), ("2-2", "")])
    #expect(matches == ["scheduled · · · ·", "scheduled · · · ·", "full time 2-2 · · ·"])
    #expect(said.count { $0.contains("the match is under way, '\(word)'") } == 2, "\(said)")
  }

  @Test func `a match that was stopped is abandoned, also one that is suspended with a score`() throws {
    #expect(try read([("1-0", "Suspendido"), ("1:0 (Abbruch)", "")]).matches.allSatisfy { $0.hasPrefix("abandoned") })
  }

  @Test(arguments: [
    ("2:1 n.V.", ""), ("2-1", "Prórroga"), ("2-1 nach Verlängerung", ""), ("2-1", "AET"), ("2-1", "efter förlängning"),
  ])
  func `extra time is read in the words of the page`(_ result: String, _ status: String) throws {
    let (matches, said) = try read([(result, status)])
    #expect(matches == ["full time · 2-1 · ·"], "\(said)")
  }

  @Test func `a shoot-out is read once, and does not end level`() throws {
    let (matches, said) = try read([
      ("1-1 (5-4 p.)", "Penaltis"), ("1-1", "5-4 pen."), ("1-1 (5-4 n.E.)", ""), ("1-1", "Elfmeterschießen"),
    ])
    #expect(matches[..<3].allSatisfy { $0 == "full time 1-1 · 5-4 ·" }, "\(matches)")
    #expect(matches[3] == "full time 1-1 · · ·")
    #expect(said.contains { $0.contains("'Elfmeterschießen' is not understood") }, "\(said)")
  }

  @Test func `a side that does not come loses, and a decreed score is an award`() throws {
    let (matches, _) = try read([
      ("Nichtantritt Gast", ""), ("-", "Incomparecencia local"), ("2:0 Urteil", ""), ("-", "Away Walkover"),
      ("W.O.", ""),
    ])
    #expect(
      matches == [
        "awarded · · · home", "awarded · · · away", "awarded 2-0 · · ·", "awarded · · · away", "awarded · · · ·",
      ])
  }

  @Test func `a word of a played match loses no score, and another word is named`() throws {
    let (matches, said) = try read([("2-1", "Beendet"), ("FT: 2-1", ""), ("odd 2-1", ""), ("2-1", "odd")])
    #expect(matches == ["full time 2-1 · · ·", "full time 2-1 · · ·", "scheduled · · · ·", "full time 2-1 · · ·"])
    #expect(
      said.contains { $0.contains("ignored 'odd 2-1'") } && said.contains { $0.contains("'odd' is not understood") })
  }

  /// As reporters and federations write them in a cell.
  @Test(arguments: [
    ("2-1 ja.", "full time · 2-1 · ·"), ("2-1 (e. förl.)", "full time · 2-1 · ·"),
    ("2-1 e.f.s.", "full time · 2-1 · ·"), ("2-1 d.t.s.", "full time · 2-1 · ·"), ("2-1 pró.", "full time · 2-1 · ·"),
    ("1-1 (4-3 t.a.b.)", "full time 1-1 · 4-3 ·"), ("1-1 (4-3 dcr)", "full time 1-1 · 4-3 ·"),
    ("1-1, 4-3 on pens", "full time 1-1 · 4-3 ·"), ("1-1 (4-3 w.n.s.)", "full time 1-1 · 4-3 ·"),
    ("1 (4) - 1 (3)", "full time 1-1 · 4-3 ·"), ("(3) 0–0 (4)", "full time 0-0 · 3-4 ·"),
    ("2 x 1", "full time 2-1 · · ·"), ("w.o. 3-0", "awarded 3-0 · · ·"), ("Wertung 0:3", "awarded 0-3 · · ·"),
    ("luovutus 3-0", "awarded 3-0 · · ·"), ("0-3 am grünen Tisch", "awarded 0-3 · · ·"),
    ("3-0 FF", "awarded 3-0 · · ·"),
    ("H-W", "awarded · · · home"), ("A - W", "awarded · · · away"), ("A-A", "abandoned · · · ·"),
    ("V-V", "cancelled · · · ·"), ("w/o", "awarded · · · ·"),
  ])
  func `short words beside a score are read`(_ result: String, _ match: String) throws {
    let (matches, said) = try read([(result, "")])
    #expect(matches == [match] && said.isEmpty, "\(said)")
  }

  /// Rows above the headings, and rows of a round, belong to the matches after them.
  @Test func `a row of a day or a round is that of the matches after it, and a bye is not a match`() throws {
    let rows = [
      ["Kreisliga am 1.9.2024"], ["1. Spieltag"], ["Samstag, 17.08.2024"],
      ["Zeit", "Heim", "", "Gast", "Ergebnis"], ["15:00", "A", "-", "B", "2 : 1"],
      ["16:00", "C", "-", "spielfrei", ""],
      ["Sonntag, 18.08.2024"], ["13:00", "D", "-", "E", "Absetz."], ["Spieltag 2"], ["Samstag, 24.08.2024"],
      ["15:00", "B", "-", "A", "0 : 0"],
    ]
    let file = try #require(try FixtureWordTests.file(rows))
    #expect(
      file.matches.map { "\($0.date) \($0.time ?? "") \($0.round ?? "") \($0.state)" } == [
        "2024-08-17 15:00 1. Spieltag fullTime", "2024-08-18 13:00 1. Spieltag postponed",
        "2024-08-24 15:00 Spieltag 2 fullTime",
      ])
    #expect(file.refusals.map(\.reason) == ["column 'Gast': 'spielfrei' means that the other team does not play"])
  }

  @Test func `notes say what became of a match, and who won on penalties`() throws {
    let (matches, said) = try read([
      ("0-0", "abandoned 67' (floodlights)"), ("", "Postponed due to snow"), ("1-1", "A2 won on penalties"),
      ("2-2", "B3 wins on pens"), ("3-0", "awarded to A4"), ("2-1", "A5 won on penalties"),
    ])
    #expect(
      matches == [
        "abandoned · · · ·", "postponed · · · ·", "full time 1-1 · · home", "full time 2-2 · · away",
        "awarded 3-0 · · ·",
        "full time 2-1 · · ·",
      ])
    #expect(said.count == 1 && said[0].contains("'A5 won on penalties' is not understood"), "\(said)")
  }

  @Test(arguments: ["02-Jan", "2025-01-02", "01/02/2025", "2.1."])
  func `a score that a spreadsheet made a day is named as one`(_ cell: String) throws {
    let (matches, said) = try read([(cell, "")])
    #expect(
      matches == ["scheduled · · · ·"] && said[0].contains("which is a day, as spreadsheets make of 2-1"), "\(said)")
  }

  /// Headings and rows of made pages as federations write them, and the matches as day, time, sides, state and score.
  @Test(arguments: [
    (
      "Type|Date / Time|Home Team||Away Team|Venue",
      [
        "L|07/09/24 14:00|A|3 - 1 (HT 1-0)|B|C", "L|07/09/24 14:00|D|H - W|E|", "L|14/09/24 14:00|E|A - W|A|",
        "L|14/09/24 14:00|B|P - P|D|", "L|21/09/24 14:00|B|VOID - VOID|E|",
      ],
      [
        "09-07 14:00 A B full time 3-1", "09-07 14:00 D E awarded home", "09-14 14:00 E A awarded away",
        "09-14 14:00 B D postponed", "09-21 14:00 B E cancelled",
      ]
    ),
    (
      "Datum|Zeit|Heim||Gast|Ergebnis",
      [
        "Sa, 17.08.24|15:30 Uhr|A|:|B|3 : 2", "|17 Uhr|C|:|D|-:-", "So, 18.08.24|15:00 Uhr|B|:|C|2:0 U",
        "|17:00 Uhr|D|:|A|- : -",
      ],
      [
        "08-17 15:30 A B full time 3-2", "08-17 17:00 C D scheduled", "08-18 15:00 B C awarded 2-0",
        "08-18 17:00 D A scheduled",
      ]
    ),
    (
      "Date|Heure|Recevant|Score|Visiteur",
      [
        "samedi 31 août 2024|18h00|A|2 - 1|B", "dim. 1er sept. 2024|15H00|C|3 - 0 F|A",
        "sam. 7 sept. 2024|15h|B|1 - 1 (4 tab 3)|C",
      ],
      [
        "08-31 18:00 A B full time 2-1", "09-01 15:00 C A awarded 3-0", "09-07 15:00 B C full time 1-1 4-3",
      ]
    ),
    (
      "Dato|Tid|Hjemmelag|Res.|Bortelag",
      ["14.04.2024|16:00|A|2-1|B", "14.04.2024|18:00|C|W.O. (3-0)|D", "21.04.2024|16:00|B|0 - 3 WO|C"],
      ["04-14 16:00 A B full time 2-1", "04-14 18:00 C D awarded 3-0", "04-21 16:00 B C awarded 0-3"]
    ),
    (
      "Fecha|Local|Goles|Goles|Visitante", ["17-09-2024|A|2|1|B", "18-09-2024|C|||D"],
      ["09-17 · A B full time 2-1", "09-18 · C D scheduled"]
    ),
    (
      "Date|Home||Away", ["17/9/2024|A|2-1|B", "17/9/2024|C|19:45|D", "18/9/2024|B|0:10|C"],
      ["09-17 · A B full time 2-1", "09-17 19:45 C D scheduled", "09-18 · B C full time 0-10"]
    ),
  ])
  func `a page of a federation is read as it writes scores, days and what became of matches`(
    _ headings: String, _ rows: [String], _ expected: [String]
  ) throws {
    let cells = ([headings] + rows).map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    let file = try #require(try FixtureWordTests.file(cells))
    let found = file.matches.map { match in
      [
        String(match.date.description.dropFirst(5)), match.time ?? "·", match.home, match.away, match.state.rawValue,
        match.fullTime?.description, match.penalties?.description, match.score == nil ? match.winner?.rawValue : nil,
      ].compactMap { $0 }.joined(separator: " ")
    }
    #expect(found == expected && file.refusals.isEmpty, "\(file.notes) \(file.refusals)")
    let below = rows.count { $0.hasPrefix("|") }
    #expect(file.notes.count == (below > 0 ? 1 : 0), "\(file.notes)")
  }

  @Test func `goals in parentheses that may be those at half-time are not a shoot-out, and one alone is named`() throws
  {
    let (matches, said) = try read([("1 (0) - 1 (1)", ""), ("2 (1) - 1 (0)", ""), ("4:3 i.E.", "")])
    #expect(matches == ["scheduled · · · ·", "scheduled · · · ·", "full time · · 4-3 ·"])
    #expect(
      said.last == "line 4, column 'Ergebnis': '4:3 i.E.' has the shoot-out alone; the score before it is missing")
  }

  /// A heading and a row, and the match that it is: its time, round and score.
  @Test(arguments: [
    ("Date|Home Team|Away Team|Home|Away", "2024-08-16|A|B|2|1", "  2-1"),
    ("Wk|Day|Date|Time|Home|xG|Score|xG|Away", "1|Fri|2024-08-16|20:00|A|2.4|2–1|0.4|B", "20:00 1 2-1"),
    ("Datum | Zeit|Heim||Gast|Ergebnis", "Fr, 16.08.24 / 19:30|A|:|B|2 : 1", "19:30  2-1"),
    ("Match|Date|Score", "A v B|2024-08-16|2-1", "  2-1"), ("Match|Date|Score", "A vs. B|2024-08-16|2-1", "  2-1"),
    ("match_date|team_home|team_away|goals_home|goals_away", "2024-08-16|A|B|2|1", "  2-1"),
    ("datetime|h_team|a_team|h_goals|a_goals", "2024-08-16 19:00:00|A|B|2|1", "19:00  2-1"),
    ("Datum|Heim|Gast|Tore H|Tore G", "16.08.2024|A|B|2|1", "  2-1"),
    (
      "Datetime|Home Team Name|Home Team Goals|Away Team Goals|Away Team Name", "16 Aug 2024 - 15:00|A|2|1|B",
      "15:00  2-1"
    ),
  ])
  func `tables of other sources are read by their own headings`(
    _ heading: String, _ row: String, _ expected: String
  ) throws {
    let cells = [heading.replacing("Datum | Zeit", with: "Datum / Zeit"), row].map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
    let file = try #require(try FixtureWordTests.file(cells))
    let match = try #require(file.matches.first, "\(file.refusals)")
    #expect(match.home == "A" && match.away == "B" && match.date.description == "2024-08-16")
    #expect("\(match.time ?? "") \(match.round ?? "") \(match.fullTime?.description ?? "")" == expected)
  }

  @Test func `a second column of a side that is not read is named`() throws {
    let file = try #require(
      try FixtureWordTests.file([
        ["Datum | Zeit", "Home Team", "Away Team", "Home", "Away"], ["2024-08-16", "A", "B", "2", "x"],
      ]))
    #expect(file.matches.map(\.fullTime) == [nil])
    #expect(file.notes == ["did not read columns 'Home', 'Away'; map= says what a column holds"])
  }

  @Test func `a column without a heading is named by its number`() throws {
    let file = try #require(
      try FixtureWordTests.file([
        ["Date", "Home Team", "", "Away Team"], ["2024-08-16", "A", "2 - 1", "B"], ["2024-08-17", "B", "q - q", "A"],
      ]))
    #expect(
      file.notes == [
        "line 3, column '3': ignored 'q - q', which is not a score, as in 2 - 1; kept the match without a score"
      ])
  }
}
