public import PodiumCore

extension Call {
  /// Throws `unused-key` where a key is given: `why` follows its name and `=` in the message.
  public func refuse<Value>(
    _ parameter: Parameter<Value>, _ why: String, help: String? = nil
  ) throws(Diagnostic) {
    guard let span = span(of: parameter) else { return }
    throw Diagnostic("unused-key", "\(parameter.name)= \(why)", span: span, help: help)
  }
}

/// Verbs whose second word says what to do.
extension Call {
  /// Throws `unexpected-key` for a key that this action of the verb does not take: ignoring it would do something other than
  /// what was typed.
  ///
  /// - Parameters:
  ///   - allowed: The parameters that the action takes.
  ///   - action: The action as the user writes it: `surf prefer NAME delete`.
  ///   - other: What takes the other keys: `surf prefer NAME`.
  public func refuseKeys(except allowed: [AnyParameter], of action: String, instead other: String) throws(Diagnostic) {
    let names = Set(allowed.map(\.description.name))
    for argument in syntax.arguments {
      guard let key = argument.key, !names.contains(key.text) else { continue }
      throw Diagnostic(
        "unexpected-key", "'\(key.text)=' does not belong to '\(action)', so nothing was done", span: key.span,
        help: "write: \(other) \(key.text)=…")
    }
  }
}
