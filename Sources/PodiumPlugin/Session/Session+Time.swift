internal import PodiumCore

/// The time of day in expressions, `today()` and `now()`, which a session keeps as parameters.
///
/// Their first use sets the parameter `today` or `now`. A notebook of the session declares it, so that a replay computes with
/// the same day; a replay has no time of its own.
package enum SessionTime {
  /// The names of the functions and of the parameters.
  package static let names = ["today", "now"]

  /// Which of them a command calls.
  package static func used(in text: String) -> [String] { names.filter { text.containsBytes(of: $0 + "(") } }

  package static let functions = [
    FunctionDefinition(
      "today", use: "today()", summary: "date of its first use in the session; notebooks declare it"
    ) {
      function("today", .date, $0) { CalendarDate(iso: $0).map(Value.date) }
    },
    FunctionDefinition(
      "now", use: "now()", summary: "moment of its first use in the session, in UTC; notebooks declare it"
    ) {
      function("now", .datetime, $0) { Moment(iso: $0).map(Value.datetime) }
    },
  ]

  private static func function(
    _ name: String, _ kind: BoundExpression.Kind, _ session: Session, _ read: @escaping @Sendable (String) -> Value?
  ) -> ExpressionFunction {
    let text = session.parameters[name]
    let value = text.flatMap(read)
    let isTrusted = session.services.isTrusted
    return ExpressionFunction(
      name, use: name + "()", summary: "the time of the session", takes: [], gives: kind,
      check: { _ throws(Diagnostic) in
        guard value == nil else { return }
        if let text {
          throw Diagnostic(
            "bad-value", "the parameter '\(name)' is \(Abridged.quoted(text)), which \(name)() cannot read",
            help: "write it as in: \(name): \(kind == .date ? "2026-03-31" : "2026-03-31T12:00:00Z")")
        }
        throw Diagnostic(
          isTrusted ? "no-clock" : "trust-refused",
          isTrusted
            ? "\(name)() has no value here: a replay has no time of its own"
            : "\(name)() is not for untrusted files that do not declare it",
          help: "declare it at the top of the notebook, under 'parameters:', as in: \(name): "
            + (kind == .date ? "2026-03-31" : "2026-03-31T12:00:00Z"))
      }
    ) { _ in value ?? .missing }
  }
}

extension Session {
  /// Sets the parameters of the time that a command asks for, where they are not set and time moves.
  package mutating func keepTime(for text: String) {
    guard services.isTrusted, let now = services.now?() else { return }
    for name in SessionTime.used(in: text) where parameters[name] == nil {
      let second = Moment(microseconds: now.microseconds - now.microseconds % 1_000_000)
      let minutes = services.localClock?.offset(now)
      parameters[name] = name == "now" ? second.description : now.shown(offset: minutes).date.description
    }
  }
}
