internal import PodiumCore
internal import PodiumShell

/// `ski athlete`: one athlete, shown, entered, changed, put away.
struct AthleteCommand: Command {
  static let words = Deed.parameter("athlete", names: Completion.athletes, archived: .archivedAthletes)
  static let fis: FieldKey = {
    let parameter = Parameter<Int?>.optionalInt("fis", in: 1...99_999_999, help: "The FIS code.")
    return FieldKey("fis", "fis_code", parameter.any) { (call, _) throws(Diagnostic) in
      call[parameter].map(Value.integer)
    }
  }()
  static let gender: FieldKey = {
    let parameter = Parameter<String?>.choice("gender", ["M", "F"], help: "M or F.")
    return FieldKey("gender", "gender", parameter.any) { (call, _) throws(Diagnostic) in call[parameter].map(Value.text)
    }
  }()
  static let fields: [FieldKey] = [
    .text("first", "first_name", help: "The first name."), .text("last", "last_name", help: "The last name."), fis,
    gender,
    .text("nation", help: "The nation, as in SWE."),
    .word("brand", "brand", .brand, help: "The brand of skis."), .team, .comment,
  ]

  /// What `ski athlete` takes.
  let signature = Signature(
    "ski athlete", topic: .plugins, summary: "Show, enter or change an athlete.",
    details: """
      The last word of the name is the last name. An athlete is found by last name, full name, an initial and the last \
      name, FIS code or number. Only what is needed for skis is kept; ski forget drops the person and keeps the skis.
      """,
    parameters: [words.any] + fields.map(\.any) + [Clearing.parameter.any],
    examples: [
      Example("ski athlete add \"Anna Nilsson\" gender=F fis=3505000", "a new athlete", prints: "Nilsson"),
      Example("ski athlete nilsson", after: ["ski athlete add \"Anna Nilsson\""], "one athlete", prints: "Anna"),
      Example(
        "ski athlete edit Nilsson brand=Fischer", after: ["ski athlete add \"Anna Nilsson\""], "a change",
        prints: "Fischer"),
      Example("ski athlete add \"Anna Nilsson\" gender=X", "no such code", fails: "bad-value"),
      Example(
        "ski athlete add \"Eva Berg\" fis=3505000", after: ["ski athlete add \"Anna Nilsson\" fis=3505000"],
        "a code twice", fails: "taken-key"),
    ], seeAlso: ["ski athletes", "ski cover", "ski forget"])

