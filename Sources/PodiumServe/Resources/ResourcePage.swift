internal import PodiumCore
internal import PodiumPlugin

/// Resources as pages: a table with its filters, links along references, the forms of what the account may do, and the same
/// for programs beside it.
extension Resources {
  func page(
    _ records: [Record], next: String?, total: Int?, _ asked: ResourceQuery, of kind: String, _ visit: Visit,
    sent: Pages.Sent? = nil
  ) -> ServedAnswer {
    let names = asked.fields + ["id"]
    let head = HTML.tag("tr", [:], names.map { .tag("th", ["scope": "col"], .text($0)) })
    let rows = records.map { record in
      HTML.tag("tr", [:], names.map { .tag("td", [:], cell($0, record, visit.reader)) })
    }
    let count = total.map { ["\($0.counted("record"))"] } ?? []
    let content: [HTML] =
      count.map { .tag("p", [:], .text($0)) } + [filters(kind, visit), .table(rows, head: [head])]
      + (next.map { [.tag("p", [:], .link("next page", to: $0))] } ?? [])
      + forms(["add", "new"], kind, visit, nil, sent) + [programs(visit.request)]
    return frame(rules.things[kind]?.plural ?? kind, visit, kind).answer(status: sent.status, content)
  }

  func page(
    _ record: Record, _ fields: [String], _ visit: Visit, header: [ServedAnswer.Field] = [], sent: Pages.Sent? = nil
  ) -> ServedAnswer {
    let rows = (RecordJSON.ofEveryRecord + fields).map { name in
      HTML.tag(
        "tr", [:], .tag("th", ["scope": "row"], .text(name)), .tag("td", [:], cell(name, record, visit.reader)))
    }
    let thing = rules.things[record.kind]
    let title = (thing?.noun ?? record.kind) + (thing.map { " " + record.everyField($0.key).fileText } ?? "")
    let content: [HTML] =
      [.tag("p", [:], .link(thing?.plural ?? record.kind, to: Resources.address(of: record.kind))), .table(rows)]
      + forms(["edit", "delete"], record.kind, visit, record, sent) + [programs(visit.request)]
    return frame(title, visit, record.kind).answer(status: sent.status, content, header: header)
  }

  private func frame(_ title: String, _ visit: Visit, _ kind: String) -> PageFrame {
    pages.frame(title, visit, .english, of: kind.split(separator: ".").first.map(String.init))
  }

  /// A value; one that names another record leads to it.
  private func cell(_ name: String, _ record: Record, _ account: Account) -> HTML {
    let (kind, value) = (record.kind, record.everyField(name))
    if name == "id" || name == rules.things[kind]?.key && rules.things[kind]?.fields.first?.link == nil {
      return .link(value.fileText, to: Resources.address(of: record.id, kind))
    }
    guard !value.isMissing, let link = rules.things[kind]?.fields.first(where: { $0.column.name == name })?.link,
      !link.isList, let other = rules.exposure(of: link.kind)?[link.kind], account.role >= other.readers,
      let key = rules.things[link.kind]?.key
    else { return .text(value.fileText) }
    let query = PercentText.encoded(key) + "=" + PercentText.encoded(value.fileText)
    return .link(value.fileText, to: Resources.address(of: link.kind) + "?" + query)
  }

  /// A field for each filter; what is left empty is left out.
  private func filters(_ kind: String, _ visit: Visit) -> HTML {
    let names = ResourceShape(kind, visit.reader, rules).fields.map(\.column.name) + ["order"]
    let inputs = names.map { name in
      let attributes: KeyValuePairs<StaticString, String?> = [
        "id": "filter-" + name, "name": name, "type": "text", "value": visit.request.values(name).first ?? "",
      ]
      return HTML.field("filter-" + name, name, .tag("input", attributes))
    }
    return .tag(
      "details", [:], .tag("summary", [:], "Filter"),
      .tag(
        "form", ["method": "get", "action": visit.request.target],
        inputs + [.hidden("format", "html"), .tag("button", [:], "Filter")]))
  }

