import PodiumCore
import Testing

@testable import PodiumStore

@Suite("Names of records")
struct UUIDv7Tests {
  @Test("increase, within a millisecond and when the clock goes back")
  func rise() {
    var maker = UUIDv7()
    var names: [String] = []
    for step in 0..<3000 { names.append(maker.next(at: Moment(microseconds: 1_800_000_000_000_000 - step))) }
    #expect(zip(names, names.dropFirst()).allSatisfy { $0 < $1 })
    #expect(Set(names).count == names.count)
  }

  @Test("contain version, variant and the moment")
  func parts() throws {
    var maker = UUIDv7()
    let name = Array(maker.next(at: Moment(microseconds: 1_645_557_742_000_000)))
    #expect(name.count == 36)
    #expect(String(name[0..<8]) + String(name[9..<13]) == "017f22e279b0")
    #expect(name[14] == "7")
    #expect("89ab".contains(name[19]))
  }
}
