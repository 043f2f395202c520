public import PodiumCore
public import PodiumPlugin

/// Where a command refers to results of other cells.
public enum CellReferences {
  /// Each reference with its place; a bare `5` is a reference if the verb takes a result.
  public static func of(_ syntax: CommandSyntax, _ signature: Signature) -> [(span: SourceSpan, reference: Reference)] {
    var found: [(span: SourceSpan, reference: Reference)] = []
    let parameters = signature.parameters.map(\.description)
    let positionals = parameters.filter { $0.form != .key }
    var place = 0
    for argument in syntax.arguments {
      found += references(argument.value)
      let parameter: ParameterDescription?
      if let key = argument.key {
        parameter = parameters.first { $0.isCalled(key.text) }
      } else {
        parameter = place < positionals.count ? positionals[place] : nil
        place += 1
      }
      if parameter?.completion.isOfResults ?? false, let item = argument.value.single, case .word(let text) = item.kind,
        Int(text) != nil
      {
        found.append((item.span, Reference(result: text, field: nil)))
      }
    }
    for expression in [syntax.expression, syntax.condition] + syntax.assignments.map(\.expression) {
      if let expression { found += references(expression) }
    }
    return found
  }

  /// A command with its cell references renumbered; nil if `number` does not know one of them.
  public static func rewritten(
    _ text: String, _ syntax: CommandSyntax, _ signature: Signature,
    number: (_ cell: Int) throws(Diagnostic) -> Int
  ) throws(Diagnostic) -> String {
    var changes: [(span: SourceSpan, text: String)] = []
    for (span, reference) in of(syntax, signature) {
      guard let cell = Int(reference.result) else { continue }
      changes.append((span, "$" + String(try number(cell)) + (reference.field.map { "." + $0 } ?? "")))
    }
    return replacing(changes, in: text)
  }

  /// A text with some spans replaced.
  public static func replacing(_ changes: [(span: SourceSpan, text: String)], in text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for change in changes.ordered(by: { $0.span.start > $1.span.start }) {
      guard change.span.end <= scalars.count, change.span.start <= change.span.end else { continue }
      scalars.replaceSubrange(change.span.start..<change.span.end, with: Array(change.text.unicodeScalars))
    }
    return String(scalars: scalars[...])
  }

  private static func references(_ value: ArgumentValue) -> [(span: SourceSpan, reference: Reference)] {
    value.items.flatMap { item -> [(span: SourceSpan, reference: Reference)] in
      switch item.kind {
      case .reference(let reference): [(item.span, reference)]
      case .call(_, let settings): settings.flatMap { references($0.value) }
      case .word, .quoted: []
      }
    }
  }

  private static func references(_ part: Expression) -> [(span: SourceSpan, reference: Reference)] {
    switch part.kind {
    case .literal, .column: []
    case .reference(let reference): [(part.span, reference)]
    case .unary(_, let inner): references(inner)
    case .binary(_, let left, let right): references(left) + references(right)
    case .call(_, let parts): parts.flatMap { references($0) }
    }
  }
}
