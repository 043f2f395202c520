internal import PodiumCore
internal import PodiumPlugin

/// The values of a file: what a command refuses is a bad cell.
extension SkiBundle {
  /// Numbers and words that commands refuse are left unknown, or leave out their row.
  mutating func checkValues() throws(Diagnostic) {
    try rewrite(SkiKinds.athlete, "gender") { AthleteImport.genders[$0.lowercased()] ?? $0 }
    for name in order {
      guard let kind = files[name]?.layout.kind else { continue }
      for (column, allowed) in SkiThings.allowed(in: kind) {
        guard let file = files[name], file.table[column.name] != nil else { continue }
        var bad: [Int: Diagnostic] = [:]
        func refuse(_ row: Int, _ text: String) {
          bad[row] = Diagnostic("bad-value", "\(Abridged.quoted(text)) is not \(allowed.allowed)")
        }
        if case .choice(let words) = allowed.type, column.kind == .text {
          for (row, text) in file.texts(column.name).enumerated() {
            if let text, !words.contains(text) { refuse(row, text) }
          }
        } else if let range = allowed.type.range {
          for (row, number) in file.numbers(column.name).enumerated() {
            if let number, !range.contains(number) { refuse(row, NumberText.shortest(number)) }
          }
        }
        try leave(name, column.name, bad)
      }
      try checkPlaces(name)
    }
    if let pairs = files["ski_pairs.csv"] {
      let heights = zip(pairs.numbers("height_half_weight_mm"), pairs.numbers("height_full_weight_mm"))
      for (serial, (half, full)) in zip(pairs.texts("serial_number"), heights) {
        if let doubt = SkiPair.Camber(heightFull: full, heightHalf: half).doubt(of: serial ?? "") { warn(doubt) }
      }
    }
    for (name, from, least) in [("leaves.csv", "from", 0), ("covers.csv", "from", 0), ("treatments.csv", "moment", 1)] {
      guard let file = files[name] else { continue }
      let (starts, ends) = (file.codes(from), file.codes("until"))
      var bad: [Int: Diagnostic] = [:]
      for (row, end) in ends.enumerated() where end != IncomingFile.missingCode && end < starts[row] + least {
        bad[row] = Diagnostic("bad-value", "the end is not after the beginning")
      }
      try leave(name, "until", bad)
    }
  }

  /// One coordinate without the other is left unknown.
  private mutating func checkPlaces(_ name: String) throws(Diagnostic) {
    guard let file = files[name], file.layout.recordKind?["latitude"] != nil else { return }
    let (latitudes, longitudes) = (file.numbers("latitude"), file.numbers("longitude"))
    var alone: [String: [Int: Diagnostic]] = [:]
    for row in 0..<file.table.rowCount {
      do throws(Diagnostic) { try SessionChecks.place(latitudes[row], longitudes[row]) } catch {
        alone[latitudes[row] == nil ? "longitude" : "latitude", default: [:]][row] = error
      }
    }
    for (field, rows) in alone.sorted(by: { $0.key < $1.key }) { try clear(name, field, rows) }
  }
}
