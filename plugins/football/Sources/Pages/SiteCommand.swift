internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

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
    exampleLines: MatchDay.lines(
      """
      every stored season: {league}; football export html site -> 3 pages
      one season: {league}; football export html one M1 season=2024-25 -> 2 pages
      over earlier pages, if there are any: {league}; football export html again replace=yes -> 3 pages
      an unknown competition: {league}; football export html site Nowhere -> !unknown-competition
      """), seeAlso: ["football table", "football matches", "football export json"])

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
    var codes = known.keys.inCodePointOrder()
    if let code = call[MatchesCommand.competition] {
      guard let found = codes.contains(code) ? code : FootballWorkspace.other(code, among: codes) else {
        throw Diagnostic.unknown("competition", code, among: codes, span: call.span(of: MatchesCommand.competition))
      }
      codes = [found]
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
