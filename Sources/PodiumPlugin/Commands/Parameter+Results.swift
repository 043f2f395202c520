internal import PodiumCore

extension Parameter where Value == String? {
  /// A result by `$5`, `5`, `base` or `_`, given by place; it names the result, not a value of it.
  ///
  /// `kinds` are those of the outputs that a completion offers; all where there are none.
  public static func result(help: String, kinds: [String] = []) -> Parameter<String?> {
    Parameter(
      ParameterDescription(
        "result", .positional(many: false), allowed: "a result", help: help,
        completion: kinds.isEmpty ? .results : .resultsOf(kinds)),
      fallback: .some(nil)
    ) { values, scope throws(Diagnostic) in
      if case .reference(let reference)? = values[0].single?.kind, reference.field == nil {
        return reference.result
      }
      return try scope.single(values[0], "result")
    }
  }
}

extension Parameter where Value == String {
  /// A table in memory or a result that holds one, given by place; a reference keeps its `$`.
  public static func tableOrResult(_ name: String, help: String) -> Parameter<String> {
    Parameter(
      ParameterDescription(
        name, .positional(many: false), isRequired: true, allowed: "a table in memory or a result", help: help,
        completion: .tablesOrResults),
      fallback: nil
    ) { values, scope throws(Diagnostic) in
      if case .reference(let reference)? = values[0].single?.kind, reference.field == nil {
        return "$" + reference.result
      }
      return try scope.single(values[0], name)
    }
  }
}

extension Parameter where Value == [Word] {
  /// Words given by place with where they were typed, results among them: `$5` reads as `$5`, not as a value of it.
  ///
  /// `$name` of a parameter of the notebook reads as its value. The first word may name columns, and so may those that are completed
  /// as such: patterns are replaced by the columns that fit.
  public static func wordsOrResults(_ name: String, allowed: String, help: String, completion: Completion) -> Parameter<
    [Word]
  > {
    Parameter(
      ParameterDescription(
        name, .positional(many: true), allowed: allowed, help: help, completion: completion),
      fallback: []
    ) { values, scope throws(Diagnostic) in
      var (words, typed) = ([Word](), [String]())
      for item in values.flatMap(\.items) {
        if case .reference(let reference) = item.kind, reference.field == nil {
          words.append(Word(scope.given(reference) ?? "$" + reference.result, item.span))
        } else {
          let text = try scope.text(item)
          let areColumns = typed.first.map { scope.table?[$0] != nil } ?? true
          let types = areColumns ? [] : completion.columnTypes(after: typed)
          words += try scope.words(text, types, at: item.span).map { Word($0, item.span) }
        }
        typed.append(words.last?.text ?? "")
      }
      return words
    }
  }
}
