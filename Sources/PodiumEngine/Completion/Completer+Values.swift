internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

extension Completer {
  /// The values of a parameter, without those already given.
  func values(_ parameter: ParameterDescription, _ taken: [String], _ partial: Partial) -> [CompletionCandidate] {
    values(parameter, parameter.completion, taken, partial)
  }

  private func values(
    _ parameter: ParameterDescription, _ completion: Completion, _ taken: [String], _ partial: Partial
  ) -> [CompletionCandidate] {
    switch completion {
    case .none: []
    case .words(let words):
      words.filter { !taken.contains($0) }.map {
        CompletionCandidate(Completer.word($0), note: $0 == parameter.standard ? "default" : nil)
      }
    case .columns(let types): columns(types, without: taken)
    case .learners: learnersToUse
    case .data: data(taken, partial)
    case .files: files(partial, endings: nil)
    case .results: results { _ in true }
    case .resultsOf(let kinds): results { entry in entry.outputs.contains { kinds.contains($0.kind) } }
    case .tables: tables
    case .tablesOrResults: tables + tableResults
    case .either(let all): all.flatMap { values(parameter, $0, taken, partial) }
    case .steps(let steps): values(parameter, steps.next(after: taken), taken, partial)
    case .pages(let topics): topicWords(taken, topics)
    case .names(let thing): names(thing).filter { !taken.contains($0.text) }
    case .settings: []
    case .records(let names, let words): records(names, words, without: taken)
    }
  }

  /// The maximum number of records of a kind that one completion reads.
  private static let recordLimit = 5000

  /// Fixed words, then the names of records; a workspace that cannot be read offers none.
  private func records(_ all: [RecordNames], _ words: [String], without taken: [String]) -> [CompletionCandidate] {
    var known = Set(taken)
    var found = words.filter { known.insert($0).inserted }.map { CompletionCandidate($0) }
    for names in all {
      let query = RecordQuery(
        names.kind, where: names.conditions, order: [(names.field, false)], limit: Completer.recordLimit)
      guard
        let table = try? session.services.store?.table(query, fields: [names.field] + (names.note.map { [$0] } ?? []))
      else { continue }
      var times: [String: Int] = [:]
      for row in 0..<table.rowCount {
        if case .text(let text)? = table.columns.first?[row] { times[text, default: 0] += 1 }
      }
      for row in 0..<table.rowCount {
        guard case .text(let name)? = table.columns.first?[row] else { continue }
        let note = names.note.flatMap { table[$0]?[row].fileText }.flatMap { $0.isEmpty ? nil : $0 }
        // Of athletes with one last name, only the name in full is enough.
        let isShared = times[name, default: 0] > 1 && note != nil
        let text = isShared ? "\(note ?? "") \(name)" : name
        guard known.insert(text).inserted else { continue }
        found.append(CompletionCandidate(Completer.word(text), note: isShared ? nil : note, isName: true))
      }
    }
    return found
  }

  /// A word as it must be typed: in quotes if the language would split it.
  static func word(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      !Scanner.isBlank($0) && !",(\"`|>=;#$".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty && !text.hasPrefix("'") ? text : Session.quote(text)
  }

  /// A column as it must be typed: in backticks unless it is a plain name.
  static func columnWord(_ name: String) -> String? {
    let scalars = name.unicodeScalars
    let isName = scalars.allSatisfy(Scanner.isNameScalar) && !(scalars.first.map { "0"..."9" ~= $0 } ?? true)
    if isName, !["if", "in", "as", "to", "and", "or", "not", "true", "false"].contains(name) { return name }
    return scalars.contains("`") ? nil : "`" + name + "`"
  }

  /// The columns of some types (empty: of any), in the table's order.
  func columns(_ types: [ColumnType], without taken: [String]) -> [CompletionCandidate] {
    guard let table else { return [] }
    let known = Set(taken)
    return table.columns.compactMap { column in
      guard types.isEmpty || types.contains(column.type), !known.contains(column.name),
        let word = Completer.columnWord(column.name)
      else { return nil }
      return CompletionCandidate(word, note: Completer.note(column))
    }
  }

  private static func note(_ column: Column) -> String {
    column.role == .feature ? column.typeName : column.typeName + ", " + column.role.rawValue
  }

  private var learnersToUse: [CompletionCandidate] {
    registry.learners.keys.compactMap { key in
      registry.learners[key].map { CompletionCandidate(key, note: $0.summary) }
    }
  }

  func hyperparameters(of learner: String, without given: [String]) -> [CompletionCandidate] {
    let all = registry.learners[learner]?.hyperparameters ?? []
    return all.filter { !given.contains($0.name) }.map {
      CompletionCandidate(
        $0.name + "=", note: $0.help + " (\($0.allowedText); default \($0.defaultValue.text))", isComplete: false)
    }
  }

