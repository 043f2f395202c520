import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import SurfModel
@testable import SurfPlugin

/// Malformed files are read or refused, whatever they contain.
struct HostileTests {
  /// Texts with bytes changed, doubled, removed and cut off, the same each time.
  private func mutations(of text: String, count: Int, seed: UInt64) -> [[UInt8]] {
    var source = Seed(seed).source()
    let original = Array(text.utf8)
    let spice = Array("9-+.MNaZ:,;\"\t\n\r #\u{0}é~".utf8) + [0xFF, 0xC3, 0x80]
    return (0..<count).map { _ in
      var bytes = original
      for _ in 0..<(1 + source.below(8)) where !bytes.isEmpty {
        let place = source.below(bytes.count)
        switch source.below(5) {
        case 0: bytes[place] = spice[source.below(spice.count)]
        case 1: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + source.below(30)))
        case 3: bytes.insert(spice[source.below(spice.count)], at: place)
        default: bytes.removeLast(min(bytes.count, source.below(20)))
        }
      }
      return bytes
    }
  }

  private static let buoy =
    BuoyText.historical + """
      2019 08 01 00 00 231 1.6 99.0 99.00 99.00 99.00 999 999.0  15.7 13.5 999.0 99.0 99.00
      2019 08 01 00 10 222 1.7 99.0  1.07  8.30 99.00 295 1017.2 15.8 13.4 999.0 99.0 99.00
      2019 08 01 00 20 227 1.6 99.0 99.00 99.00 99.00 999 1017.2 15.9 13.6 999.0 99.0 99.00

      """
  private static let log = """
    spot,date,start,end,rating,wave_height_m,wind_deg,tide,notes
    Reef,2025-12-05,07:30,08:30,4,1.5,200,low,"clean, long"
    reef ,2025-12-06,7:30,23:10,2,99.0,999, ,
    Point,2025-12-07,2025-12-07T07:30-08:00,2025-12-07T08:30-08:00,5,2,0,high,x

    """

  @Test func `a damaged buoy file is read or refused, and what is read is valid`() {
    var read = 0
    for bytes in mutations(of: HostileTests.buoy, count: 400, seed: 1) {
      do throws(Diagnostic) {
        let file = try StandardMetFile(bytes, name: "44013.txt", cancellation: Cancellation())
        read += 1
        #expect(file.rowCount == file.samples.count + file.refused.count + file.repeated)
        for sample in file.samples {
          #expect(!(sample[.windDirection] >= 360) && !(sample[.waveHeight] < 0) && sample[.waveHeight] != 99)
        }
        #expect(try HourlySamples.merge(file.samples).count <= file.samples.count * 2)
      } catch {
        #expect(error.message.first?.isUppercase == false && error.message.last != ".")
      }
    }
    #expect(read > 100)
  }

  @Test func `a damaged log is read or refused, and what is read is valid`() throws {
    var read = 0
    for bytes in mutations(of: HostileTests.log, count: 150, seed: 2) {
      var session = try SurfFixture.session(files: ["log.csv": String(decoding: bytes, as: UTF8.self)])
      let report = session.report("load surf.sessions log.csv")
      guard let table = session.state.current?.table else {
        #expect(report?.error?.message.last != ".")
        continue
      }
      read += 1
      #expect(table["start"]?.missingCount == 0 && table["rating"]?.missingCount == 0)
      #expect(table["good"]?.categorical?.levels == ["good", "other"])
    }
    #expect(read > 50)
  }

  @Test func `noise is not taken for a product and does not crash`() {
    var source = Seed(3).source()
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: source.next()) }
      _ = SurfFileKind.detect(bytes)
      #expect(BuoyText.failure { _ = try StandardMetFile(bytes, name: "x", cancellation: Cancellation()) } != nil)
    }
  }

  @Test func `a very long line and a thousand names are refused`() {
    let long = String(repeating: "9 ", count: 500_000)
    let names = "#YY MM DD hh mm WDIR WVHT PRES " + (0..<1000).map { "X\($0)" }.joined(separator: " ") + "\n"
    #expect(BuoyText.failure { _ = try BuoyText.read(BuoyText.realtime + long) }?.code == "no-rows")
    #expect(BuoyText.failure { _ = try BuoyText.read(names + long) } != nil)
    #expect(BuoyText.failure { _ = try BuoyText.read(long) } != nil)
  }

  @Test func `numbers that podium does not store do not crash it`() throws {
    var session = try SurfFixture.session(files: [:], now: "2026-03-02T12:00Z")
    session.report("surf spot add Reef 36.97,-121.96 zone=America/Los_Angeles")
    session.report("surf log reef 2026-03-01T07:30 1h30 4")
    let store = try #require(session.services.store)
    let huge = Value.integer(Int.max)
    store.begin("test")
    for name in ["a", "b"] {
      _ = try store.insert(
        "surf.category",
        ["key": .text(name), "name": .text(name), "low": .integer(Int.min + 1), "high": huge])
    }
    _ = try store.insert("surf.profile", ["person": .text("test"), "lead": huge, "notices": huge])
    let own = try #require(try store.records(RecordQuery("surf.session")).first)
    for number in [Int.max, Int.min + 1] {
      _ = try store.insert("surf.session", own.fields.merging(["number": .integer(number)]) { $1 })
    }
    _ = try store.commit()
    for line in ["surf categories", "surf sessions", "surf spots", "surf profile", "surf sources", "surf check"] {
      let report = session.report(line)
      #expect(report != nil && report?.error?.code != "unknown-command", "\(line)")
    }
    #expect(try JournalSession.all(in: store).map(\.number) == [1])
    #expect(try Category.all(in: store) == Category.standard)
    #expect(try SurfProfile(of: "test", in: store).lead == nil)
  }
}
