internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRender

/// The pages of a service: what commands show, with the forms of verbs that belong there.
struct Pages: Sendable {
  let runner: CommandRunner
  let settings: ServiceSettings
  let exposed: [(plugin: String, page: Exposure.Page)]

  init(_ runner: CommandRunner, _ settings: ServiceSettings) {
    (self.runner, self.settings) = (runner, settings)
    exposed = runner.rules.exposures.inCodePointOrder(by: \.key)
      .flatMap { plugin, exposure in exposure.pages.map { (plugin, $0) } }
  }

  /// What became of a form: what it said, or why it was refused, and what was filled in.
  struct Sent {
    let verb: String
    var outputs: [Output] = []
    var error: Diagnostic?
    let values: [String: String]

    init(_ fields: [ServedRequest.Parameter]) {
      values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
      verb = values["verb"] ?? ""
    }
  }

  // MARK: Who sees what

  /// The kinds that pages without an account watch.
  var publicKinds: Set<String> {
    Set(exposed.filter { sees(nil, $0.page) }.flatMap(\.page.kinds))
  }

  /// Whether an account sees a page; one without needs that whoever runs the service named the page.
  func sees(_ account: Account?, _ page: Exposure.Page) -> Bool {
    if let account { return account.role >= page.role ?? .reader }
    guard page.role == nil else { return false }
    // A file belongs to the page that shows the same.
    let names = page.isFile ? exposed.map(\.page).filter { !$0.isFile && $0.kinds == page.kinds }.map(\.path) : []
    return settings.publicPages.contains { name in
      page.path == name || page.path.hasPrefix(name + "/") || names.contains(name)
    }
  }

  /// Throws `bad-value` for a name of `--public` that leads to no page which may be seen without an account.
  func checkPublic() throws(Diagnostic) {
    let open = exposed.map(\.page).filter { $0.role == nil && !$0.isFile }.map(\.path)
    for name in settings.publicPages.inCodePointOrder()
    where !open.contains(where: { $0 == name || $0.utf8.starts(with: (name + "/").utf8) }) {
      throw Diagnostic(
        "bad-value", "no page at '/\(Abridged.text(name))' may be seen without an account",
        help: "these may: " + open.map { "/" + $0.prefix { $0 != "{" } }.sorted().joined(separator: ", "))
    }
  }

  /// The page at an address; nil where there is none, or none that the account sees.
  func place(_ segments: [String], for account: Account?) -> PagePlace? {
    exposed.lazy.compactMap { PagePlace($0.page, of: $0.plugin, at: segments) }.first { sees(account, $0.page) }
  }

  /// The frame of a page, whose menu has the pages of the same plugin; the first page lists those of all.
  func frame(_ title: String, _ visit: Visit, _ words: PageWords, of plugin: String? = nil) -> PageFrame {
    PageFrame(
      words: words, account: visit.account,
      menu: menu(for: visit.account).filter { $0.plugin == plugin }.map { ($0.title, $0.address) },
      title: title, address: visit.request.target, problem: Pages.unused(visit.request))
  }

  /// A parameter of an address that its page does not use. It is named on the page, and not refused: whoever passes a link
  /// to a page on may add some.
  static func unused(_ request: ServedRequest) -> Diagnostic? {
    let first = request.segments?.first
    if first == "api" { return nil }
    let known = first == "login" ? ["next"] : ["every", "fragment"] + (first == "report" ? ["match"] : [])
    let own = GivenParameters(request.query)
    do throws(Diagnostic) {
      try own.mustBe(among: known)
      for name in known { _ = try own.text(name) }
      _ = try seconds(request)
    } catch { return error }
    return nil
  }

  private static func seconds(_ request: ServedRequest) throws(Diagnostic) -> Int? {
    try GivenParameters(request.query).whole("every", from: 10, to: 3600)
  }

  func menu(for account: Account?) -> [(plugin: String, title: String, address: String)] {
    exposed.filter { $0.page.title != nil && sees(account, $0.page) }
      .map { ($0.plugin, $0.page.title ?? "", "/" + $0.page.path) }
  }

  // MARK: Pages

  /// A page; nil where there is none at the address, or none that the account sees.
  func answer(_ visit: Visit) throws(Diagnostic) -> ServedAnswer? {
    switch visit.request.segments ?? [] {
    case []: return start(visit)
    case ["login"]:
      return login(visit.request, next: Service.ownPage(visit.request.values("next").first ?? "/"))
    case let parts where parts.count == 2 && parts[0] == "assets": return PageAssets.answer(parts[1])
    case let parts:
      guard let place = place(parts, for: visit.account) else { return nil }
      return try place.page.isFile ? file(place, visit) : page(place, visit)
    }
  }

