import PodiumCore
import PodiumEngine
import PodiumPlugin

/// Expressions: parsed, printed and parsed again, bound to a table with every type and computed in each row.
struct FuzzExpression: FuzzTarget {
  let name = "expression"

  func feed(_ bytes: [UInt8]) {
    let text = "head if " + String(decoding: bytes.prefix(4096), as: UTF8.self)
    guard let expression = FuzzExpression.parsed(text) else { return }
    defer { Plant.check(expression.columns) }
    // Each operator is printed with parentheses, which count as nesting too; `not(…)` after a sign is then not a call.
    if expression.depth < 100, !text.contains("not") {
      let printed = Reprint.text(expression)
      let again = FuzzExpression.parsed("head if " + printed).map { Reprint.text($0) }
      FuzzCheck.that(again == printed, "'\(printed)' parses to itself, not to '\(again ?? "an error")'")
    }
    compute(expression)
  }

  private static func parsed(_ text: String) -> Expression? {
    guard let statement = try? SyntaxTree(text).checked(), case .command(let syntax) = statement.body else {
      return nil
    }
    return syntax.condition
  }

  private func compute(_ expression: Expression) {
    let table = FuzzSample.table
    let bound = try? expression.bound(to: table) { (reference, span) throws(Diagnostic) in
      switch reference.field {
      case nil: .text(reference.result)
      case "missing"?: .missing
      default: .number(0.5)
      }
    }
    guard let bound else { return }
    for row in 0..<table.rowCount {
      let value = bound(row)
      let fits =
        switch (value, bound.kind) {
        case (.missing, _), (.number, .number), (.integer, .number), (.text, .text), (.boolean, .boolean),
          (.date, .date), (.datetime, .datetime):
          true
        default: false
        }
      FuzzCheck.that(fits, "a \(bound.kind) is no \(value.kindName)")
      if case .number(let x) = value { FuzzCheck.that(x.isFinite, "a number that has no value is missing") }
    }
  }
}

/// A small table with a column of every type, each with extremes and missing values.
enum FuzzSample {
  static let table: Table = {
    let words = Categorical(["low", nil, "high", "low", "", "odd"])
    let columns = [
      Column("x", .number([0.5, .nan, -0.0, 1e308, -1e-300, 3])),
      Column("n", .integer([1, ColumnValues.missingInteger, Int.max, -Int.max, 0, 7])),
      Column("c", .category(words)), Column("o", .ordered(words)),
      Column("t", .text(["a", nil, "", "é\u{301}\u{1B}[2J", "2024-02-29", "NA"])),
      Column("b", .boolean([true, nil, false, true, false, true])),
      Column("d", .date([0, nil, 20_000, -719_000, 2_900_000, 1].map { $0.map { CalendarDate(days: $0) } })),
      Column("m", .datetime([0, nil, 1, -1, 1 << 50, 7].map { $0.map { Moment(microseconds: $0) } })),
    ]
    return (try? Table(columns)) ?? .empty
  }()

  static let file = "x,y,z,day\n1,a,0.5,2024-01-02\n2,b,,2024-01-03\n3,a,1.5,\n4,b,2.5,2024-01-05\n"
}
