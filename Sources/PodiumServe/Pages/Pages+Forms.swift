internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRender

/// The forms of pages: made from the verbs of a page, sent to its own address, answered by the page itself.
extension Pages {
  func forms(_ place: PagePlace, _ account: Account, _ sent: Sent?, _ words: PageWords) -> [HTML] {
    place.page.forms.compactMap { verb in
      form(verb, place, account)?.html(to: place.address, sent: sent, isOpen: place.page.forms.count == 1, words)
    }
  }

  func form(_ verb: String, _ place: PagePlace, _ account: Account) -> PageForm? {
    guard place.page.forms.contains(verb), var offer = runner.rules.offers[verb], account.role >= offer.role,
      let signature = runner.registry.command(verb)?.signature
    else { return nil }
    // Who has several teams, or all, names one.
    if account.role == .admin || offer.scope.flatMap({ account.scopes[$0] })?.count != 1 {
      offer.fills = offer.fills.filter { $0.value != .scope }
    }
    return PageForm(offer, signature, values: place.dictionary, things: Array(runner.rules.things.values))
  }

  /// The page that a request writes to; throws `not-found` where there is none, and `method-not-allowed` where it has no form.
  func target(of visit: Visit) throws(Diagnostic) -> PagePlace {
    guard let place = place(visit.request.segments ?? [], for: visit.account) else { throw .notFound }
    guard visit.request.method == "POST", !place.page.isFile, !place.page.forms.isEmpty else {
      throw .notAllowed(["GET", "HEAD"])
    }
    return place
  }

  /// Runs what a form of a page asks for.
  ///
  /// The answer is the page itself with what the command said on it: a note in an address could be forged, and a reload asks
  /// again with the same key, which leads to the plain page.
  func submit(to place: PagePlace, _ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    guard let fields = visit.request.form else {
      throw Diagnostic(
        "unsupported-body", "a page takes a form", help: "send application/x-www-form-urlencoded, or use the API")
    }
    var sent = Sent(fields)
    guard let form = form(sent.verb, place, visit.reader) else {
      throw Diagnostic("forbidden", "this page has no such form for you", help: "reload it")
    }
    do throws(Diagnostic) {
      let report = try runner.run(try form.command(fields), visit).report
      (sent.outputs, sent.error) = (report?.outputs ?? [], report?.error)
    } catch {
      sent.error = error
    }
    if let error = sent.error, error.isOfService { throw error }
    return try page(place, visit, sent)
  }

  /// What a form did, in the words of its command; on a page of other words, and on a reporter's, that it is done, and what its
  /// command warns of but for what the page says anyway.
  static func done(_ sent: Sent, _ words: PageWords, beside own: OwnMatches?) -> HTML {
    let remarks = sent.outputs.compactMap { $0.remark?.text }
      .filter { text in own?.notes.contains { $0.hasSuffix(text) } != true }
    return .tag(
      "div", ["class": "done", "role": "status"],
      words.isEnglish && own == nil
        ? [.rendered(HTMLRenderer(links: nil).render(sent.outputs))]
        : [.tag("p", [:], .text(words["Reported."]))] + remarks.map(words.html))
  }

  /// What went wrong, for people.
  func problem(_ error: Diagnostic, _ visit: Visit, header: [ServedAnswer.Field]) -> ServedAnswer {
    let (status, words) = (ServedAnswer.status(of: error.code), PageWords(visit.request))
    let (said, header) = (PageForm.alert(error, words), ServedAnswer.header(of: error, header))
    if visit.request.isFragment { return Pages.fragment(said, status: status, header: header, reason: error) }
    return frame(words[ServedAnswer.titles[status] ?? "error"], visit, words).answer(
      status: status, [said], header: header, reason: error)
  }
}
