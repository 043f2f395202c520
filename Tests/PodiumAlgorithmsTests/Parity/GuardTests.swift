import PodiumLearn
import PodiumTestKit
import Testing

/// The leak guard on sets that have no leaks.
@Suite struct GuardTests {
  @Test(arguments: BundledParityTests.names)
  func `the columns of bundled sets raise nothing`(_ name: String) throws {
    #expect(try LeakGuard(ReferenceSet.bundled(name).task()).columnFindings.isEmpty)
  }

  @Test(.enabled(if: Reference.exists, "the folder '../shared' is missing"))
  func `the columns of reference sets raise nothing`() throws {
    #expect(try LeakGuard(ReferenceSet.shared("breast_cancer").task()).columnFindings.isEmpty)
    #expect(try LeakGuard(RegressionParityTests().task).columnFindings.isEmpty)
  }
}
