import Glibc
import PodiumCore
import PodiumTestKit

/// A buoy whose sea and wind drift at random, in the form of NDBC's historical files.
struct MadeBuoy {
  let seed: UInt64

  /// A year at 10 minutes: wind and air on every row, waves on every third.
  var year: (text: [UInt8], rows: Int) {
    var random = SystemlessRandom(seed: seed)
    func step() -> Double { Double(random.bits() >> 11) * 0x1p-53 - 0.5 }
    var out: [UInt8] = Array(
      """
      #YY  MM DD hh mm WDIR WSPD GST  WVHT   DPD   APD MWD   PRES  ATMP  WTMP  DEWP  VIS  TIDE
      #yr  mo dy hr mn degT m/s  m/s     m   sec   sec degT   hPa  degC  degC  degC   mi    ft

      """.utf8)
    func put(_ tenths: Int, width: Int) {
      let text = "\(tenths / 10).\(tenths % 10)"
      out.append(contentsOf: repeatElement(0x20, count: max(1, width - text.utf8.count)))
      out.append(contentsOf: text.utf8)
    }
    func put(whole: Int, width: Int, zeros: Bool = false) {
      let text = String(whole)
      out.append(0x20)
      out.append(contentsOf: repeatElement(zeros ? 0x30 : 0x20, count: max(0, width - text.utf8.count)))
      out.append(contentsOf: text.utf8)
    }
    var (wind, height, direction, pressure, air) = (60.0, 15.0, 270.0, 10_150.0, 140.0)
    let start = CalendarDate(year: 2025, month: 1, day: 1)?.days ?? 0
    var rows = 0
    for minute in stride(from: 0, to: 365 * 1440, by: 10) {
      wind = min(250, max(0, wind + 10 * step()))
      height = min(90, max(3, height + 2 * step()))
      direction = (direction + 12 * step() + 360).truncatingRemainder(dividingBy: 360)
      pressure = min(10_400, max(9_800, pressure + 4 * step()))
      air = min(300, max(0, air + 3 * step()))
      let date = CalendarDate(days: start + minute / 1440).civil
      out.append(contentsOf: "2025".utf8)
      put(whole: date.month, width: 2, zeros: true)
      put(whole: date.day, width: 2, zeros: true)
      put(whole: minute / 60 % 24, width: 2, zeros: true)
      put(whole: minute % 60, width: 2, zeros: true)
      put(whole: Int(direction), width: 3)
      put(Int(wind), width: 5)
      put(Int(wind * 1.2), width: 5)
      if minute % 30 == 0 {
        put(Int(height), width: 6)
        put(80 + Int(height), width: 6)
        put(60 + Int(height / 2), width: 6)
        put(whole: Int(direction), width: 3)
      } else {
        out.append(contentsOf: " 99.00 99.00 99.00 999".utf8)
      }
      put(Int(pressure), width: 7)
      put(Int(air), width: 6)
      put(130, width: 6)
      out.append(contentsOf: " 999.0 99.0 99.00\n".utf8)
      rows += 1
    }
    return (out, rows)
  }
}
