internal import PodiumCore
internal import PodiumShell

/// `ski term`: the words of the trade: brands, types, bases, tags, grindings, types of snow, places.
struct TermCommand: Command {
  static let lists = Terms.List.allCases.map(\.rawValue)
  static let words = Parameter<[String]>.words(
    "words",
    help: "A list, or one of add, edit, rename, merge, archive, restore, delete and then the list and the word.",
    completion: .words(lists + ["add", "edit", "rename", "merge", "archive", "restore", "delete"]))
  static let countsAs: FieldKey = {
    let parameter = Parameter<String?>.choice(
      "counts-as", SnowClass.allCases.map(\.rawValue), help: "What a type of snow counts as.")
    return FieldKey("counts-as", "counts_as", parameter.any) { (call, _) throws(Diagnostic) in
      call[parameter].map(Value.text)
    }
  }()
  static let icssg: FieldKey = {
    let codes = ["PP", "MM", "DF", "RG", "FC", "DH", "SH", "MF", "IF"]
    let parameter = Parameter<String?>.choice(
      "icssg", codes, help: "The code of the international classification of seasonal snow (2009).")
    return FieldKey("icssg", "icssg", parameter.any) { (call, _) throws(Diagnostic) in call[parameter].map(Value.text) }
  }()
  static let fields: [FieldKey] = [
    .text("description", help: "What it is."), countsAs, icssg,
    .text("snow", "best_snow", help: "The snow a grinding is best for, as in new or new|old or wet+old."),
    .number("above", "best_above_c", in: -60...40, unit: "°C", help: "The air must be warmer for a grinding."),
    .number("below", "best_below_c", in: -60...40, unit: "°C", help: "The air must be colder for a grinding."),
    .number("latitude", "latitude", in: -90...90, unit: "°", help: "Of a place, north."),
    .number("longitude", "longitude", in: -180...180, unit: "°", help: "Of a place, east."),
  ]

  /// What `ski term` takes.
  let signature = Signature(
    "ski term", topic: .plugins,
    summary: "List or change brands, types, bases, tags, grindings, types of snow, places.",
    details: """
      'ski term' counts the words, 'ski term grinding' lists those of one list with how often each is used. 'ski term \
      rename LIST OLD NEW' and 'ski term merge LIST WRONG RIGHT' change every record that uses a word; a word in use is \
      archived, never deleted. Words are also added where they are first used.
      """,
    parameters: [words.any] + fields.map(\.any) + [Clearing.parameter.any],
    examples: [
      Example("ski term grinding", after: ["ski import ski-thesis"], "one list", prints: "wet+old"),
      Example(
        "ski term add grinding C2 snow=new above=0 description=\"coarse\"", "a grinding and what it is for",
        prints: "C2"),
      Example("ski term rename base White Vit", after: ["ski import ski-thesis"], "another name", prints: "12"),
      Example("ski term add snow Machine-made counts-as=old icssg=MM", "a type of snow", prints: "old"),
      Example("ski term delete base White", after: ["ski import ski-thesis"], "a word in use", fails: "record-in-use"),
      Example("ski term colour", "no such list", fails: "bad-value"),
    ], seeAlso: ["ski pair", "ski session"])

