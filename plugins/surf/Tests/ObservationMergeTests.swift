import PodiumCore
import PodiumLearn
import PodiumPlugin
import Testing

@testable import SurfModel
@testable import SurfPlugin

/// What a file adds to the workspace, and daily means.
struct ObservationMergeTests {
  private func sample(_ time: String, _ values: [Variable: Double], line: Int = 1) throws -> Sample {
    var sample = Sample(try #require(Moment(iso: "2022-06-05T" + time)), line: line)
    for (variable, value) in values { sample[variable] = value }
    return sample
  }

  private func known(_ samples: [Sample], isChecked: Bool = false, resolution: [Double] = []) -> KnownSamples {
    var known = KnownSamples()
    known.add(samples, isChecked: isChecked, resolution: resolution)
    return known
  }

  private func digits(_ values: [Variable: Double]) -> [Double] { Variable.allCases.map { values[$0] ?? 0 } }

  @Test func `checked values replace others, and stay`() throws {
    let (live, checked) = (
      try sample("10:00", [.peakPeriod: 7, .waveHeight: 1]), try sample("10:00", [.peakPeriod: 9.1, .waveHeight: 1])
    )
    let merge = ObservationMerge([checked], with: known([live]), isChecked: true)
    #expect(merge.replacing == 1 && merge.conflicts.isEmpty)
    #expect(merge.samples.first?[.peakPeriod] == 9.1 && merge.samples.first?.has(.waveHeight) == false)
    var both = known([live])
    both.add(merge.samples, isChecked: true, resolution: [])
    #expect(both.samples.first?[.peakPeriod] == 9.1 && both.samples.first?[.waveHeight] == 1)
    let again = ObservationMerge([live], with: both)
    #expect(again.same == 1 && again.conflicts.isEmpty && again.samples.isEmpty)
    // Two checked files that differ contradict each other.
    let other = ObservationMerge([try sample("10:00", [.peakPeriod: 8])], with: both, isChecked: true)
    #expect(other.contradicting == 1)
  }

  @Test func `a difference within the last digit of the coarser file does not conflict`() throws {
    let coarse = known(
      [try sample("10:00", [.peakPeriod: 7, .meanDirection: 359])], resolution: digits([.peakPeriod: 1]))
    let fine = try sample("10:00", [.peakPeriod: 7.69, .meanDirection: 359])
    #expect(ObservationMerge([fine], with: coarse, resolution: digits([.peakPeriod: 0.01])).conflicts.isEmpty)
    let far = try sample("10:00", [.peakPeriod: 8, .meanDirection: 1])
    let merge = ObservationMerge([far], with: coarse, resolution: digits([.peakPeriod: 1, .meanDirection: 1]))
    #expect(merge.conflicts.map(\.variable) == [.peakPeriod, .meanDirection])
  }

  @Test func `known samples add nothing`() throws {
    let samples = [try sample("10:00", [.waveHeight: 1]), try sample("11:00", [.waveHeight: 2, .windSpeed: 3])]
    let merge = ObservationMerge(samples, with: known(samples))
    #expect(merge.same == 2 && merge.new == 0 && merge.samples.isEmpty && merge.conflicts.isEmpty)
  }

  @Test func `a line with fewer values than stored adds nothing`() throws {
    let merge = ObservationMerge(
      [try sample("10:00", [.waveHeight: 1])], with: known([try sample("10:00", [.waveHeight: 1, .windSpeed: 3])]))
    #expect(merge.same == 1 && merge.samples.isEmpty)
  }

  @Test func `missing values are filled`() throws {
    let merge = ObservationMerge(
      [try sample("10:00", [.waveHeight: 1, .peakPeriod: 9])], with: known([try sample("10:00", [.waveHeight: 1])]))
    #expect(merge.filling == 1 && merge.samples.count == 1)
    #expect(merge.samples.first?[.peakPeriod] == 9)
  }

  @Test func `a conflicting value is reported and skipped, the rest of its line counts`() throws {
    let merge = ObservationMerge(
      [try sample("10:00", [.waveHeight: 1.2, .peakPeriod: 9], line: 7), try sample("09:00", [.windSpeed: 1])],
      with: known([try sample("10:00", [.waveHeight: 1])]))
    #expect(merge.contradicting == 1 && merge.new == 1 && merge.filling == 0)
    #expect(merge.samples.map { $0.has(.waveHeight) } == [false, false])
    #expect(merge.samples.last?[.peakPeriod] == 9)
    #expect(
      merge.sentences == [
        "line 7: wave_height_m at 2022-06-05T10:00:00Z is 1.2, but the workspace has 1, which was kept"
      ])
  }

  @Test func `daily means weight directions by energy and speed`() throws {
    let days = try DailySamples.merge([
      try sample("00:00", [.waveHeight: 1, .meanDirection: 350, .windSpeed: 0, .windDirection: 90]),
      try sample("23:00", [.waveHeight: 3, .meanDirection: 10, .windSpeed: 4, .windDirection: 200]),
    ])
    let day = try #require(days.first)
    #expect(days.count == 1 && day.time.description == "2022-06-05T00:00:00Z")
    #expect(day[.waveHeight] == 2 && day[.windSpeed] == 2)
    // Nine tenths of the energy come from 10 degrees.
    #expect(day[.meanDirection] > 7 && day[.meanDirection] < 9)
    #expect((day[.windDirection] - 200).magnitude < 1e-9)
    #expect(!day.has(.pressure))
  }

  @Test func `stored kinds and fields have valid names`() throws {
    var registry = Registry()
    try registry.add(SurfPlugin())
    #expect(registry.figures["surf.rose"] != nil)
    #expect(registry.transformers["surf.direction"] != nil)
    #expect(registry.evaluators["surf.alert"] != nil)
    #expect(registry.migrations["surf"]?.map(\.version) == [1, 2, 3, 4, 5, 6, 7])
  }
}
