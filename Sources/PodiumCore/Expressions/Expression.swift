/// A computation over the columns of a row, as typed after `if` and by verbs that take one.
///
/// Bare words are columns and text is quoted. Missing is neither below, above nor equal to anything; logic with a
/// missing part is missing unless the other part decides it. Depth is bounded (`Expression.depthLimit`), so that
/// no walk over an expression can exhaust the stack.
public struct Expression: Sendable, Hashable {
  /// The kind of node.
  public indirect enum Kind: Sendable, Hashable {
    /// A number, text or truth value as written.
    case literal(Value)
    /// A column's value in the row.
    case column(String)
    /// A field of a stored result (`$base.accuracy`).
    case reference(Reference)
    /// `-x`, `not x`.
    case unary(UnaryOperator, Expression)
    /// `x + y`, `x < y`, `x and y`.
    case binary(BinaryOperator, Expression, Expression)
    /// `round(x, 2)`.
    case call(String, [Expression])
  }

  /// The deepest nesting an expression may have.
  public static let depthLimit = 500

  /// The most values, columns and references that an expression may compute with, each counted where it is written.
  public static let sizeLimit = 10_000

  /// The kind of node.
  public let kind: Kind
  /// Where it was typed.
  public let span: SourceSpan
  /// The height of the tree below this node.
  public let depth: Int
  /// The number of values, columns and references in it.
  public let size: Int

  /// Makes a node.
  ///
  /// Throws `too-deep` beyond `depthLimit`.
  public init(_ kind: Kind, span: SourceSpan) throws(Diagnostic) {
    self.kind = kind
    self.span = span
    switch kind {
    case .literal, .column, .reference: (depth, size) = (1, 1)
    case .unary(_, let x): (depth, size) = (x.depth + 1, x.size)
    case .binary(_, let x, let y): (depth, size) = (max(x.depth, y.depth) + 1, x.size + y.size)
    case .call(_, let parts):
      depth = parts.reduce(0) { max($0, $1.depth) } + 1
      size = max(1, parts.reduce(0) { $0 + $1.size })
    }
    if depth > Expression.depthLimit {
      throw Diagnostic(
        "too-deep", "the expression is nested more than \(Expression.depthLimit) levels deep", span: span,
        help: "split it into several expressions")
    }
  }

  /// The columns the expression reads, each once, in order of appearance.
  public var columns: [String] {
    var found: [String] = []
    var seen: Set<String> = []
    visit { if case .column(let name) = $0.kind, seen.insert(name).inserted { found.append(name) } }
    return found
  }

  /// The columns whose values a condition reads: those that it only asks whether they are missing are left out.
  public var decidingColumns: [String] {
    var reads: [String: Int] = [:]
    visit { part in
      switch part.kind {
      case .column(let name): reads[name, default: 0] += 1
      case .call("missing", let parts):
        if let part = parts.first, case .column(let name) = part.kind { reads[name, default: 0] -= 1 }
      default: break
      }
    }
    return columns.filter { reads[$0, default: 0] > 0 }
  }

  /// Whether a row's value depends on other rows: it calls an aggregate or a window, or one of a plugin.
  public func usesOtherRows(_ functions: [String: ExpressionFunction]) -> Bool {
    var found = false
    visit { part in
      guard case .call(let name, let parts) = part.kind else { return }
      if ExpressionAggregates.isCall(name, parts.count) || ExpressionWindows.names.contains(name)
        || functions[name]?.isAggregate == true
      {
        found = true
      }
    }
    return found
  }

  private func visit(_ body: (Expression) -> Void) {
    body(self)
    switch kind {
    case .literal, .column, .reference: break
    case .unary(_, let x): x.visit(body)
    case .binary(_, let x, let y):
      x.visit(body)
      y.visit(body)
    case .call(_, let parts): for part in parts { part.visit(body) }
    }
  }
}

/// A stored result or a field of one: `$5`, `$base`, `$base.accuracy`, `_`.
public struct Reference: Sendable, Hashable, CustomStringConvertible {
  /// The number or name of the result; `_` is the last one.
  public let result: String
  /// The field, or nil for the result as a whole.
  public let field: String?

  /// Names a result or a field of it.
  public init(result: String, field: String?) {
    self.result = result
    self.field = field
  }

  /// The reference as it is typed.
  public var description: String { (result == "_" ? "_" : "$" + result) + (field.map { "." + $0 } ?? "") }
}

/// An operator before one value.
public enum UnaryOperator: String, Sendable, Hashable {
  /// The negative.
  case minus = "-"
  /// The opposite truth.
  case not
}

/// An operator between two values.
public enum BinaryOperator: String, Sendable, Hashable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case power = "^"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case and
  case or
}
