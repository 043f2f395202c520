internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension SheetImport {
  /// The wax that was on a pair that day, or from the time of a second test that day; without them it is left out and named.
  mutating func wax(_ serial: String, _ wax: IncomingSheet.Cell, _ part: Part, _ builder: inout BundleTables) {
    guard let day = part.time.day else {
      workspace.misfits.add(
        wax.place, "the wax \(Abridged.quoted(wax.text)) needs the day of the test; it was left out")
      return
    }
    let start = Moment(startOf: day)
    var moment = start
    if let first = waxes[serial + "\(day)"], first != wax.text {
      guard let time = part.time.moment, time > start else {
        workspace.misfits.add(
          wax.place,
          "'\(serial)' has wax \(Abridged.quoted(first)) in another test that day; \(Abridged.quoted(wax.text)) was "
            + "left out; write the times of the tests")
        return
      }
      moment = time
    }
    waxes[serial + "\(day)"] = wax.text
    builder.addOnce(
      "treatments.csv", key: serial + "\u{0}" + moment.description,
      [
        "serial_number": .text(serial), "moment": .datetime(moment), "kind": .text(Treatment.Kind.wax.rawValue),
        "recipe": .text(wax.text), "until": .datetime(Moment(microseconds: start.microseconds + TypedMoment.day)),
      ], at: wax.place)
  }

  /// A grinding that only the sheet names: it was on the pair that morning, whenever it was made.
  mutating func ground(
    _ serial: String, _ grinding: IncomingSheet.Cell, _ day: CalendarDate, _ part: Part, _ builder: inout BundleTables
  ) throws(Diagnostic) {
    let start = Moment(startOf: day)
    let time = part.time.moment ?? start
    let name = workspace.terms.find(.grinding, grinding.text) ?? grinding.text
    let earlier = try SkiRecords.grinds(workspace.store, where: [.equals("serial_number", .text(serial))])
    let known = (earlier.map { ($0.moment, $0.grinding) } + (grounds[serial] ?? [])).filter { $0.0 < time }
    guard known.max(by: { $0.0 < $1.0 })?.1 != name else { return }
    // A grinding applies from just after its moment, and a sheet without a time begins with the day.
    let moment = Moment(microseconds: min(start.microseconds, time.microseconds) - (time > start ? 0 : 60_000_000))
    let comment = "from the sheet of session \(part.number); the day of grinding is not known"
    add(name, on: serial, moment, comment: comment, at: grinding.place, &builder)
  }

  private mutating func add(
    _ grinding: String, on serial: String, _ moment: Moment, comment: String?, at place: SourcePlace,
    _ builder: inout BundleTables, _ places: [String: SourcePlace] = [:]
  ) {
    grounds[serial, default: []].append((moment, grinding))
    var values: [String: Value] = [
      "serial_number": .text(serial), "moment": .datetime(moment), "grinding": .text(grinding),
    ]
    values["comment"] = comment.map(Value.text)
    builder.addOnce(
      "grinding_moments.csv", key: serial + "\u{0}" + moment.description, values, at: place, places)
  }

  /// Pairs and their grindings of a list without tests; what needs a day and has none is left out and named.
  mutating func register(_ block: SheetBlock, _ builder: inout BundleTables) throws(Diagnostic) {
    var undated: [IncomingSheet.Cell] = []
    for row in block.pairs {
      try cancellation.check()
      guard let cell = row.cells["serial"], let name = try serial(cell) else { continue }
      let row = row.filled(from: block.labels)
      let isDated = row.cells["date"] != nil
      properties(
        of: name, row, type: row.cells["type"] ?? block.labels["type"], comment: isDated ? nil : row.cells["comment"],
        &builder)
      undated += [isDated ? nil : row.cells["grinding"], row.cells["wax"]].compactMap(\.self)
      guard isDated, let grinding = row.cells["grinding"],
        let moment = try time(row.cells, effect: "the grinding was left out")?.moment
      else { continue }
      let ground = workspace.terms.find(.grinding, grinding.text) ?? grinding.text
      add(
        ground, on: name, moment, comment: row.cells["comment"]?.text, at: grinding.place, &builder,
        row.cells.mapValues(\.place))
    }
    if let first = undated.first {
      workspace.misfits.add(
        first.place,
        "\(undated.count.counted("cell")) of grinding or wax without a test or a day, left out, from "
          + Abridged.quoted(first.text) + " on", help: "add a column Date, or use ski grind PAIR GRINDING on=DAY")
    }
  }
}