  func values(of hyperparameter: String, learner: String) -> [CompletionCandidate] {
    guard let found = registry.learners[learner]?.hyperparameters.first(where: { $0.name == hyperparameter }) else {
      return []
    }
    let standard = found.defaultValue.text
    var words: [String]
    switch found.kind {
    case .choice(let choices), .numbersOfNames(_, let choices), .numberOrChoice(_, _, let choices),
      .integersOrChoice(_, _, let choices):
      words = choices
    case .flag: words = ["yes", "no"]
    case .optionalInteger: words = ["none"]
    case .column: words = columns([.category, .ordered], without: []).map(\.text)
    case .integer, .number, .integers: words = []
    }
    if !words.contains(standard) { words.insert(standard, at: 0) }
    return words.map { CompletionCandidate($0, note: $0 == standard ? "default" : nil, isComplete: false) }
  }

  private func results(_ fits: (Results.Entry) -> Bool) -> [CompletionCandidate] {
    session.results.entries.reversed().filter(fits).prefix(100).map {
      CompletionCandidate($0.name ?? "$\($0.cell)", note: $0.input)
    }
  }

  private var tableResults: [CompletionCandidate] {
    let known = Set(session.state.order)
    return results { $0.tableOutput != nil && !($0.name.map(known.contains) ?? false) }
  }

  private var tables: [CompletionCandidate] {
    session.state.order.compactMap { name in
      session.state.tables[name].map {
        CompletionCandidate(name, note: $0.table.rowCount.counted("row") + " from " + $0.source)
      }
    }
  }

  private func topicWords(_ taken: [String], _ topics: [String: String]) -> [CompletionCandidate] {
    let head = taken.isEmpty ? "" : taken.joined(separator: " ") + " "
    let names = registry.commands.values.map { ($0.signature.name, $0.signature.summary) }
    let fitting = names.filter { $0.0.hasPrefix(head) }.map { (String($0.0.dropFirst(head.count)), $0.1) }
    let verbs = fitting.inCodePointOrder(by: \.0).map { CompletionCandidate($0.0, note: $0.1) }
    return taken.isEmpty ? verbs + learnersToUse + Completer.pages(topics) : verbs
  }

  static func pages(_ topics: [String: String]) -> [CompletionCandidate] {
    topics.keys.inCodePointOrder().map { CompletionCandidate(Completer.word($0), note: topics[$0]) }
  }

  /// Results after `$`, and fields after the dot of a result.
  func references(_ partial: Partial) -> [CompletionCandidate] {
    let typed = partial.text.dropFirst()
    if let dot = typed.firstIndex(of: ".") {
      let result = String(typed[..<dot])
      guard let entry = try? session.results.entry(result, span: nil) else { return [] }
      return entry.outputs.flatMap(\.fields).map {
        CompletionCandidate("$\(result).\($0.name)", note: $0.value.fileText)
      }
    }
    let given = session.parameters.inCodePointOrder(by: \.key)
    return given.map { CompletionCandidate("$" + $0.key, note: $0.value) }
      + session.results.entries.reversed().prefix(100).map {
        CompletionCandidate("$" + ($0.name ?? String($0.cell)), note: $0.input, isComplete: false)
      }
  }

  // MARK: Expressions

  /// Columns and functions; next to a column also its values.
  func operands(_ place: Expectation.OperandPlace, _ partial: Partial) -> [CompletionCandidate] {
    guard table != nil || place.makesOneValue else { return [] }
    var compared = place.compared.flatMap { table?[$0] }
    // 'if' chooses among the rows that the filter shows; the expression of 'filter' itself is asked of all.
    if !place.makesOneValue, let filter = session.state.current?.filter { compared = compared?.selecting(filter.rows) }
    var found = compared.map { ValueCandidates(of: $0, beginning: partial.text).candidates } ?? []
    if partial.quote == "\"" { return found }
    let types: [ColumnType]
    if let compared {
      types = Completer.comparable(with: compared.type)
    } else {
      types = place.isNumeric ? [.number, .integer] : []
    }
    found += columns(types, without: place.compared.map { [$0] } ?? [])
    if compared == nil {
      let functions = ExpressionFunctions.synopses.filter { !place.makesOneValue || !["min", "max"].contains($0.name) }
      found +=
        (place.makesOneValue ? ExpressionAggregates.synopses + ExpressionWindows.synopses + functions : functions).map {
          CompletionCandidate($0.name + "(", note: $0.use + ": " + $0.summary, isComplete: false)
        }
      found += registry.functions.values.filter { place.makesOneValue || !$0.isAggregate }
        .inCodePointOrder(by: \.name)
        .map { CompletionCandidate($0.name + "(", note: $0.use + ": " + $0.summary, isComplete: false) }
      if place.makesOneValue { found += references(Partial(partial.start, "$")) }
      if !place.isNumeric { found.append(CompletionCandidate("not")) }
    }
    return found
  }

  private static func comparable(with type: ColumnType) -> [ColumnType] {
    switch type {
    case .number, .integer: [.number, .integer]
    case .category, .ordered, .text: [.category, .ordered, .text]
    case .boolean: [.boolean]
    case .date, .datetime: [.date, .datetime]
    }
  }
}
