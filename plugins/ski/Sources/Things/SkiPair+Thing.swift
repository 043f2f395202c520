internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension SkiPair {
  static let thing = Thing<SkiPair>(
    SkiKinds.pair, verb: "ski pair", noun: "ski pair", key: "serial_number", blank: SkiPair(serialNumber: "")
  ) {
    Field(naming: "serial_number", \.serialNumber, rename: "serial", .text(), help: "New serial number.")
    Field(
      "ski_type", \.skiType, .term(.type), key: "type", role: "ski pair",
      help: "Ski type, as in Skate, Classic or Klister.")
    Field("ski_base", \.base, .term(.base), key: "base", role: "ski pair", help: "Base, as in Black or White.")
    Field("brand", \.brand, .term(.brand), role: "ski pair", help: "Brand.")
    Field("owner", \.owner, .athlete, role: "ski pair", help: "Athlete who uses the pair.")
    Field("nickname", \.nickname, .text(), help: "The team's nickname for the pair.")
    Field("tags", orBlank: \.tags, .terms(.tag), role: "ski pair", help: "Tags, as in tags=race,soft.")
    Field("acquired", \.acquired, .day, help: "Day of acquisition, as in 2025-10-01.")
    Field(
      "weight_for_measure_kg", \.camber.weight, .number(in: 20...150, unit: "kg"), key: "weight",
      help: "Body weight used to measure the camber.")
    height("height_full_weight_mm", \.camber.heightFull, "full", "Camber height under full weight.")
    height("height_half_weight_mm", \.camber.heightHalf, "half", "Camber height under half weight.")
    Field(
      "weight_for_pushdown_kg", \.camber.weightForPushdown, .number(in: 5...300, unit: "kg"), key: "pushdown",
      help: "Load that presses the camber flat.")
    height("height_full_left_mm", \.camber.heightFullLeft, "full-left", "Height under full weight, left ski.")
    height("height_full_right_mm", \.camber.heightFullRight, "full-right", "Height under full weight, right ski.")
    height("height_half_left_mm", \.camber.heightHalfLeft, "half-left", "Height under half weight, left ski.")
    height("height_half_right_mm", \.camber.heightHalfRight, "half-right", "Height under half weight, right ski.")
    Field("comment", \.comment, .text(), help: "Comment.")
    Field("archived", orBlank: \.isArchived)
    Field("source", \.source)
  }.found(
    Naming(
      codes: { [$0.serialNumber] },
      names: { pair in pair.nickname.map { [pair.serialNumber, $0] } ?? [pair.serialNumber] },
      parts: [.beginning, .end], titles: Self.titles, more: "more of the serial number", ambiguous: "ambiguous-pair")
  ).actions(
    PairCommand.actions, shown: ("serial_number", "nickname"), lister: "ski pairs", sample: ThingSample("017", "77"),
    screen: { (pair, record, work) throws(Diagnostic) in
      try work.ski { (ski) throws(Diagnostic) in try PairScreen(ski).details(pair) } + work.remarks
    },
    check: check)

  /// Checks the serial number, and warns of a camber that rises under more weight.
  private static func check(
    _ values: inout [String: Value], _ record: Record?, _ work: inout RecordWork
  ) throws(Diagnostic) {
    if let record, let pair = thing.item(record.fields.merging(values) { $1 }),
      let doubt = pair.camber.doubt(of: pair.serialNumber)
    {
      work.warn(doubt)
    }
    guard case .text(let serial)? = values["serial_number"] else { return }
    values["serial_number"] = .text(try PairCommand.checked(serial, at: work.span))
  }

  private static func height(
    _ column: String, _ path: Property<SkiPair, Double?>, _ key: String, _ help: String
  ) -> Field<SkiPair> {
    Field(column, path, .number(in: 0...60, unit: "mm"), key: key, help: help)
  }

  /// What tells pairs apart: serial number, owner, type, base and the latest grinding.
  private static func titles(_ pairs: [SkiPair], _ store: any RecordStore) -> [String] {
    let serials = pairs.map { Value.text($0.serialNumber) }
    // Without either, only the serial numbers are listed.
    let athletes = (try? Athlete.thing.items(in: store)) ?? []
    let names = Dictionary(athletes.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
    let grinds = (try? SkiRecords.grinds(store, where: [.isOneOf("serial_number", serials)])) ?? []
    return pairs.map { pair in
      let grinding = grinds.last { $0.serialNumber == pair.serialNumber }?.grinding
      let owner = pair.owner.map { names[$0] ?? "athlete " + $0 }
      let words = [owner, pair.skiType, pair.base, grinding].compactMap { $0 }
      return pair.serialNumber + (words.isEmpty ? "" : " (" + words.joined(separator: ", ") + ")")
    }
  }
}

extension GrindingMoment {
  static let thing = Thing<GrindingMoment>(
    SkiKinds.grind, verb: "ski grind", noun: "grinding", key: "serial_number",
    blank: GrindingMoment(serialNumber: "", moment: Moment(microseconds: 0), grinding: "")
  ) {
    Field("serial_number", \.serialNumber, link: .pair("grinding"))
    Field("moment", \.moment)
    Field("grinding", \.grinding, link: .term(.grinding).called("ground pair"))
    Field("comment", \.comment)
    Field("source", \.source)
  }
}

extension Treatment {
  static let thing = Thing<Treatment>(
    SkiKinds.treatment, verb: "ski treat", noun: "treatment", key: "serial_number",
    blank: Treatment(serialNumber: "", moment: Moment(microseconds: 0), kind: .wax)
  ) {
    Field("serial_number", \.serialNumber, link: .pair("treatment"))
    Field("moment", \.moment)
    Field("kind", \.kind)
    Field("recipe", \.recipe)
    Field("until", \.until)
    Field("comment", \.comment)
  }
}
