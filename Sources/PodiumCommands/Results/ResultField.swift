internal import PodiumCore
internal import PodiumPlugin

extension Diagnostic {
  /// The error of an unknown column, with the way to write it where it is a field of the last result.
  func namingResultField(of expression: Expression, _ table: Table, _ session: Session) -> Diagnostic {
    guard code == "unknown-column", let name = expression.columns.first(where: { table[$0] == nil }),
      (try? session.value(of: Reference(result: "_", field: name), at: nil)) != nil
    else { return self }
    var error = self
    error.help = "of the last result it is _.\(name), of one with a name $NAME.\(name)"
    return error
  }
}
