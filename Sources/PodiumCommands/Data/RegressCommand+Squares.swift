internal import PodiumCore
internal import PodiumPlugin
internal import PodiumStatistics

extension RegressCommand {
  /// The sum of squares that each column adds to those before it.
  static func squares(_ fit: Regression, _ target: Column) throws(Diagnostic) -> TableOutput {
    let rows = fit.squares
    let rest = rows.last.map { $0.sum / Double($0.degrees) } ?? .nan
    let f = rows.dropLast().map { $0.sum / Double($0.degrees) / rest } + (rows.isEmpty ? [] : [.nan])
    let p = zip(rows, f).map { row, f in
      f.isNaN ? .nan : Regression.chance(f, row.degrees, rows.last?.degrees ?? 0)
    }
    var output = TableOutput(
      try Table([
        Column("column", .text(rows.map(\.column))), Column("df", .integer(rows.map(\.degrees))),
        Column("sum_squares", .number(rows.map(\.sum))),
        Column("mean_square", .number(rows.map { $0.sum / Double($0.degrees) })), Column("f", .number(f)),
        Column("p", .number(p)),
      ]), title: "\(target.name): what each column adds to those before it (type I)")
    output.digits = ["sum_squares": 6, "mean_square": 6, "f": 5]
    output.pValues = ["p"]
    output.isAside = true
    return output
  }

  /// The tests of columns with several coefficients, for the groups of `by`: one table has them in its footer.
  static func joints(_ fit: Regression) throws(Diagnostic) -> TableOutput? {
    let (rows, degrees) = (fit.joints, fit.degrees)
    if rows.isEmpty { return nil }
    let rest = rows.map { _ in degrees }
    var output = TableOutput(
      try Table(
        [
          Column("column", .text(rows.map { $0.column ?? "joint=" })),
          Column(degrees.isInfinite ? "chi_square" : "f", .number(rows.map(\.statistic))),
          Column("df", .integer(rows.map(\.degrees))),
        ] + (degrees.isInfinite ? [] : [Column("residual_df", .number(rest))]) + [
          Column("p", .number(rows.map(\.p)))
        ]), title: "coefficients together (Wald)")
    output.digits = ["f": 5, "chi_square": 5]
    output.pValues = ["p"]
    output.isAside = true
    return output
  }
}
