package import PodiumCore

/// The rows that a picture can show, and why it leaves out the others; a row is counted for the first reason.
package struct KeptRows {
  /// What a row must have.
  package enum Need {
    /// A category: its places by row, and the name of the column.
    case code([Int?], String)
    /// A finite number, above 0 on a logarithmic axis.
    case value(Measured, isLog: Bool)
  }

  /// In the order of the table.
  package private(set) var rows: [Int] = []
  package private(set) var leftOut: [Figure.LeftOut] = []

  package init(_ count: Int, _ needs: [Need], cancellation: Cancellation) throws(Diagnostic) {
    var lost: [(without: Int, infinite: Int, notPositive: Int)] = needs.map { _ in (0, 0, 0) }
    // Column by column: a row that one of them dropped is not asked again.
    var isKept = [Bool](repeating: true, count: count)
    for (place, need) in needs.enumerated() {
      try cancellation.check()
      switch need {
      case .code(let codes, _):
        for row in 0..<count where isKept[row] && codes[row] == nil {
          lost[place].without += 1
          isKept[row] = false
        }
      case .value(let source, let isLog):
        let values = source.values
        for row in 0..<count where isKept[row] && !(isLog ? values[row] > 0 : !values[row].isNaN) {
          if !values[row].isNaN {
            lost[place].notPositive += 1
          } else if source.infinite.contains(row) {
            lost[place].infinite += 1
          } else {
            lost[place].without += 1
          }
          isKept[row] = false
        }
      }
    }
    rows = isKept.indices.filter { isKept[$0] }
    for (need, lost) in zip(needs, lost) {
      let name =
        switch need {
        case .code(_, let name): name
        case .value(let source, _): source.name
        }
      leftOut += [
        Figure.LeftOut(lost.without, name + " is missing"), Figure.LeftOut(lost.infinite, name + " is infinite"),
        Figure.LeftOut(lost.notPositive, "\(name) is not above 0 (log scale)"),
      ].filter { $0.count > 0 }
    }
  }
}
