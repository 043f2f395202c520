import PodiumCore
import PodiumFormats
import SurfModel
import SurfPlugin

/// What `surf import` reads: the answers of services, tides, spectral summaries, tables of forecasts and lists of spots.
struct FuzzSurf: FuzzTarget {
  let name = "surf"

  func feed(_ bytes: [UInt8]) {
    // Each reader must refuse what is not its own, so every one gets every input.
    var runs: [ForecastRun] = []
    var texts: [String] = []
    attempt { () throws(Diagnostic) in
      let file = try OpenMeteoFile(bytes, name: "t")
      runs += file.runs
      check(file.report, &texts)
    }
    attempt { () throws(Diagnostic) in
      let file = try MagicseaweedFile(bytes, name: "t")
      runs += file.runs
      check(file.report, &texts)
    }
    attempt { () throws(Diagnostic) in
      let file = try SurflineFile(bytes, name: "t")
      runs += file.run.map { [$0] } ?? []
      check(file.report, &texts)
      check(file.tides)
    }
    attempt { () throws(Diagnostic) in
      let file = try StormglassFile(bytes, name: "t")
      runs += file.runs
      check(file.report, &texts)
      check(file.tides)
    }
    attempt { () throws(Diagnostic) in
      let file = try SpitcastFile(bytes, name: "t")
      runs += file.run.map { [$0] } ?? []
      check(file.report, &texts)
      check(file.tides)
    }
    attempt { () throws(Diagnostic) in
      let file = try TideFile(bytes, name: "t")
      texts += [file.station, file.stationName].compactMap { $0 }
      check(try file.resolved(unit: .foot, datum: "MLLW", zone: .gmt))
    }
    attempt { () throws(Diagnostic) in
      let file = try SpectralFile(bytes, name: "t")
      check(file.report, &texts)
      let lines = file.samples.map(\.line)
      FuzzCheck.that(Set(lines).count == lines.count, "a line is read once")
    }
    attempt { () throws(Diagnostic) in
      let list = try SpotList(bytes, name: "t")
      texts += list.spots.map(\.name)
      check(list.report, &texts)
    }
    attempt { () throws(Diagnostic) in
      let context = try FileImportContext(
        "/t.csv", access: OneFile(path: "/t.csv", bytes: bytes), cancellation: Cancellation())
      let rows = try context.cells(of: context.files.first ?? "t.csv").enumerated().map { (line: $0 + 1, cells: $1) }
      attempt { () throws(Diagnostic) in
        let table = try ForecastTable(rows, name: "t")
        runs += table.runs
        check(table.report, &texts)
      }
      let list = try SpotList(rows, name: "t")
      texts += list.spots.map(\.name)
      check(list.report, &texts)
    }
    for run in runs {
      FuzzCheck.that(zip(run.times, run.times.dropFirst()).allSatisfy { $0 < $1 }, "hours are in order, each once")
      for column in run.values.values {
        FuzzCheck.that(column.count == run.times.count, "a column has a number for each hour")
        FuzzCheck.that(column.allSatisfy { $0.isFinite || $0.isNaN }, "a number is finite or missing")
      }
      texts += [run.model, run.placeName].compactMap { $0 }
    }
    Plant.check(texts)
  }

  private func attempt(_ read: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try read() } catch { TablePromises.check(error) }
  }

  /// What a report quotes of the file is text that was parsed, too.
  private func check(_ report: ReadingReport, _ texts: inout [String]) {
    texts += report.remarks + report.refused.map(\.reason)
    FuzzCheck.that(report.kept >= 0 && report.kept <= report.read, "\(report.kept) of \(report.read) rows are kept")
  }

  private func check(_ heights: TideFile.Heights?) {
    guard let heights else { return }
    var texts: [String] = []
    check(heights.report, &texts)
    FuzzCheck.that(
      heights.points.allSatisfy { $0.height.isFinite } && heights.events.allSatisfy { $0.height.isFinite },
      "heights are numbers")
  }
}
