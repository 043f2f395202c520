internal import PodiumCore
internal import PodiumFiles
internal import PodiumPlugin

/// The pages that no plugin declares, and those that are files.
extension Pages {
  /// The first page: what there is to see, for an account also its records.
  func start(_ visit: Visit) -> ServedAnswer {
    let words = PageWords(visit.request)
    let frame = frame(words["Start"], visit, words)
    let menu = menu(for: visit.account)
    var content: [HTML] = [.list(menu.map { .link(words[$0.title], to: $0.address) })]
    if menu.isEmpty { content = [.tag("p", [:], .text(words["No page is open to everyone."]))] }
    guard let account = visit.account else {
      return frame.answer(content + [.list([.link(words["Log in"], to: "/login")])])
    }
    let kinds = runner.rules.readableKinds(for: account).inCodePointOrder()
    // Two sports have sessions and ratings, so each has its own list.
    let sports = Dictionary(grouping: kinds) { String($0.prefix { $0 != "." }) }
    for (sport, kinds) in sports.inCodePointOrder(by: \.key) {
      content.append(.tag("h2", [:], .text(words["Records"] + ": " + words[sport])))
      content.append(
        .list(
          kinds.map { kind in
            .link(
              words.records(kind, runner.rules.things[kind]?.plural ?? kind),
              to: Resources.address(of: kind))
          }))
    }
    return frame.answer(content)
  }

  /// The page that asks for name and password; the same for a name that there is and one that there is not.
  ///
  /// `wait` is how many seconds must pass after too many that failed, 0 after one that failed.
  func login(_ request: ServedRequest, next: String, failed wait: Int? = nil) -> ServedAnswer {
    let words = PageWords(request)
    let isLate = wait ?? 0 > 0
    let said = wait.map { wait in
      isLate ? words["Too many tries. Wait so many seconds:"] + " \(wait)" : words["The name or the password is wrong."]
    }
    func field(_ name: StaticString, _ label: String, _ type: StaticString, _ kind: StaticString) -> HTML {
      .field(
        "\(name)", words[label],
        .tag(
          "input",
          [
            "id": "\(name)", "name": "\(name)", "type": "\(type)", "autocomplete": "\(kind)", "required": "",
            "maxlength": "256",
          ]))
    }
    let form = HTML.tag(
      "form", ["method": "post", "action": "/login"],
      .hidden("next", next), field("name", "Name", "text", "username"),
      field("password", "Password", "password", "current-password"), .tag("button", [:], .text(words["Log in"])))
    let frame = PageFrame(
      words: words, account: nil, menu: [], title: words["Log in"], address: "/login", problem: Pages.unused(request))
    return frame.answer(
      status: wait == nil ? 200 : isLate ? 429 : 401,
      [said.map { .tag("p", ["class": "error", "role": "alert"], .text($0)) } ?? "", form],
      header: isLate ? [.init("Retry-After", "\(wait ?? 0)")] : [])
  }

  /// A page that is the file of its command: the command writes into memory, and the file is the answer.
  func file(_ place: PagePlace, _ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    try visit.request.refuseParameters()
    var runner = runner
    let files = ScratchFiles(over: runner.services.files)
    (runner.services.files, runner.services.folder) = (files, ScratchFiles.folder)
    if let error = runner.show(place.command, visit).report?.error { throw error }
    let name = FilePath(place.page.path).name
    let body = try files.read(runner.services.resolve(name), shown: name)
    return ServedAnswer(200, "application/json", body, header: ServedAnswer.ofAccount)
  }
}
