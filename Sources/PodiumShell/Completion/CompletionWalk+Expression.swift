internal import PodiumCore

extension CompletionWalk {
  /// Passes an expression; a context where the text ends in it, nil where a clause or pipe follows.
  mutating func expression(_ place: CompletionContext.ArgumentPlace) -> CompletionContext? {
    var operand = CompletionContext.OperandPlace()
    var left: String?
    var wantsOperand = true
    while true {
      skip()
      if wantsOperand {
        switch value(operand) {
        case .open(let context): return context
        case .function, .sign: continue
        case .column(let name): left = name
        case .other: left = nil
        }
        wantsOperand = false
        operand = CompletionContext.OperandPlace()
      } else {
        switch operation(place, left) {
        case .open(let context): return context
        case .end: return nil
        case .closed: left = nil
        case .comparison:
          operand = CompletionContext.OperandPlace(compared: left)
          wantsOperand = true
        case .arithmetic:
          operand = CompletionContext.OperandPlace(isNumeric: true)
          wantsOperand = true
        case .logic:
          operand = CompletionContext.OperandPlace()
          wantsOperand = true
        }
      }
    }
  }

  private enum FoundValue {
    case open(CompletionContext)
    case function
    case sign
    case column(String)
    case other
  }

  private mutating func value(_ operand: CompletionContext.OperandPlace) -> FoundValue {
    let start = scanner.place
    var operand = operand
    operand.makesOneValue = makesOneValue
    guard let scalar = scanner.current else { return .open(.operand(operand, Partial(start))) }
    switch scalar {
    case "\"", "`", "'":
      switch item(ends: { _ in false }) {
      case .open(let partial): return .open(.operand(operand, partial))
      case .whole(let text): return scalar == "`" ? .column(text) : .other
      }
    case "$":
      _ = run { Scanner.isNameScalar($0) || "$.-".unicodeScalars.contains($0) }
      return scanner.isAtEnd ? .open(.reference(Partial(start, scanner.text(from: start)))) : .other
    case "(", "-", "\u{2212}":
      scanner.place += 1
      return .sign
    default:
      let name = run { Scanner.isNameScalar($0) || $0 == "." }
      if scanner.isAtEnd { return .open(.operand(operand, Partial(start, name))) }
      if name.isEmpty {
        scanner.place += 1
        return .other
      }
      if name == "not" { return .sign }
      if scanner.current == "(" {
        scanner.place += 1
        return .function
      }
      return .column(name)
    }
  }

  private enum FoundOperation {
    case open(CompletionContext)
    case comparison
    case arithmetic
    case logic
    case closed
    case end
  }

  private mutating func operation(
    _ place: CompletionContext.ArgumentPlace, _ left: String?
  ) -> FoundOperation {
    let start = scanner.place
    guard let scalar = scanner.current else { return .open(.operation(place, left: left, Partial(start))) }
    switch scalar {
    case "=", "!", "<", ">":
      _ = run { "=!<>".unicodeScalars.contains($0) }
      return .comparison
    case "+", "-", "\u{2212}", "*", "/", "%", "^":
      _ = run { "+-\u{2212}*/%^".unicodeScalars.contains($0) }
      return .arithmetic
    case ",":
      scanner.place += 1
      return .logic
    case ")":
      scanner.place += 1
      return .closed
    case "|": return .end
    default:
      let word = run { !Scanner.isBlank($0) }
      if scanner.isAtEnd { return .open(.operation(place, left: left, Partial(start, word))) }
      if word == "and" || word == "or" { return .logic }
      scanner.place = start
      return ["in", "as", "to"].contains(word) ? .end : passOver(word)
    }
  }

  /// A word nobody expects is passed like an operator.
  private mutating func passOver(_ word: String) -> FoundOperation {
    scanner.place += max(1, word.unicodeScalars.count)
    return .logic
  }
}
