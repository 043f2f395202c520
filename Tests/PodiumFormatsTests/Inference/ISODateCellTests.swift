import PodiumCore
import Testing

@testable import PodiumFormats

struct ISODateCellTests {
  private func read(_ text: String) -> ISODateCell {
    let bytes = Array(text.utf8)
    return ISODateCell.read(bytes.span, 0..<bytes.count)
  }

  @Test(arguments: [
    "2024-02-29", "0001-01-01", "9999-12-31", "2024-03-31T02:30", "2024-03-31 02:30:00",
    "2024-03-31T02:30:59.5Z",
    "2024-03-31T02:30:59.123456+02:00", "2024-03-31T02:30-0330", "2024-03-31T23:59:59+14", "2024-3-31",
    "2024-03-31t02:30", "20240331", "2024-03-31T02", "2024-03-31T02:30:0", "2024-03-31T02:30:00.",
    "2024-03-31T02:30 Z",
    "2024-03-31T02:30:00 Europe/Madrid", "2024/03/31", "2024-03-31T02:30:00+1", "2024-03-31T02:30Zulu",
    "-0001-01-01",
  ])
  func `days and moments are those of the core`(_ text: String) {
    let expected: ISODateCell
    if let day = CalendarDate(iso: text) {
      #expect(read(text) == .date(day))
    } else if let moment = Moment(iso: text) {
      guard case .datetime(moment, _, false) = read(text) else {
        Issue.record("\(text) is \(read(text))")
        return
      }
    } else {
      expected = .none
      #expect(read(text) == expected)
    }
  }

  @Test(arguments: [
    "2023-02-29", "0000-00-00", "2024-13-01", "2024-01-01T24:00", "2024-01-01T23:60", "2024-01-01T23:59:60",
    "0000-01-01", "2024-01-01T00:00+15:00", "0001-01-01T00:00+01:00", "9999-12-31T23:59-01:00",
  ])
  func `days and times that do not exist are distinguished from other text`(_ text: String) {
    #expect(read(text) == .impossible)
  }

  @Test func `digits beyond the microsecond are reported`() {
    let moment = Moment(iso: "2024-01-01T00:00:00.123456Z")
    #expect(
      moment.map { read("2024-01-01T00:00:00.1234567Z") == .datetime($0, hasZone: true, isCut: true) } == true
    )
    #expect(
      moment.map { read("2024-01-01T00:00:00.123456000") == .datetime($0, hasZone: false, isCut: false) }
        == true)
  }
}
