public import PodiumCore

/// A competition: its calendar, its clock, and what its owner says of its rules.
public struct Competition: Sendable, Equatable {
  /// Whether a season runs within a year or over two.
  public enum Seasons: String, Sendable, CaseIterable {
    case calendar
    case winter
  }

  /// The rules of the seasons that start in some years.
  public struct Seasonal: Sendable, Equatable {
    public let years: ClosedRange<Int>
    public let rules: OwnRules

    /// A range without a first or a last year has these.
    public static let everYear = 1800...9999

    /// The years of `1992..1998`, `2019..`, `..1975`, `2020` and `..`; nil for other texts.
    public static func years(_ text: some StringProtocol) -> ClosedRange<Int>? {
      let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = ends.first, let last = ends.last else { return nil }
      let (from, to) = (
        first.isEmpty ? everYear.lowerBound : Int(String(first)), last.isEmpty ? everYear.upperBound : Int(String(last))
      )
      guard let from, let to, from <= to, everYear.contains(from), everYear.contains(to) else { return nil }
      return from...to
    }
  }

  public var code: String
  public var name: String?
  public var region: String?
  /// The zone of its kick-offs in the IANA database.
  public var zone: String?
  public var seasons: Seasons?
  public var clock = ClockRules()
  /// The rules of all seasons.
  public var own = OwnRules()
  /// The rules of seasons that start in some years, the earliest first years first.
  public private(set) var seasonal: [Seasonal] = []
  /// Where 'football fetch' finds its file.
  public var url: String?

  public init(_ code: String) {
    self.code = code
    complete()
  }

  /// Takes what is known of a code where nothing is said.
  public mutating func complete() {
    zone = zone ?? KnownCompetitions.zone(of: code)
    seasons = seasons ?? KnownCompetitions.seasons(of: code)
  }

  /// The rules of a season: the verified ones, where the owner says nothing else.
  public func rules(_ season: Season) -> LeagueRules {
    var rules = LeagueRules(code, season: season)
    // Of ranges that overlap the one that begins last counts, rule by rule.
    let own = seasonal.reduce(self.own) { $1.years.contains(season.start) ? $0.with($1.rules) : $0 }
    own.apply(to: &rules)
    return rules
  }

  /// Says the rules of seasons that start in some years, in place of those that begin with the same year.
  public mutating func set(_ rules: OwnRules, for years: ClosedRange<Int>) {
    seasonal.removeAll { $0.years.lowerBound == years.lowerBound }
    seasonal.append(Seasonal(years: years, rules: rules))
    seasonal.sort { $0.years.lowerBound < $1.years.lowerBound }
  }

  /// The season of a day; nil while it is unknown how its seasons run.
  public func season(of day: CalendarDate) -> Season? {
    seasons.map {
      $0 == .calendar ? Season(start: day.civil.year, isSplit: false) : Season(winter: day, competition: code)
    }
  }
}

/// What is known of the competitions that the sources name by a code.
public enum KnownCompetitions {
  private static let countries: [(prefix: String, zone: String)] = [
    "Europe/London: EC SC E", "Europe/Madrid: SP", "Europe/Stockholm: SWE M1", "Europe/Zurich: SWZ",
    "Europe/Berlin: D1 D2 D3", "Europe/Rome: I1 I2", "Europe/Paris: F1 F2", "Europe/Amsterdam: N1",
    "Europe/Brussels: B1", "Europe/Lisbon: P1", "Europe/Istanbul: T1", "Europe/Athens: G1", "Europe/Oslo: NOR",
    "Europe/Copenhagen: DNK", "Europe/Helsinki: FIN", "Europe/Dublin: IRL", "Europe/Warsaw: POL",
    "Europe/Bucharest: ROU", "Europe/Moscow: RUS", "Europe/Vienna: AUT", "America/Argentina/Buenos_Aires: ARG",
    "America/Sao_Paulo: BRA", "America/Mexico_City: MEX", "America/New_York: USA", "Asia/Tokyo: JPN",
    "Asia/Shanghai: CHN",
  ].flatMap { line in
    let words = line.split(separator: " ")
    return words.dropFirst().map { (String($0), String(words[0].dropLast())) }
  }

  private static let calendar: Set<String> = ["SWE", "NOR", "FIN", "IRL", "USA", "BRA", "JPN", "CHN"]
  private static let winter = Set(mainLeagues + ["D3", "AUT", "SWZ", "POL", "ROU", "DNK", "RUS", "M1"])

  public static func zone(of code: String) -> String? {
    // A league of the country has a number or C after its letters; `FINALS` is not in Finland.
    countries.first { prefix, _ in
      let rest = code.dropFirst(prefix.count)
      return code.hasPrefix(prefix) && (prefix.count > 1 || !rest.isEmpty) && rest.count < 2
        && rest.allSatisfy { $0.isNumber || $0 == "C" }
    }?.zone
  }

  public static func name(of code: String) -> String? { names[code] }