  private func forms(
    _ actions: [String], _ kind: String, _ visit: Visit, _ record: Record?, _ sent: Pages.Sent?
  ) -> [HTML] {
    actions.compactMap { pageForm($0, kind, visit.reader) }.map { form in
      form.html(
        to: visit.request.target, sent: sent, shown: record.map(form.shown) ?? [:], revision: record?.revision)
    }
  }

  func pageForm(_ action: String, _ kind: String, _ account: Account) -> PageForm? {
    guard let form = form(action, of: kind), let offer = rules.offers[form.verb], account.role >= offer.role,
      let signature = runner.registry.command(form.verb)?.signature
    else { return nil }
    return PageForm(action, form, signature)
  }

  /// Where programs find the same, and how.
  private func programs(_ request: ServedRequest) -> HTML {
    let query = request.query.filter { $0.name != "format" && !$0.value.isEmpty }
    func address(_ format: String) -> String {
      ServedRequest.address(request.target, query + [.init("format", format)])
    }
    let site = (pages.settings.isSecure ? "https://" : "http://") + (request.header["host"] ?? "")
    let plain = ServedRequest.address(request.target, query)
    return .tag(
      "section", ["aria-label": "for programs"], .tag("h2", [:], "For programs"),
      .tag("p", [:], .link("JSON", to: address("json")), " ", .link("CSV", to: address("csv"))),
      .tag("pre", ["tabindex": "0"], .lines("curl -H \"Authorization: Bearer $TOKEN\" '\(site)\(plain)'")))
  }

  // MARK: Forms

  /// Does what a form of a resource's page asks for, and leads to the record.
  func submit(
    _ fields: [ServedRequest.Parameter], _ parts: [String], of kind: String, _ visit: Visit
  ) throws(Diagnostic) -> ServedAnswer {
    let (account, store) = (visit.reader, GuardedStore(visit, rules))
    let record = parts.count == 3 ? try record(parts[2], of: kind, store) : nil
    if parts.count == 3, record == nil { throw .notFound }
    var sent = Pages.Sent(fields)
    let action = sent.verb
    guard visit.request.method == "POST", (record == nil ? ["add", "new"] : ["edit", "delete"]).contains(action),
      let form = form(action, of: kind), let shown = pageForm(action, kind, account)
    else { throw Diagnostic("forbidden", "account '\(account.name)' may not change '\(kind)' so") }
    do throws(Diagnostic) {
      var visit = visit
      if let record {
        guard let revision = sent.values["revision"].flatMap({ Int($0) }) else {
          throw Diagnostic("no-precondition", "the form does not say what it has seen", help: "reload the page")
        }
        visit.expected = ExpectedRevision(kind: kind, record: record.id, revision: revision)
      }
      let command = try form.command(
        try shown.members(fields, shown: record.map(shown.shown) ?? [:]), about: record)
      let outcome = try runner.run(command, visit)
      if let error = outcome.report?.error { throw error }
      let made = outcome.changes.first { $0.kind == kind && $0.action == .insert }?.record
      let left = action == "delete" ? nil : made ?? record?.id
      return .redirect(to: left.map { Resources.address(of: $0, kind) } ?? Resources.address(of: kind))
    } catch {
      if error.code == Diagnostic.interrupted.code { throw error }
      sent.error = error
    }
    guard let record else {
      let asked = try ResourceQuery([], of: kind, for: account, rules, in: store)
      return page(
        try Array(store.records(asked.query).prefix(asked.limit)), next: nil, total: nil, asked, of: kind, visit,
        sent: sent)
    }
    return page(record, try ResourceShape(kind, account, rules).chosen(nil), visit, sent: sent)
  }

  static func address(of kind: String) -> String { "/api/v1/" + kind.replacing(".", with: "/") }
}

extension Pages.Sent? {
  /// The status of a page after a form.
  fileprivate var status: Int { self?.error.map { ServedAnswer.status(of: $0.code) } ?? 200 }
}
