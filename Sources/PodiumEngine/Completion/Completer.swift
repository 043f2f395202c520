public import PodiumCore
internal import PodiumLearn
public import PodiumPlugin

/// Finds completions at a cursor: only what is valid there, of the right type, from the current session.
public struct Completer: Sendable {
  let session: Session

  public init(_ session: Session) { self.session = session }

  var registry: Registry { session.registry }
  var table: Table? { session.state.current?.table }

  /// Completions at a cursor, which counts Unicode scalars of the line; nil if nothing is known.
  public func completions(of line: String, at cursor: Int) -> CompletionList? {
    list(line, at: cursor) { SyntaxTree(line, cursor: cursor, grammar: session.grammar).expected }
  }

  /// The candidates for what the grammar expects at a cursor in the line.
  private func list(_ line: String, at cursor: Int, expected: () -> Expectation?) -> CompletionList? {
    let scalars = Array(line.unicodeScalars)
    guard cursor >= 0, cursor <= scalars.count, var context = expected() else { return nil }
    // Candidates get double quotes if they need any; the typed kind of quote is restored at the end.
    let isSingle = context.partial?.quote == "'"
    if isSingle { context.partial?.quote = "\"" }
    let (partial, found) = candidates(context)
    guard var partial, !found.isEmpty else { return nil }
    var list = Completer.fitting(found, partial)
    // What you see in the list and in the line must be what you get.
    list.candidates.removeAll { !SafeText.isVisible($0.text) }
    if isSingle {
      partial.quote = "'"
      for place in list.candidates.indices {
        list.candidates[place].text = Completer.inSingleQuotes(list.candidates[place].text)
      }
    }
    // Do not repeat a closing quote that is already there.
    if let quote = partial.quote, cursor < scalars.count, scalars[cursor] == quote {
      for place in list.candidates.indices where list.candidates[place].text.unicodeScalars.last == quote {
        list.candidates[place].text.removeLast()
        list.candidates[place].isComplete = false
      }
    }
    return list.candidates.isEmpty ? nil : list
  }

  /// Possible answers to a question about one parameter, after the values in `earlier`.
  public func answers(
    for parameter: ParameterDescription, after earlier: [String] = [], typed: String, at cursor: Int
  ) -> CompletionList? {
    list(typed, at: cursor) { SyntaxTree.expected(answering: parameter, after: earlier, typed, cursor: cursor) }
  }

  /// The candidates that begin with the typed text, or if there are none, those that do in another case, or names of
  /// which a later word does.
  private static func fitting(_ candidates: [CompletionCandidate], _ partial: Partial) -> CompletionList {
    let typed = partial.text
    if typed.isEmpty, partial.quote == nil { return CompletionList(from: partial.start, candidates) }
    /// The text without its quotes; nil for one with other quotes than the typed text.
    func inner(_ candidate: CompletionCandidate) -> String? {
      let text = candidate.text
      let quote = text.unicodeScalars.first
      if let wanted = partial.quote, quote != wanted { return nil }
      return quote == "\"" || quote == "`" ? Completer.unquoted(text) : text
    }
    var found = candidates.filter { inner($0)?.hasPrefix(typed) ?? false }
    let folded = typed.lowercased()
    if found.isEmpty { found = candidates.filter { inner($0)?.lowercased().hasPrefix(folded) ?? false } }
    let plain = PlainLetters.of(typed)
    if found.isEmpty, !plain.isEmpty {
      found = candidates.filter { candidate in
        guard candidate.isName, let text = inner(candidate) else { return false }
        return " \(PlainLetters.of("\(text) \(candidate.note ?? "")"))".contains(" " + plain)
      }
    }
    return CompletionList(from: partial.start, found)
  }