  private static let names = [
    "E0": "Premier League", "E1": "Championship", "E2": "League One", "E3": "League Two", "EC": "National League",
    "SC0": "Scottish Premiership", "SC1": "Scottish Championship", "SC2": "Scottish League One",
    "SC3": "Scottish League Two", "D1": "Bundesliga", "D2": "2. Bundesliga", "D3": "3. Liga", "I1": "Serie A",
    "I2": "Serie B", "SP1": "La Liga", "SP2": "Segunda División", "F1": "Ligue 1", "F2": "Ligue 2", "N1": "Eredivisie",
    "B1": "Belgian Pro League", "P1": "Primeira Liga", "T1": "Süper Lig", "G1": "Super League Greece",
    "SWE": "Allsvenskan", "NOR": "Eliteserien", "DNK": "Danish Superliga", "FIN": "Veikkausliiga",
    "IRL": "League of Ireland Premier Division", "POL": "Ekstraklasa", "ROU": "Romanian Liga I",
    "RUS": "Russian Premier League", "AUT": "Austrian Bundesliga", "SWZ": "Swiss Super League",
    "ARG": "Liga Profesional", "BRA": "Campeonato Brasileiro Série A", "MEX": "Liga MX", "USA": "Major League Soccer",
    "JPN": "J1 League", "CHN": "Chinese Super League",
  ]

  /// The codes whose matches football-data.co.uk publishes: a file for each season, or one with all seasons.
  public static let published = mainLeagues + newLeagues

  private static let mainLeagues = [
    "E0", "E1", "E2", "E3", "EC", "SC0", "SC1", "SC2", "SC3", "D1", "D2", "I1", "I2", "SP1", "SP2", "F1", "F2", "N1",
    "B1", "P1", "T1", "G1",
  ]
  private static let newLeagues = countryCodes.values.sorted()

  /// The source's code for each country's league.
  static let countryCodes = [
    "Argentina": "ARG", "Austria": "AUT", "Brazil": "BRA", "China": "CHN", "Denmark": "DNK", "Finland": "FIN",
    "Ireland": "IRL", "Japan": "JPN", "Mexico": "MEX", "Norway": "NOR", "Poland": "POL", "Romania": "ROU",
    "Russia": "RUS", "Sweden": "SWE", "Switzerland": "SWZ", "USA": "USA",
  ]

  /// Where a code's matches are published, with `{years}` and `{code}` to fill in; nil for a code that is not known.
  public static func address(of code: String) -> String? {
    if mainLeagues.contains(code) { return "https://www.football-data.co.uk/mmz4281/{years}/{code}.csv" }
    return newLeagues.contains(code) ? "https://www.football-data.co.uk/new/{code}.csv" : nil
  }

  /// Cups whose rules are known, which no file of results names.
  private static let cups: [String: Competition.Seasons] = [
    "WC": .calendar, "World Cup": .calendar, "EURO": .calendar, "Euro": .calendar, "UCL": .winter, "UCL-group": .winter,
    "UEL": .winter, "UECL": .winter,
  ]

  public static func seasons(of code: String) -> Competition.Seasons? {
    if let cup = cups[code] { return cup }
    return calendar.contains(code) ? .calendar : winter.contains(code) ? .winter : nil
  }

  /// The code of a file's name at openfootball and footballcsv (`2015-16_en.1.json`, `eng.1.csv`).
  public static func code(inFile name: String) -> String? {
    let words = name.lowercased().split { "_-/ ".contains($0) }
    guard let last = words.last else { return nil }
    let parts = last.split(separator: ".")
    guard parts.count >= 3, let level = Int(parts[parts.count - 2]) else { return nil }
    let codes = levels[String(parts[parts.count - 3])] ?? []
    return codes.indices.contains(level - 1) ? codes[level - 1] : nil
  }

  /// The code of a title without its season: `English Premier League`.
  public static func code(inTitle title: String) -> String? {
    let lower = title.lowercased()
    // Other countries have a Primera División too.
    let isSpain = lower.hasPrefix("primera") || lower.contains("spa")
    return titles.first { lower.contains($0.words) && (isSpain || $0.code != "SP1") }?.code
  }

  private static let levels: [String: [String]] = [
    "en": ["E0", "E1", "E2", "E3", "EC"], "eng": ["E0", "E1", "E2", "E3", "EC"], "de": ["D1", "D2", "D3"],
    "es": ["SP1", "SP2"], "it": ["I1", "I2"], "fr": ["F1", "F2"], "nl": ["N1"], "be": ["B1"], "pt": ["P1"],
    "tr": ["T1"], "gr": ["G1"], "sco": ["SC0", "SC1", "SC2", "SC3"], "se": ["SWE"], "no": ["NOR"], "dk": ["DNK"],
    "fi": ["FIN"], "ie": ["IRL"], "at": ["AUT"], "ch": ["SWZ"], "pl": ["POL"], "ro": ["ROU"], "ru": ["RUS"],
  ]

  private static let titles: [(words: String, code: String)] = [
    ("english premier league", "E0"), ("english championship", "E1"), ("english league one", "E2"),
    ("english league two", "E3"), ("deutsche bundesliga", "D1"), ("deutsche 2. bundesliga", "D2"),
    ("deutsche 3. liga", "D3"), ("sweden allsvenskan", "SWE"), ("french ligue 1", "F1"), ("italian serie a", "I1"),
    ("primera división", "SP1"), ("österr. bundesliga", "AUT"),
  ]
}
