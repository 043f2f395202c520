internal import PodiumCore
internal import SurfModel

extension StandardMetHeader {
  /// Reads the cells of a row into SI units; missing values are NaN.
  func sample(_ cells: [Substring], line: Int) throws(RowFault) -> Sample {
    guard cells.count == cellCount else {
      throw RowFault("\(cells.count.counted("cell")), but the header has \(cellCount)")
    }
    var sample = Sample(try time(cells), line: line, extras: [Double](repeating: .nan, count: extras.count))
    for (cell, field) in zip(cells.dropFirst(hasMinutes ? 5 : 4), fields) {
      // In the header MM is the month; in a row it means missing.
      if cell == "MM" { continue }
      guard let number = PlainNumber.read(cell) else {
        throw RowFault("'\(String(cell.prefix(20)))' is not a number")
      }
      switch field {
      case .extra(let place): sample.extras[place] = number
      case .variable(let variable, let factor):
        if age == .historical, number == StandardMetHeader.nines(of: variable) { continue }
        sample[variable] = factor == 1 ? number : number * factor
      }
    }
    return sample
  }

  /// The code for missing in historical files; pressures of 999.0 are decided later.
  private static func nines(of variable: Variable) -> Double {
    switch variable {
    case .windDirection, .meanDirection, .airTemperature, .waterTemperature, .dewPoint: 999
    case .pressure: 9999
    default: 99
    }
  }

  private func time(_ cells: [Substring]) throws(RowFault) -> Moment {
    var numbers: [Int] = []
    for cell in cells.prefix(hasMinutes ? 5 : 4) {
      guard cell.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(cell) else {
        throw RowFault("'\(String(cell.prefix(20)))' is not part of a time")
      }
      numbers.append(number)
    }
    let minute = hasMinutes ? numbers[4] : 0
    // Years had two digits until 1998, and no buoy is older than 1970.
    let year = cells[0].utf8.count == 2 && numbers[0] >= 70 ? 1900 + numbers[0] : numbers[0]
    guard year >= 1970, let date = CalendarDate(year: year, month: numbers[1], day: numbers[2]), numbers[3] < 24,
      minute < 60
    else {
      throw RowFault("'\(cells.prefix(hasMinutes ? 5 : 4).joined(separator: " "))' is not a valid time since 1970")
    }
    return Moment(microseconds: (date.days * 1440 + numbers[3] * 60 + minute) * 60_000_000)
  }
}