  /// Converts a text in double quotes, perhaps unclosed, to single quotes.
  private static func inSingleQuotes(_ text: String) -> String {
    guard text.unicodeScalars.first == "\"" else { return text }
    var out = String.UnicodeScalarView("'".unicodeScalars)
    var isEscaped = false
    for scalar in text.unicodeScalars.dropFirst() {
      if isEscaped {
        if scalar != "\"" { out.append("\\") }
        out.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "'" {
        out.append(contentsOf: "\\'".unicodeScalars)
      } else {
        out.append(scalar == "\"" ? "'" : scalar)
      }
    }
    return String(out)
  }

  private static func unquoted(_ text: String) -> String {
    var scanner = Scanner(text)
    return (try? scanner.quoted()) ?? String(text.dropFirst())
  }

  // MARK: By context

  private func candidates(_ context: Expectation) -> (Partial?, [CompletionCandidate]) {
    switch context {
    case .nothing: (nil, [])
    case .file(let partial): (partial, files(partial, endings: nil))
    case .help(let partial): (partial, topics)
    case .verb(let partial): (partial, verbs)
    case .nextWord(let head, let place, let partial):
      (partial, words(after: head) + (place.map { arguments($0, partial) } ?? []))
    case .group(let partial, let taken): (partial, columns([], without: taken))
    case .equals(let partial): (partial, [CompletionCandidate("=", note: "an expression follows")])
    case .argument(let place, let partial): (partial, arguments(place, partial))
    case .answer(let parameter, let taken, let partial): (partial, values(parameter, taken, partial))
    case .value(let place, let key, let taken, let partial): (partial, values(place, key, taken, partial))
    case .hyperparameter(let learner, let given, let partial): (partial, hyperparameters(of: learner, without: given))
    case .hyperparameterValue(let learner, let name, let others, let partial):
      (partial, values(of: name, learner: learner) + (others.map { hyperparameters(of: learner, without: $0) } ?? []))
    case .operand(let operand, let partial): (partial, operands(operand, partial))
    case .operation(let place, let left, let partial): (partial, operations(place, left))
    case .reference(let partial): (partial, references(partial))
    }
  }

  private var verbs: [CompletionCandidate] {
    let plain = registry.commands.values.map(\.signature).filter { !$0.name.contains(" ") }
    var found = plain.map { CompletionCandidate($0.name, note: $0.summary) }
    let taken = Set(found.map(\.text))
    for namespace in registry.namespaces where !taken.contains(namespace) {
      let summary = registry.plugins.first { $0.name == namespace }?.summary
      let words = self.words(after: namespace).map(\.text).joined(separator: ", ")
      found.append(CompletionCandidate(namespace, note: summary ?? words))
    }
    found.sort { CodePointOrder.precedes($0.text, $1.text) }
    let prefixes = [
      ("by", "once for each group, as in: by snow: describe rank"), ("quiet:", "show only warnings and errors"),
      ("time:", "show the time taken"), ("try:", "turn an error into a warning"),
    ]
    return found + prefixes.map { CompletionCandidate($0.0, note: $0.1) }
  }

  /// The possible next words of a verb, each with a note.
  private func words(after head: String) -> [CompletionCandidate] {
    let longer = registry.commands.values.map(\.signature).filter { $0.name.hasPrefix(head + " ") }
    var notes: [String: String] = [:]
    for signature in longer {
      let rest = signature.name.dropFirst(head.count + 1)
      // A word that completes a verb is noted with its summary; one that only continues, with the number of verbs.
      let word = String(rest.prefix { $0 != " " })
      if rest.count == word.count {
        notes[word] = signature.summary
      } else if notes[word] == nil {
        notes[word] = ""
      }
    }
    return notes.inCodePointOrder(by: \.key).map {
      CompletionCandidate($0.key, note: $0.value.isEmpty ? nil : $0.value)
    }
  }

  private var topics: [CompletionCandidate] {
    let signatures = registry.commands.values.map(\.signature).inCodePointOrder(by: \.name)
    let pages = registry.commands["help"]?.signature.parameters.first?.description.completion
    var found = signatures.map { CompletionCandidate($0.name, note: $0.summary) } + learners(isOpen: false)
    if case .pages(let topics)? = pages { found += Completer.pages(topics) }
    return found
  }

  private func learners(isOpen: Bool) -> [CompletionCandidate] {
    registry.learners.keys.compactMap { key in
      registry.learners[key].map { CompletionCandidate(key, note: $0.summary) }
    }
  }

  private func arguments(_ place: Expectation.ArgumentPlace, _ partial: Partial) -> [CompletionCandidate] {
    var found: [CompletionCandidate] = []
    if let (parameter, taken) = place.positional { found += values(parameter, taken, partial) }
    if partial.quote != nil { return found }
    return found + keys(place) + clauses(place)
  }

  private func keys(_ place: Expectation.ArgumentPlace) -> [CompletionCandidate] {
    let own = importerKeys(place)
    let keys =
      place.signature.parameters.map(\.description).filter { key in
        key.form == .key && !own.contains { $0.name == key.name }
      } + own
    return keys.filter { !place.keys.contains($0.name) }.map { key in
      let range = key.allowed + (key.standard.map { "; " + $0 } ?? "")
      return CompletionCandidate(key.name + "=", note: key.help + " (" + range + ")", isComplete: false)
    }
  }

  /// What may follow the arguments.
  private func clauses(_ place: Expectation.ArgumentPlace) -> [CompletionCandidate] {
    let takesRows = place.signature.has(.rows)
    let notes = [
      "if": "only rows where this is true", "in": "only rows at these positions, as in 1..50",
      "as": "name the result", "to": "write the result to a file",
    ]
    return LineParser.clauses.compactMap { word in
      guard !place.clauses.contains(word), takesRows || word == "as" || word == "to" else { return nil }
      return CompletionCandidate(word, note: notes[word])
    }
  }

  /// The keys of the importer that a `load` will use.
  private func importerKeys(_ place: Expectation.ArgumentPlace) -> [ParameterDescription] {
    guard place.signature.has(.openKeys),
      let words = place.positionals.first.map({ [$0] + place.positionals.dropFirst() })?.flatMap({ $0 }),
      let last = words.last
    else { return [] }
    if ["plot", "figure"].contains(place.signature.name) {
      return registry.plot(words[0])?.parameters.map(\.description) ?? []
    }
    if words.count > 1, let named = registry.importer(words[0]) { return named.parameters.map(\.description) }
    if let entry = registry.dataset(last), let importer = registry.importer(entry.importer) {
      return importer.parameters.map(\.description)
    }
    let ending = FilePath(last).ending
    let importers = registry.importers.values.filter { $0.extensions.contains(ending) }
    return importers.min { CodePointOrder.precedes($0.key, $1.key) }?.parameters.map(\.description) ?? []
  }

  private func values(
    _ place: Expectation.ArgumentPlace, _ key: String, _ taken: [String], _ partial: Partial
  ) -> [CompletionCandidate] {
    let all = place.signature.parameters.map(\.description) + importerKeys(place)
    guard let parameter = all.first(where: { $0.form == .key && $0.isCalled(key) }) else { return [] }
    return values(parameter, taken, partial)
  }

  private func operations(_ place: Expectation.ArgumentPlace, _ left: String?) -> [CompletionCandidate] {
    let type = left.flatMap { table?[$0]?.type }
    var found: [CompletionCandidate] = []
    if type != nil {
      found += ["==", "!="].map { CompletionCandidate($0) }
      if type != .category, type != .text, type != .boolean {
        found += ["<", "<=", ">", ">="].map { CompletionCandidate($0) }
      }
    }
    // Options follow the expression of a verb, and come before its condition.
    let keys = place.signature.has(.expression) && place.clauses.isEmpty ? keys(place) : []
    return found + [CompletionCandidate("and"), CompletionCandidate("or")] + keys + clauses(place)
  }
}
