internal import PodiumCore
internal import PodiumPlugin

extension ColumnInference {
  /// Reads a column of days or of moments; its first fitting cell decides which, unless it is declared.
  ///
  /// Undeclared, mismatches may be words and nonexistent days or times; anything else makes the result nil.
  /// In a declared datetime column a day is its midnight in UTC.
  func dates(_ place: Int, declared: ColumnType?, form: DateForm? = nil) throws(Diagnostic) -> Reading? {
    let text = grid.text.span
    let cells = grid.cells.span
    var type = declared
    var days: [CalendarDate?] = []
    var moments: [Moment?] = []
    var mismatches = Mismatches()
    var fits = 0
    var offsets = ImportReport.Offsets()
    var cut = 0
    for row in rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let cell = cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      var day: CalendarDate?
      var moment: Moment?
      if !core.isEmpty, !missing.contains(cell, core, in: text) {
        switch dateCell(text, core, form) {
        case .date(let value):
          if type == nil { type = .date }
          if type == .date {
            day = value
          } else if declared != nil {
            moment = Moment(startOf: value)
            offsets.add(row: row - rows.lowerBound, hasOffset: false)
          }
        case .datetime(let value, let hasZone, let isCut):
          if type == nil { type = .datetime }
          if type == .datetime {
            moment = value
            offsets.add(
              row: row - rows.lowerBound, hasOffset: hasZone,
              isShifted: hasZone && ISODateCell.isShifted(text, core))
            if isCut { cut += 1 }
          }
        case .impossible, .none: break
        }
        if day != nil || moment != nil {
          fits += 1
        } else {
          guard declared != nil || (mismatches.count < mostMismatches && isExcusable(text, core, form)) else {
            return nil
          }
          mismatches.append(row)
        }
      }
      // Before the first fit both lists grow, since either may be kept.
      if type != .datetime { days.append(day) }
      if type != .date { moments.append(moment) }
    }
    guard declared != nil || ColumnInference.isTolerable(fits: fits, mismatches: mismatches.count) else {
      return nil
    }
    var reading = Reading(
      values: type == .date ? .date(days) : .datetime(moments), mismatches: mismatches, dateForm: form)
    reading.offsets = offsets.known
    reading.notices = ColumnInference.cutNotice(cut)
    if declared != nil, form != nil, let row = firstShortYear(place) {
      reading.notices.append("read years of two digits as 1969 to 2068, first \(quoted(row, place))")
    }
    return reading
  }

  /// What to report about times with more digits than are kept.
  static func cutNotice(_ cut: Int) -> [String] {
    cut > 0 ? ["truncated \(cut.counted("time")) to microseconds"] : []
  }

  private func dateCell(_ text: Span<UInt8>, _ core: Range<Int>, _ form: DateForm?) -> ISODateCell {
    guard let form else { return ISODateCell.read(text, core) }
    return LocalDateCell(text, core)?.value(in: form) ?? .none
  }

  private func firstShortYear(_ place: Int) -> Int? {
    let text = grid.text.span
    return rows.first { row in
      LocalDateCell(text, CellGrid.core(of: grid.cells[index(row, place)], in: text))?.hasShortYear == true
    }
  }

  private func isExcusable(_ text: Span<UInt8>, _ core: Range<Int>, _ form: DateForm?) -> Bool {
    if dateCell(text, core, form) == .impossible { return true }
    return NumberCell.explain(text, core) == .word
  }
}
