extension NumberForm {
  /// How the numbers of a column that is declared as numbers are written.
  package enum Choice: Equatable {
    /// The form that reads the most cells.
    case form(NumberForm)
    /// Two forms with different decimal marks read the most cells, and this one as different numbers: `1,234`.
    case either(NumberForm, NumberForm, place: Int)
    /// No cell is a number.
    case none
  }

  /// The forms that options leave open.
  package static func open(decimal: DecimalMark?, thousands: ThousandsMark?) -> [NumberForm] {
    all.filter {
      (decimal == nil || $0.decimal == decimal)
        && (thousands == nil || $0.thousands == thousands || $0.thousands == .none)
    }
  }

  /// Chooses the form of some cells: that which reads the most, the simplest of several; `read` is asked for each cell.
  ///
  /// A standard form that reads every number is never questioned: `1.250` is 1.25.
  package static func choice(
    among forms: [NumberForm], count: Int, cancellation: Cancellation,
    read: (_ place: Int, _ form: NumberForm) -> NumberCell?
  ) throws(Diagnostic) -> Choice {
    var fits = [Int](repeating: 0, count: forms.count)
    for place in 0..<count {
      if place & 0xFFF == 0 { try cancellation.check() }
      for (i, form) in forms.enumerated() where read(place, form) != nil { fits[i] += 1 }
    }
    guard let most = fits.max(), most > 0, let best = fits.firstIndex(of: most) else { return .none }
    let form = forms[best]
    if form == .standard { return .form(form) }
    for (i, other) in forms.enumerated() where fits[i] == most && other.decimal != form.decimal {
      for place in 0..<count {
        if place & 0xFFF == 0 { try cancellation.check() }
        if read(place, form) != read(place, other) { return .either(form, other, place: place) }
      }
    }
    return .form(form)
  }

  /// The same for texts.
  package static func choice(
    _ texts: [String], decimal: DecimalMark? = nil, hasUnit: Bool = false, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) -> Choice {
    let forms = open(decimal: decimal, thousands: nil)
    if decimal != .comma, texts.allSatisfy({ NumberCell.read($0, isDeclared: true).value != nil }) {
      return .form(.standard)
    }
    return try choice(among: forms, count: texts.count, cancellation: cancellation) { place, form in
      form.read(texts[place], isDeclared: true, hasUnit: hasUnit)
    }
  }

  /// The two readings of a text, for a question.
  package static func readings(_ text: String, _ a: NumberForm, _ b: NumberForm) -> String {
    let shown = [a, b].map { form in form.read(text, isDeclared: true, hasUnit: true)?.value?.fileText ?? "no number" }
    return "\(Abridged.quoted(text)) could be \(shown[0]) or \(shown[1])"
  }
}
