internal import PodiumCore
internal import PodiumPlugin

extension Diagnostic {
  /// The error of an unknown column; if it is a field of the last result, its help shows how to write that.
  func namingResultField(of expression: Expression, _ table: Table, _ session: Session) -> Diagnostic {
    guard code == "unknown-column", let name = expression.columns.first(where: { table[$0] == nil }),
      (try? session.value(of: Reference(result: "_", field: name), at: nil)) != nil
    else { return self }
    var error = self
    error.help = "write _.\(name) for the last result, or $NAME.\(name) for a named one"
    return error
  }
}
