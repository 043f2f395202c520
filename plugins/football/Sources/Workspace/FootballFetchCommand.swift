internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct FootballFetchCommand: Command {
  static let name = Parameter<String>.required(
    "name", allowed: "a competition's code or an address", help: "Competition code, or the address of a file.",
    completion: .words(KnownCompetitions.published))

  let signature = Signature(
    "football fetch", topic: .plugins, summary: "Fetch a competition's matches and import them.",
    details: """
      A code names the address of football competition add url=, where {season}, {years} and {code} stand for the season \
      (2025-26), its years (2526) and the code; the leagues of football-data.co.uk have theirs already. Without season= \
      it is the season of today. It imports like football import, so cron may run it again and again: \
      podium -c 'football fetch E0'. A file that has not changed on the server is not sent again.
      """,
    parameters: [
      name.any, FootballImporter.competition.any, FootballImporter.season.any, FootballImportCommand.date.any,
      FootballImportCommand.zone.any,
    ],
    examples: [
      Example(shown: "football fetch E0", "this season of England's first league, with odds"),
      Example(shown: "football fetch E0 season=2018-19", "an earlier season"),
      Example(shown: "football fetch https://example.org/fixtures.html competition=\"Div 4A\"", "a page with fixtures"),
      Example("football fetch Nowhere", "a competition without an address", fails: "no-address"),
    ], seeAlso: ["football import", "football competition add", "football conflicts"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let typed = call[FootballFetchCommand.name]
    let span = call.span(of: FootballFetchCommand.name)
    let isAddress = WebAddress.names(typed)
    if !isAddress {
      let keys = [
        FootballFetchCommand.name.any, FootballImporter.season.any, FootballImportCommand.date.any,
        FootballImportCommand.zone.any,
      ]
      try call.refuseKeys(except: keys, of: "football fetch CODE", instead: "football fetch ADDRESS")
    }
    let address = isAddress ? typed : try address(of: typed, call, session)
    let context: any ImportContext
    do throws(Diagnostic) { context = try session.importContext(of: session.fetch(address)) } catch {
      var error = error.at(span)
      if !isAddress, error.help == nil { error.help = "the address of '\(typed)' is \(address)" }
      throw error
    }
    // What the import depends on is read after the download.
    try session.store().lock()
    return try FootballImportCommand.take(context, call, &session, competition: isAddress ? nil : typed)
  }

  /// What an address may hold in braces.
  static let places = ["{season}", "{years}", "{code}"]

  /// Throws `no-address`, and `no-clock` where the address needs a season and no time moves.
  private func address(of code: String, _ call: Call, _ session: Session) throws(Diagnostic) -> String {
    let competition = try FootballWorkspace(session).competition(code)
    guard var address = competition.url ?? KnownCompetitions.address(of: code) else {
      throw Diagnostic(
        "no-address", "'\(code.abridged)' has no address", span: call.span(of: FootballFetchCommand.name),
        help:
          "set it, as in: football competition add \(Session.quote(code.abridged)) url=https://example.org/fixtures.html"
      )
    }
    address = address.replacing("{code}", with: code)
    guard address.contains("{season}") || address.contains("{years}") else { return address }
    let season = try self.season(competition, call, session)
    let last = season.isSplit ? season.start + 1 : season.start
    func two(_ year: Int) -> String { String(String(year).suffix(2)) }
    return address.replacing("{season}", with: season.description).replacing(
      "{years}", with: season.isSplit ? two(season.start) + two(last) : String(season.start))
  }

  private func season(_ competition: Competition, _ call: Call, _ session: Session) throws(Diagnostic) -> Season {
    let typed = call[FootballImporter.season]
    if let season = try FootballImporter.season(typed, at: call.span(of: FootballImporter.season)) { return season }
    guard let now = session.services.now else {
      throw Diagnostic(
        "no-clock", "the address needs a season, and a replay has no clock", span: call.verbSpan,
        help: "give it, as in season=2018-19")
    }
    let today = now().date
    return competition.season(of: today) ?? Season(winter: today, competition: competition.code)
  }
}
