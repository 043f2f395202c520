internal import PodiumCore

extension Parameter where Value == String {
  /// Cells of the session by number (`5`, `$5`) or as a range (`3..7`), given by place.
  public static func cells(help: String) -> Parameter<String> {
    Parameter(
      ParameterDescription(
        "cells", .positional(many: false), isRequired: true, allowed: "a cell or a range of cells", help: help,
        invalid: ["0", "none", "7..3"]),
      fallback: nil
    ) { values, scope throws(Diagnostic) in
      if case .reference(let reference)? = values[0].single?.kind, reference.field == nil { return reference.result }
      return try scope.single(values[0], "cells")
    }
  }
}
