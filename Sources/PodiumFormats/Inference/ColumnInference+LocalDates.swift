internal import PodiumCore

extension ColumnInference {
  /// The form of a column of local days; nil if its cells, apart from words, are not days of one form.
  ///
  /// Years of two digits are read only in a declared column: their century is a guess.
  func localDates(_ place: Int, isDeclared: Bool) throws(Diagnostic) -> DateEvidence.Choice? {
    let text = grid.text.span
    var evidence = DateEvidence()
    var mismatches = 0
    for row in rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      guard let read = LocalDateCell(text, core), isDeclared || !read.hasShortYear else {
        if !isDeclared {
          guard NumberCell.explain(text, core) == .word, mismatches < mostMismatches else { return nil }
        }
        mismatches += 1
        continue
      }
      guard evidence.add(read, row: row, isDeclared: isDeclared) else { return nil }
    }
    return evidence.choice(formats.dates)
  }
}
