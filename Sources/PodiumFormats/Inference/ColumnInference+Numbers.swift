internal import PodiumCore
internal import PodiumPlugin

extension ColumnInference {
  /// Reads a column as integers, or as numbers if one cell needs them.
  ///
  /// Undeclared, the result is nil as soon as a cell shows that the column is neither; mismatches may only be words.
  /// Declared, every cell that does not fit is a mismatch; `007` is then 7, `3.0` an integer, and the texts
  /// `Infinity`, which the writer uses, and `-inf` are numbers.
  /// In a nonstandard form a cell that is not written that way does not fit.
  func numbers(_ place: Int, declared: ColumnType?, form: NumberForm? = nil) throws(Diagnostic) -> Reading? {
    let text = grid.text.span
    let cells = grid.cells.span
    var integers: [Int] = []
    var reals: [Double] = []
    var isReal = declared == .number
    if isReal { reals.reserveCapacity(rows.count) } else { integers.reserveCapacity(rows.count) }
    var mismatches = Mismatches()
    var codes = CodeEvidence()
    var marks = AmountMarks(plain: plain)
    var fits = 0

    for row in rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let cell = cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) {
        if isReal { reals.append(.nan) } else { integers.append(ColumnValues.missingInteger) }
        continue
      }
      var read =
        if let form {
          form.read(text, core, isDeclared: declared != nil, hasUnit: declared != nil) ?? NumberCell.explain(text, core)
        } else {
          NumberCell.read(text, core, isDeclared: declared != nil)
        }
      if declared == nil {
        codes.add(text, core, read, row: row)
      } else if form != nil, read.value != nil {
        marks.add(text, core, row: row)
      }
      if declared == .integer, case .real(let real) = read {
        read = real.magnitude <= 0x1p53 ? Int(exactly: real).map(NumberCell.integer) ?? .word : .word
      }
      switch read {
      case .integer(let value):
        fits += 1
        if !isReal {
          integers.append(value)
        } else if declared != nil {
          reals.append(Double(value))
        } else {
          guard let real = NumberCell.exactDouble(value) else { return nil }
          reals.append(real)
        }
      case .real(let value):
        fits += 1
        if !isReal {
          isReal = true
          reals.reserveCapacity(rows.count)
          for integer in integers {
            if integer == ColumnValues.missingInteger {
              reals.append(.nan)
            } else {
              // A whole number that a double cannot represent exactly keeps the column from being numbers.
              guard let real = NumberCell.exactDouble(integer) else { return nil }
              reals.append(real)
            }
          }
          integers = []
        }
        reals.append(value)
      case .word, .other:
        if declared == nil {
          guard case .word = read, mismatches.count < mostMismatches else { return nil }
        }
        mismatches.append(row)
        if isReal { reals.append(.nan) } else { integers.append(ColumnValues.missingInteger) }
      }
    }
    guard declared != nil || ColumnInference.isTolerable(fits: fits, mismatches: mismatches.count),
      codes.doubt == nil
    else { return nil }
    var reading = Reading(
      values: isReal ? .number(reals) : .integer(integers), mismatches: mismatches,
      numberForm: form == .standard ? nil : form)
    reading.mixture = marks.mixture { quoted($0, place) }
    reading.notices = changes(codes, place) + marks.notes { quoted($0, place) }
    return reading
  }

  /// What to report of numbers that are written in another way than numbers are.
  private func changes(_ codes: CodeEvidence, _ place: Int) -> [String] {
    var notices: [String] = []
    if let (count, row) = codes.changed.plus {
      notices.append(
        "read \(count.counted("number")) without \(count == 1 ? "its" : "their") plus sign, first \(quoted(row, place))"
      )
    }
    if let (count, row) = codes.changed.negative {
      notices.append("read \(count.counted("amount")) as negative, first \(quoted(row, place))")
    }
    return notices
  }

  /// Reads a column of `true` and `false` in any case; undeclared, the result is nil if a cell is neither.
  ///
  /// A declared column also takes `yes` and `no`, `1` and `0`.
  func booleans(_ place: Int, isDeclared: Bool) throws(Diagnostic) -> Reading? {
    let text = grid.text.span
    let cells = grid.cells.span
    var values: [Bool?] = []
    var mismatches = Mismatches()
    for row in rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let cell = cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) {
        values.append(nil)
        continue
      }
      let value = BooleanCell.read(text, core, isDeclared: isDeclared)
      if value == nil {
        guard isDeclared else { return nil }
        mismatches.append(row)
      }
      values.append(value)
    }
    return values.contains { $0 != nil } || isDeclared
      ? Reading(values: .boolean(values), mismatches: mismatches) : nil
  }
}