  func page(_ place: PagePlace, _ visit: Visit, _ sent: Sent? = nil) throws(Diagnostic) -> ServedAnswer {
    let request = visit.request
    let report = runner.show(place.command, visit).report
    if let error = report?.error, error.isOfService { throw error }
    let words = Pages.words(of: place, request)
    let own = place.page.path == "report" && report?.error == nil ? ownMatches(place, report, visit) : nil
    let shown = own?.standing(words) ?? shown(place, report, words, visit.account)
    // A form that was carried out is done, whatever its page can show.
    let problem = sent == nil ? report?.error : sent?.error
    let status = problem.map { Pages.status(of: $0, isForm: sent != nil) } ?? 200
    let said = sent.flatMap { sent -> HTML? in
      guard let error = sent.error else { return Pages.done(sent, words, beside: own) }
      // Other pages show what was refused in its form.
      return own == nil ? nil : PageForm.alert(error, words)
    }
    if request.isFragment { return Pages.fragment(said ?? shown, status: sent == nil ? 200 : status) }
    let live = HTML.tag("div", ["id": "live", "data-kinds": place.page.kinds.joined(separator: ",")], shown)
    let following = following(place, request, words)
    var content = [said ?? ""]
    if let own {
      content += try touchline(place, own, visit, sent, live, words) + following
    } else {
      content += [live] + following + (Pages.isOwn(place) ? [] : forms(place, visit.reader, sent, words))
    }
    let links = PageLinks(pages: seen(by: visit.account, of: place), place: place).siblings
    if !links.isEmpty { content.insert(.tag("p", ["class": "siblings"], links.map { .tag("span", [:], $0) }), at: 0) }
    var header: [ServedAnswer.Field] = []
    if let seconds = try? Pages.seconds(request) { header.append(.init("Refresh", "\(seconds)")) }
    return frame(words[place.title], visit, words, of: place.plugin).answer(status: status, content, header: header)
  }

  /// A part of a page, which its script puts in the place of the old one, or what a form of it did.
  static func fragment(
    _ part: HTML, status: Int, header: [ServedAnswer.Field] = ServedAnswer.ofAccount, reason: Diagnostic? = nil
  ) -> ServedAnswer {
    ServedAnswer(status, PageFrame.type, Array(part.text.utf8), header: header, reason: reason)
  }

  /// Whether a page is drawn by the service, not by what renders its command's outputs.
  static func isOwn(_ place: PagePlace) -> Bool { ["live", "report"].contains(place.page.path) }

  /// The words of a page: those of a match speak the language of their reader, the others that of their commands.
  private static func words(of place: PagePlace, _ request: ServedRequest) -> PageWords {
    isOwn(place) || place.page.names == ["match"] ? PageWords(request) : .english
  }

  /// The pages of the same plugin that an account sees.
  private func seen(by account: Account?, of place: PagePlace) -> [Exposure.Page] {
    exposed.filter { $0.plugin == place.plugin && !$0.page.isFile && sees(account, $0.page) }.map(\.page)
  }

  private func shown(
    _ place: PagePlace, _ report: CommandReport?, _ words: PageWords, _ account: Account?
  ) -> HTML {
    if let error = report?.error { return PageForm.alert(error, words) }
    let outputs = report?.outputs ?? []
    if Pages.isOwn(place) {
      let page = exposed.first { $0.plugin == place.plugin && $0.page.names == ["match"] }?.page
      let seen = page.flatMap { sees(account, $0) ? $0 : nil }
      return LiveBoard(outputs, words)?.html { match in
        seen.map { PagePlace.address(of: $0, [match.number]) }
      } ?? .rendered(HTMLRenderer(links: nil).render(outputs))
    }
    let links = PageLinks(pages: seen(by: account, of: place), place: place)
    // What a form of the page asks for is on a telephone too.
    let asked = place.page.forms.flatMap { verb in
      runner.rules.offers[verb]?.template.split(separator: " ").compactMap { PagePlace.name($0) } ?? []
    }
    let renderer = HTMLRenderer(
      links: HTMLRenderer.CellLinks { links.row($0) }, keeping: asked, words: words.shown)
    return .rendered(renderer.render(outputs))
  }

  /// How a page is brought up to date: by its script, or by itself where the reader asks for it.
  private func following(_ place: PagePlace, _ request: ServedRequest, _ words: PageWords) -> [HTML] {
    guard !place.page.kinds.isEmpty else { return [] }
    let isReloading = request.values("every").first != nil
    let query = request.query.filter { $0.name != "every" } + (isReloading ? [] : [.init("every", "60")])
    let address = ServedRequest.address(place.address, query)
    return [
      .tag("p", ["id": "news", "role": "status", "aria-live": "polite"]),
      .tag(
        "p", ["class": "following"],
        .tag(
          "button", ["id": "pause", "type": "button", "hidden": "", "data-other": words["Go on"]], .text(words["Pause"])
        ),
        .tag(
          "a", ["href": address, "data-plain": ""],
          .text(words[isReloading ? "Stop updating" : "Update every minute"]))),
    ]
  }

  private static func status(of error: Diagnostic, isForm: Bool) -> Int {
    // There is nothing to show yet.
    if !isForm, ["no-", "too-few-"].contains(where: error.code.hasPrefix), ServedAnswer.status(of: error.code) == 422 {
      return 200
    }
    let status = ServedAnswer.status(of: error.code)
    return !isForm && status == 422 && error.code.hasPrefix("unknown-") ? 404 : status
  }
}
