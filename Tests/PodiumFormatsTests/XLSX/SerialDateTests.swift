import PodiumCore
import Testing

@testable import PodiumFormats

/// Moments and times that workbooks hold as numbers of days.
struct SerialDateTests {
  private func text(_ serial: String, startsIn1904: Bool = false) -> String? {
    Double(serial).flatMap {
      SerialDate.value($0, places: SerialDate.places(serial), startsIn1904: startsIn1904, isDay: false)?.fileText
    }
  }

  @Test(arguments: [5, 8, 10, 11, 12], [false, true])
  func `quarters of an hour are whole minutes with any number of digits`(_ digits: Int, _ startsIn1904: Bool) {
    for quarter in 0..<96 {
      let serial = NumberText.fixed(44_283 + Double(quarter) / 96, digits)
      let hour = quarter / 4 < 10 ? "0\(quarter / 4)" : "\(quarter / 4)"
      let wanted = "T\(hour):" + (quarter % 4 == 0 ? "00" : "\(quarter % 4 * 15)") + ":00Z"
      #expect(text(serial, startsIn1904: startsIn1904)?.hasSuffix(wanted) == true, "\(serial)")
    }
  }

  @Test func `the end of a day carries, and a date without a time stays one`() {
    #expect(text("44282.999999999998") == "2021-03-28T00:00:00Z")
    #expect(SerialDate.value(44_283, places: 0, startsIn1904: false, isDay: true)?.fileText == "2021-03-28")
  }

  @Test func `podium's own moments read back to the microsecond, or are not numbers`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let micros = Int.random(in: -2_203_891_200_000_000...4_102_444_800_000_000, using: &random)
      guard let serial = SerialDate.serial(micros) else { continue }
      let written = NumberText.shortest(serial)
      let read = SerialDate.value(serial, places: SerialDate.places(written), startsIn1904: false, isDay: false)
      #expect(read == .datetime(Moment(microseconds: micros)))
    }
    #expect(SerialDate.serial(1_616_890_500_000_000) != nil)
  }

  @Test(arguments: [
    ("0.01041666666666667", "00:15:00"), ("0.0104166667", "00:15:00"), ("1.5", "36:00:00"), ("0.001", "00:01:26.4"),
    ("0.0001", "00:00:08.64"), ("0.00005", "00:00:04.32"), ("-0.5", "-12:00:00"), ("0.354167", "08:30:00"),
    ("0.0000057870", "00:00:00.5"),
    ("4.1666666666666664E-2", "01:00:00"),
  ])
  func `times without a day are rounded alike`(_ serial: String, _ expected: String) {
    #expect(Double(serial).flatMap { SerialDate.time($0, places: SerialDate.places(serial)) } == expected)
  }
}