  /// One record changes, or what refers to it too.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var books = try Books(session)
    let span = call.span(of: AthleteCommand.words)
    let deed = try Deed(call, AthleteCommand.words, noun: "athlete")
    try deed.refuse(AthleteCommand.fields, call)
    switch deed {
    case .list:
      throw Diagnostic(
        "missing-argument", "'ski athlete' needs a name", span: call.verbSpan, help: "ski athletes lists them")
    case .show(let name, let rest):
      guard rest.isEmpty else {
        throw Diagnostic(
          "unexpected-argument", "'ski athlete' shows one athlete", span: span,
          help: "names with blanks stand in quotes")
      }
      return try show(try books.athlete(name, at: span), books)
    case .add(let typed):
      let name = try Terms.checked(typed, "athlete", at: span)
      let values = try AthleteCommand.fields.values(call, &books)
      try refuseTakenCode(values, except: nil, books, call)
      let finder = AthleteFinder(athletes: try books.athletes())
      if let other = finder.hits(name).first { books.warn("\(other.name) is kept too, as number \(other.number)") }
      let athlete = try books.addAthlete(name, values)
      return try show(try books.athlete(athlete.number), books)
    case .edit(let name):
      let athlete = try books.athlete(name, at: span)
      let values = try AthleteCommand.fields.values(call, &books)
      try refuseTakenCode(values, except: athlete.number, books, call)
      return try books.change(
        try books.record(SkiKinds.athlete, "number", athlete.number), values, title: athlete.name)
    case .archive(let name), .restore(let name):
      let athlete = try books.athlete(name, at: span)
      let isArchived = if case .archive = deed { true } else { false }
      return try books.change(
        try books.record(SkiKinds.athlete, "number", athlete.number),
        ["archived": isArchived ? .boolean(true) : .missing],
        title: athlete.name)
    case .delete(let name):
      let athlete = try books.athlete(name, at: span)
      try SkiLinks.refuseInUse(
        "athlete", athlete.name, SkiLinks.athlete, of: athlete.number, in: books.store, at: span,
        way: "ski athlete archive \(Session.quoted(athlete.number)) puts the athlete away; ski forget drops the person")
      let record = try books.record(SkiKinds.athlete, "number", athlete.number)
      try books.store.remove(record.id, of: SkiKinds.athlete, revision: record.revision)
      return [.note("removed athlete '\(athlete.name)'")]
    case .merge(let wrong, let right):
      let (from, to) = (try books.athlete(wrong, at: span), try books.athlete(right, at: span))
      guard from.number != to.number else {
        throw Diagnostic("same-record", "'\(from.name)' cannot be merged with itself", span: span)
      }
      let count = try SkiLinks.rename(from.number, to: to.number, SkiLinks.athlete, in: books.store, at: span)
      let record = try books.record(SkiKinds.athlete, "number", from.number)
      try books.store.remove(record.id, of: SkiKinds.athlete, revision: record.revision)
      return [.note("\(from.name) is now \(to.name): \(count.counted("record")) moved")] + books.remarks
    }
  }

  private func refuseTakenCode(
    _ values: [String: Value], except number: String?, _ books: Books, _ call: Call
  ) throws(Diagnostic) {
    guard case .integer(let code)? = values["fis_code"],
      let other = try books.athletes().first(where: { $0.fisCode == code && $0.number != number })
    else { return }
    throw Diagnostic(
      "taken-key", "FIS code \(code) is that of \(other.name)", span: call.verbSpan, help: "a code names one athlete")
  }

  /// An athlete with the pairs and the waxers.
  private func show(_ athlete: Athlete, _ books: Books) throws(Diagnostic) -> [Output] {
    var record = RecordOutput(athlete.name)
    record.add("number", .text(athlete.number))
    func add(_ name: String, _ text: String?) { if let text { record.add(name, .text(text)) } }
    add("first_name", athlete.firstName)
    add("last_name", athlete.lastName)
    if let code = athlete.fisCode { record.add("fis_code", .integer(code)) }
    add("gender", athlete.gender)
    add("nation", athlete.nation)
    add("brand", athlete.brand)
    add("team", athlete.team)
    let waxers = try Cover(books).duties.filter { $0.athlete == athlete.number }.map(\.waxer)
    if !waxers.isEmpty { record.add("waxers", list: waxers.map(Value.text)) }
    add("comment", athlete.comment)
    if athlete.isArchived { record.add("archived", .boolean(true)) }
    Books.stamp(try books.record(SkiKinds.athlete, "number", athlete.number), into: &record)
    let pairs = try SkiRecords.pairs(
      books.store, where: [.equals("owner", .text(athlete.number)), .not(.equals("archived", .boolean(true)))])
    var outputs: [Output] = [.record(record)]
    if !pairs.isEmpty {
      let grinds = try books.currentGrindings(of: pairs.map(\.serialNumber))
      outputs.append(.table(try PairsCommand.table(pairs, grinds, books)))
    }
    return outputs + books.remarks
  }
}

extension SkiLinks {
  /// The same for a record that is called otherwise than its key.
  static func refuseInUse(
    _ what: String, _ name: String, _ links: [Link], of key: String, in store: any Store, at span: SourceSpan?,
    way: String
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      try refuseInUse(what, key, links, in: store, at: span, way: way)
    } catch {
      var error = error
      if let colon = error.message.firstIndex(of: ":") {
        error.message = "\(what) '\(name)' is in use" + error.message[colon...]
      }
      throw error
    }
  }
}
