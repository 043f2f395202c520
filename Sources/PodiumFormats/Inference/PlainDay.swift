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
}
