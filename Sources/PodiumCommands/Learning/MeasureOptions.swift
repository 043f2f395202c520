internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The key `measure=` of commands that choose by a measure or test one.
enum MeasureOptions {
  /// The measure that a call names; with costs, by default the cost.
  static func asked(_ parameter: Parameter<String?>, _ call: Call) -> String? {
    call[parameter] ?? (call[CostOptions.costs] == nil ? nil : CostMatrix.measureKey)
  }

  /// The measures for a kind of target; with costs also theirs.
  static func known(_ kind: TargetKind, _ call: Call, in session: Session) -> [String] {
    session.registry.measures.filter { $0.target == kind }.map(\.key) + (kind == .classes ? ClassMeasures.keys : [])
      + (call[CostOptions.costs] == nil ? [] : [CostMatrix.measureKey])
  }

  /// The measures of the class that a call names, or that the measure it asks for is about; empty where it asks for none.
  ///
  /// Throws `unknown-class`, `wrong-target` for a class among numbers, and `missing-argument` for a measure of one class
  /// where none of many is named.
  static func ofClass(
    _ parameter: Parameter<String?>?, _ target: Target, _ call: Call
  ) throws(Diagnostic) -> (measures: [Measure], note: Output)? {
    let asked = parameter.flatMap { call[$0] }.map { ClassMeasures.keys.contains($0) } ?? false
    let named = call.span(of: StoredEvaluation.positive)
    guard asked || named != nil else { return nil }
    guard case .classes(let classes) = target else {
      throw Diagnostic(
        "wrong-target", "class= is for classes, but the target is a number", span: named,
        help: "choose a target with classes: label COLUMN")
    }
    let place = try StoredEvaluation.place(
      among: classes.classes, call, span: parameter.flatMap { call.span(of: $0) } ?? call.verbSpan)
    let name = classes.classes[place]
    return (
      ClassMeasures.of(place, named: name),
      .note("\(ClassMeasures.keys.joined(separator: ", ")): of class '\(name)'")
    )
  }

  /// Throws `unknown-word` for a measure that does not exist for a kind of target, and `unused-key` for the cost without costs.
  static func require(
    _ parameter: Parameter<String?>, _ kind: TargetKind, _ call: Call, in session: Session, others: [String] = []
  ) throws(Diagnostic) {
    guard let wanted = call[parameter] else { return }
    let known = known(kind, call, in: session)
    guard !known.contains(wanted) else { return }
    if wanted == CostMatrix.measureKey {
      throw Diagnostic(
        "unused-key", "measure=\(wanted) requires costs=", span: call.span(of: parameter),
        help: "add costs=FILE, or costs=quadratic for ordered classes")
    }
    throw .unknownWord("measure", wanted, among: known + others, span: call.span(of: parameter))
  }

  /// Whether a larger value of a measure is better; nil for a measure that is not known.
  static func isHigh(_ key: String, _ kind: TargetKind, in session: Session) -> Bool? {
    if kind == .classes, ClassMeasures.keys.contains(key) { return true }
    return key == CostMatrix.measureKey
      ? false : session.registry.measures.first { $0.key == key && $0.target == kind }?.higherIsBetter
  }
}
