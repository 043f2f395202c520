internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Tables as a screen shows them: in a person's units and by the clock of a place; files and JSON keep SI units and UTC.
struct ScreenTable {
  let units: [SurfUnit.Quantity: SurfUnit]
  /// Nil for times that stay in UTC.
  let clock: LocalClock?

  /// Ends of names of columns and what they measure.
  private static let endings: [(ending: String, quantity: SurfUnit.Quantity, decimals: Int)] = [
    ("_ms", .speed, 1), ("_m", .length, 2), ("_c", .temperature, 1),
  ]

  init(_ profile: SurfProfile, clock: LocalClock? = nil) {
    units = profile.units
    self.clock = clock?.zone == "UTC" ? nil : clock
  }

  /// The name of a column in the person's units: `wave_height_ft` for `wave_height_m`.
  func name(_ name: String) -> String {
    guard let (ending, _, unit, _) = found(name) else { return name }
    let word = unit.name.lowercased().filter { $0.isLetter }
    return name.dropLast(ending.count) + "_" + word
  }

  /// A number of a column in the person's units; of a difference without the offset of a scale.
  func number(_ value: Double, of name: String, isDifference: Bool = false) -> Double {
    guard let (_, _, unit, _) = found(name), value.isFinite else { return value }
    return isDifference ? unit.shown(value) - unit.shown(0) : unit.shown(value)
  }

  private func found(_ name: String) -> (String, SurfUnit.Quantity, SurfUnit, Int)? {
    for (ending, quantity, decimals) in ScreenTable.endings where name.hasSuffix(ending) {
      // How far you see is not a height.
      guard name != Variable.visibility.column, let unit = units[quantity],
        unit.name != SurfProfile.stored[quantity]?.name
      else { return nil }
      return (ending, quantity, unit, decimals)
    }
    return nil
  }

  /// Gives an output a table for the screen, where that differs; columns in `times` are not touched.
  func show(_ output: inout TableOutput) throws(Diagnostic) {
    var isChanged = false
    var columns: [Column] = []
    for column in output.table.columns {
      if let (_, _, _, decimals) = found(column.name), let numbers = column.numbers {
        let name = name(column.name)
        columns.append(Column(name, .number(numbers.map { number($0, of: column.name) })))
        output.decimals[name] = output.decimals[column.name] ?? decimals
        if output.essential.contains(column.name) { output.essential.append(name) }
        isChanged = true
      } else if let clock, case .datetime(let moments) = column.values {
        columns.append(Column(column.name, .text(moments.map { $0.map { ScreenTable.text($0, clock) } })))
        isChanged = true
      } else {
        columns.append(column)
      }
    }
    if isChanged { output.screen = try Table(columns) }
  }

  /// `2026-05-01 08:00`.
  static func text(_ moment: Moment, _ clock: LocalClock) -> String {
    String(clock.shown(at: moment).description.prefix(16)).replacing("T", with: " ")
  }

  /// What a footer says of times and units.
  var remark: String {
    clock.map { "times on the screen by the clocks of \($0.zone); files hold SI units and UTC" }
      ?? "times in UTC" + (units.isEmpty ? "" : "; files hold SI units")
  }
}