  /// One word changes, and what uses it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var books = try Books(session)
    let span = call.span(of: TermCommand.words)
    let words = call[TermCommand.words]
    guard let first = words.first else { return try overview(books) }
    let counts = ["add": 2, "edit": 2, "archive": 2, "restore": 2, "delete": 2, "rename": 3, "merge": 3]
    guard let count = counts[first] else {
      let list = try TermCommand.list(first, span)
      guard words.count == 1 else {
        return try named(list, words[1], books, span)
      }
      return try table(of: list, books)
    }
    guard words.count == count + 1 else {
      throw Diagnostic(
        words.count <= count ? "missing-argument" : "unexpected-argument",
        "'ski term \(first)' takes a list and \(count == 2 ? "a word" : "two words")", span: span,
        help: "write: ski term \(first) LIST \(count == 2 ? "WORD" : "OLD NEW"); words with blanks stand in quotes")
    }
    let list = try TermCommand.list(words[1], span)
    if first == "add" {
      let name = try Terms.checked(words[2], list.noun, at: span)
      if let there = books.terms.find(list, name) {
        throw Diagnostic(
          "taken-key", "there is a \(list.noun) '\(there)' already", span: span, help: "ski term edit changes it")
      }
      try books.terms.add(list, name, try TermCommand.fields.values(call, &books))
      return try named(list, name, books, span)
    }
    let name = try books.terms.existing(list, words[2], at: span)
    let record = try TermCommand.record(list, name, books)
    switch first {
    case "edit":
      return try books.change(record, try TermCommand.fields.values(call, &books), title: "\(list.noun) \(name)")
    case "archive", "restore":
      return try books.change(
        record, ["archived": first == "archive" ? .boolean(true) : .missing], title: "\(list.noun) \(name)")
    case "delete":
      try SkiLinks.refuseInUse(
        list.noun, name, SkiLinks.term(list), in: books.store, at: span,
        way: "ski term archive \(list.rawValue) \(Session.quoted(name)) puts it away; merge moves what uses it")
      try books.store.remove(record.id, of: SkiKinds.term, revision: record.revision)
      return [.note("removed \(list.noun) '\(name)'")]
    case "rename":
      let new = try Terms.checked(words[3], list.noun, at: span)
      if let there = books.terms.find(list, new), there != name {
        throw Diagnostic(
          "taken-key", "there is a \(list.noun) '\(there)' already", span: span,
          help: "ski term merge \(list.rawValue) \(Session.quoted(name)) \(Session.quoted(there)) makes them one")
      }
      _ = try books.store.update(record.id, of: SkiKinds.term, setting: ["name": .text(new)], revision: record.revision)
      return try moved(list, name, new, &books, span)
    default:
      let right = try books.terms.existing(list, words[3], at: span)
      guard right != name else {
        throw Diagnostic("same-record", "'\(name)' cannot be merged with itself", span: span)
      }
      let outputs = try moved(list, name, right, &books, span)
      try books.store.remove(record.id, of: SkiKinds.term, revision: record.revision)
      return outputs
    }
  }

  private func moved(
    _ list: Terms.List, _ old: String, _ new: String, _ books: inout Books, _ span: SourceSpan?
  ) throws(Diagnostic) -> [Output] {
    let count = try SkiLinks.rename(old, to: new, SkiLinks.term(list), in: books.store, at: span)
    var record = RecordOutput("\(list.noun) '\(old)' is now '\(new)'")
    record.add("name", .text(new))
    record.add("changed_records", .integer(count))
    return [.record(record)] + books.remarks
  }

  private static func list(_ text: String, _ span: SourceSpan?) throws(Diagnostic) -> Terms.List {
    guard let list = Terms.List(rawValue: text) else { throw .unknownWord("list", text, among: lists, span: span) }
    return list
  }

  private static func record(_ list: Terms.List, _ name: String, _ books: Books) throws(Diagnostic) -> Record {
    let query = RecordQuery(
      SkiKinds.term, where: [.equals("list", .text(list.rawValue)), .equals("name", .text(name))])
    guard let record = try books.store.records(query).first else {
      throw Diagnostic("unknown-record", "there is no \(list.noun) '\(name)'")
    }
    return record
  }

  /// The lists and how many words each has.
  private func overview(_ books: Books) throws(Diagnostic) -> [Output] {
    let table = try Table([
      Column("list", .text(TermCommand.lists)),
      Column("words", .integer(Terms.List.allCases.map { books.terms.known[$0]?.count ?? 0 })),
      Column(
        "first",
        .text(
          Terms.List.allCases.map { list in
            let names = (books.terms.known[list] ?? []).sorted(by: CodePointOrder.precedes)
            return names.isEmpty ? nil : names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
          })),
    ])
    return [.table(TableOutput(table, title: "words of the trade"))]
  }

  /// One word with all that is kept of it.
  private func named(_ list: Terms.List, _ text: String, _ books: Books, _ span: SourceSpan?) throws(Diagnostic)
    -> [Output]
  {
    let name = try books.terms.existing(list, text, at: span)
    let record = try TermCommand.record(list, name, books)
    var output = RecordOutput("\(list.noun) \(name)")
    output.add("list", .text(list.rawValue))
    output.add("name", .text(name))
    for field in TermCommand.fields.map(\.field) where !record[field].isMissing { output.add(field, record[field]) }
    Books.stamp(record, into: &output)
    return [.record(output)] + books.remarks
  }

  /// The words of a list with what is known of them and how many records use each.
  private func table(of list: Terms.List, _ books: Books) throws(Diagnostic) -> [Output] {
    var fields = ["name", "description"]
    switch list {
    case .grinding: fields += ["best_snow", "best_above_c", "best_below_c"]
    case .snow: fields += ["counts_as", "icssg"]
    case .place: fields += ["latitude", "longitude"]
    default: break
    }
    let table = try books.store.table(
      RecordQuery(SkiKinds.term, where: [.equals("list", .text(list.rawValue))], order: [("name", false)]),
      fields: fields + ["archived"])
    var uses: [String: Int] = [:]
    for link in SkiLinks.term(list) {
      let rows = try RecordRows(RecordQuery(link.kind), [link.field], in: books.store)
      for case let text? in rows.texts(link.field) {
        for word in link.isList ? SkiRecords.words(text) : [text] { uses[word, default: 0] += 1 }
      }
    }
    let names = RecordRows(table).texts("name")
    let used = Column("used_by", .integer(names.map { $0.flatMap { uses[$0] } ?? 0 }))
    return [.table(TableOutput(try table.setting(used), title: list.noun + "s: " + table.rowCount.counted("word")))]
  }
}

extension RecordRows {
  /// Rows that were read already.
  init(_ table: Table) { self.table = table }
}
