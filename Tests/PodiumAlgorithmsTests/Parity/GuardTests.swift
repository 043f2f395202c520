import PodiumLearn
import Testing

/// The leak guard on sets that have no leaks.
@Suite struct GuardTests {
  @Test(arguments: Reference.classSets + Reference.numberSets)
  func `the columns of reference sets raise nothing`(_ place: ReferencePlace) throws {
    #expect(try LeakGuard(ReferenceSet(place).task()).columnFindings.isEmpty)
  }
}
