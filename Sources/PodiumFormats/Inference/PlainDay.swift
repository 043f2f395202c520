internal import PodiumCore

extension ISODateCell {
  /// The day of ten bytes as `read` gives it; nil for anything that needs the full check.
  @inline(__always)
  static func plainDay(_ text: Span<UInt8>, _ start: Int) -> CalendarDate? {
    guard start <= text.count &- 16 else { return nil }
    let first = text.word(at: start)
    // Bytes 4 and 7 are the separators; year, month and day are moved together, eight digits in all.
    guard first & 0xFF00_00FF_0000_0000 == 0x2D00_002D_0000_0000 else { return nil }
    let day = text.word(at: start &+ 8) & 0xFFFF
    var digits = (first & 0xFFFF_FFFF) | (first >> 8) & 0x0000_FFFF_0000_0000 | day << 48
    digits ^= 0x3030_3030_3030_3030
    guard ((digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080 == 0 else {
      return nil
    }
    let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
    let year = Int(truncatingIfNeeded: (pairs & 0xFF) &* 100 &+ (pairs >> 16) & 0xFF)
    return CalendarDate(
      year: year, month: Int(truncatingIfNeeded: (pairs >> 32) & 0xFF), day: Int(truncatingIfNeeded: pairs >> 48))
  }

  /// The moment of a day, `T` or a space, `hh:mm:ss` and perhaps `Z`, as `read` gives it; nil for anything that needs the
  /// full check.
  @inline(__always)
  static func plainMoment(_ text: Span<UInt8>, _ cell: Cell) -> (moment: Moment, hasZone: Bool)? {
    let (start, length) = (cell.start, cell.length)
    guard length == 19 || length == 20, start <= text.count &- 24, let day = plainDay(text, start) else { return nil }
    let mark = text[unchecked: start &+ 10]
    guard mark == 0x54 || mark == 0x20, length == 19 || text[unchecked: start &+ 19] == 0x5A else { return nil }
    let time = text.word(at: start &+ 11)
    // Bytes 2 and 5 are colons, the others digits.
    guard time & 0x0000_FF00_00FF_0000 == 0x0000_3A00_003A_0000 else { return nil }
    let digits = (time ^ 0x3030_0030_3000_3030) & 0xFFFF_00FF_FF00_FFFF
    guard ((digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080 == 0 else {
      return nil
    }
    func two(_ shift: UInt64) -> Int {
      Int(truncatingIfNeeded: (digits &>> shift) & 0xFF) &* 10
        &+ Int(truncatingIfNeeded: (digits &>> (shift &+ 8)) & 0xFF)
    }
    let (hour, minute, second) = (two(0), two(24), two(48))
    guard hour < 24, minute < 60, second < 60 else { return nil }
    let seconds = (day.days &* 24 &+ hour) &* 3600 &+ minute &* 60 &+ second
    return (Moment(microseconds: seconds &* 1_000_000), length == 20)
  }
}
