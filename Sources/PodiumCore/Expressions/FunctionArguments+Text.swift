/// Functions of texts.
extension FunctionArguments {
  /// A text made of one text.
  func text(_ compute: @escaping @Sendable (String) -> String) throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    return try changed(require(0, .text)) { compute($0) }
  }

  /// A text made of one; once for each name of a dictionary.
  ///
  /// `compute` gives about as many bytes as its text has, or counts what it adds and gives nil beyond the limit.
  func changed(
    _ x: BoundExpression, _ compute: @escaping @Sendable (String) -> String?
  ) -> BoundExpression {
    let texts = texts
    @Sendable func change(_ all: [String?]) -> [String?] {
      guard texts.take(all.reduce(0) { $0 + ($1.map(\.utf8.count) ?? 0) }) else {
        return [String?](repeating: nil, count: all.count)
      }
      return all.map { text in texts.mustStop ? nil : text.flatMap(compute) }
    }
    if let names = x.dictionary { return x.renamed(change(names).map { $0 ?? "" }) }
    return BoundExpression(.texts) { range, gaps in .texts(change(x.texts(range, &gaps))) }
  }

  /// What is computed of a text, nil where it has no value; once for each name of a dictionary.
  func ofText<Element: Sendable>(
    _ form: BoundExpression.Form, missing: Element, _ make: @escaping @Sendable ([Element]) -> Vector,
    _ compute: @escaping @Sendable (String) -> Element?
  ) throws(Diagnostic) -> BoundExpression {
    try ofText(form, missing: missing, make) { text, _ in compute(text) }
  }

  /// The same, with the reason where it has no value.
  private func ofText<Element: Sendable>(
    _ form: BoundExpression.Form, missing: Element, _ make: @escaping @Sendable ([Element]) -> Vector,
    _ compute: @escaping @Sendable (String, inout ExpressionGaps.Reason) -> Element?
  ) throws(Diagnostic) -> BoundExpression {
    let (x, stop) = (try require(0, .text), texts)
    @Sendable func computed(_ text: String) -> (value: Element?, reason: ExpressionGaps.Reason) {
      var reason = ExpressionGaps.Reason.domains
      return (stop.mustStop ? nil : compute(text, &reason), reason)
    }
    if let names = x.dictionary {
      let known = names.map(computed)
      return BoundExpression(form) { range, gaps in
        let codes = x.codes(range, &gaps)
        return make(
          codes.map { code in
            guard code >= 0 else { return missing }
            let (value, reason) = known[Int(code)]
            if value == nil { gaps[reason] += 1 }
            return value ?? missing
          })
      }
    }
    return BoundExpression(form) { range, gaps in
      let texts = x.texts(range, &gaps)
      return make(
        texts.map { text in
          guard let text, !stop.mustStop else { return missing }
          let (value, reason) = computed(text)
          if value == nil { gaps[reason] += 1 }
          return value ?? missing
        })
    }
  }

  /// The number in a text, in the form of the other texts where they are known: those of a column.
  func numberInText(_ binder: ExpressionBinder) throws(Diagnostic) -> BoundExpression {
    try count(1...2)
    var decimal: DecimalMark?
    if parts.count == 2 {
      guard case .text(let name)? = parts[1].constant,
        let mark = DecimalMark(rawValue: DecimalMark.aliases[name] ?? name)
      else {
        throw Diagnostic(
          "wrong-arguments", "the decimal mark of 'number' must be \"point\" or \"comma\"", span: typed[1].span,
          help: "as in: number(price, \"comma\")")
      }
      decimal = mark
    }
    var evidence = parts[0].dictionary ?? []
    if case .column(let name) = typed[0].kind, case .text(let texts)? = binder.table[name]?.values {
      evidence = texts.compactMap { $0 }
    }
    // What the other texts are is not known of texts that are computed: each is read alone.
    let isAlone = evidence.isEmpty
    let numbers = try TextNumber(evidence, decimal: decimal, cancellation: binder.cancellation)
    if case .column(let name) = typed[0].kind {
      var marks = AmountMarks()
      for (place, text) in evidence.enumerated() {
        if place & 0xFFF == 0 { try binder.cancellation.check() }
        guard case .number = numbers.read(text) else { continue }
        let bytes = Array(text.utf8)
        marks.add(bytes.span, NumberCell.core(bytes.span), row: place)
      }
      if let refusal = marks.refusal(name, { Abridged.quoted(evidence[$0]) }) { throw refusal.at(span) }
    }
    let mark = decimal
    return try ofText(.numbers, missing: .nan, { .numbers($0) }) { text, reason in
      switch isAlone ? TextNumber.reading(text, decimal: mark) : numbers.read(text) {
      case .number(let value): return value
      case .ambiguous: reason = .ambiguous
      case .none: reason = .unread
      }
      return nil
    }
  }

  /// A test of two texts; `test` is given the second one first, once if it is the same in all rows.
  func texts(
    _ test: @escaping @Sendable (String) -> @Sendable (String) -> Bool
  ) throws(Diagnostic) -> BoundExpression {
    try count(2...2)
    let (x, y, stop) = (try require(0, .text), try require(1, .text), texts)
    if case .text(let part)? = y.constant {
      let holds = test(part)
      return try ofText(.truths, missing: 2, { .truths($0) }) { holds($0) ? 1 : 0 }
    }
    return BoundExpression(.truths) { range, gaps in
      let (a, b) = (x.texts(range, &gaps), y.texts(range, &gaps))
      return .truths(
        zip(a, b).map { one, other in
          guard let one, let other, !stop.mustStop else { return 2 }
          return test(other)(one) ? 1 : 0
        })
    }
  }

  func replacing() throws(Diagnostic) -> BoundExpression {
    try count(3...3)
    let (x, a, b, budget) = (try require(0, .text), try require(1, .text), try require(2, .text), texts)
    if case .text(let old)? = a.constant, case .text(let new)? = b.constant {
      let search = TextSearch(old)
      return changed(x) { search.replaced(by: new, in: $0, mayGrow: budget.take) }
    }
    return BoundExpression(.texts) { range, gaps in
      let (texts, old, new) = (x.texts(range, &gaps), a.texts(range, &gaps), b.texts(range, &gaps))
      return .texts(
        texts.indices.map { place in
          guard let text = texts[place], let old = old[place], let new = new[place], budget.take(text.utf8.count) else {
            return nil
          }
          return TextSearch(old).replaced(by: new, in: text, mayGrow: budget.take)
        })
    }
  }

  func partOfText() throws(Diagnostic) -> BoundExpression {
    try count(2...3)
    let (x, from) = (try require(0, .text), try require(1, .number))
    let (length, budget) = (parts.count == 3 ? try require(2, .number) : nil, texts)
    if let start = from.constant?.asNumber, length.map({ $0.constant?.asNumber != nil }) ?? true {
      let n = length?.constant?.asNumber
      if let names = x.dictionary, names.allSatisfy({ FunctionArguments.part($0, start, n) != nil }) {
        return changed(x) { FunctionArguments.part($0, start, n) ?? "" }
      }
    }
    return BoundExpression(.texts) { range, gaps in
      let (texts, starts) = (x.texts(range, &gaps), from.numbers(range, &gaps))
      let lengths = length?.numbers(range, &gaps)
      var lost = 0
      let values: [String?] = texts.indices.map { place in
        guard let text = texts[place], !starts[place].isNaN, !(lengths?[place].isNaN ?? false) else { return nil }
        guard budget.take(text.utf8.count) else { return nil }
        let found = FunctionArguments.part(text, starts[place], lengths?[place])
        if found == nil { lost += 1 }
        return found
      }
      gaps.domains += lost
      return .texts(values)
    }
  }

  /// Characters of a text from a place (from 1); nil for a place below 1 or a length below 0.
  static func part(_ text: String, _ from: Double, _ length: Double?) -> String? {
    guard from >= 1, (length ?? 0) >= 0 else { return nil }
    let start = Int(min(from, 1e9)) - 1
    let rest = text.dropFirst(start)
    return String(length.map { rest.prefix(Int(min($0, 1e9))) } ?? rest)
  }
}

extension BoundExpression {
  /// Codes read in another dictionary: for each code its new name; equal names become one.
  func renamed(_ names: [String]) -> BoundExpression {
    var places: [String: Int32] = [:]
    var distinct: [String] = []
    let codes = names.map { name in
      if let place = places[name] { return place }
      let place = Int32(clamping: distinct.count)
      places[name] = place
      distinct.append(name)
      return place
    }
    let constant: Value? = constant.flatMap { _ in names.first.map(Value.text) }
    return BoundExpression(.codes(distinct), constant: constant) { range, gaps in
      .codes(self.codes(range, &gaps).map { $0 < 0 ? -1 : codes[Int($0)] })
    }
  }
}
