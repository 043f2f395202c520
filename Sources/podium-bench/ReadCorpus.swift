import FoundationEssentials
import PodiumCore
import PodiumFiles
import PodiumFormats
import PodiumPlugin

/// The files of a corpus, and the results of podium and other readers.
struct ReadCorpus {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  /// Prints for each group how many files each reader can read, and podium's slowest file.
  func report() throws {
    let readers = ["python-csv", "pandas", "polars", "duckdb"]
    let oracles = try DiskFiles().read(folder + "/csv/oracles.json", shown: "csv/oracles.json")
    guard case .object(let top) = try JSONReader.value(oracles), case .object(let files)? = member("files", of: top)
    else { return print("csv/oracles.json is not in the expected form") }
    var groups: [String] = []
    var read: [String: [String: Int]] = [:]
    var slowest = (path: "", seconds: 0.0)
    for (path, answers) in files {
      guard case .object(let answers) = answers else { continue }
      let parts = path.split(separator: "/").dropLast()
      let group = parts.contains("crashers") ? "duckdb/crashers" : String(parts.dropFirst().first ?? "csv")
      if !groups.contains(group) { groups.append(group) }
      read[group, default: [:]]["files", default: 0] += 1
      for reader in readers {
        if case .object(let answer)? = member(reader, of: answers), member("rows", of: answer) != nil {
          read[group, default: [:]][reader, default: 0] += 1
        }
      }
      let start = ContinuousClock.now
      let outcome = self.outcome(path)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      if seconds > slowest.seconds { slowest = (path, seconds) }
      read[group, default: [:]]["podium", default: 0] += outcome.isRead ? 1 : 0
      read[group, default: [:]]["with rows left out", default: 0] += outcome.isPartial ? 1 : 0
    }
    print("files read without options: files, podium (of them with rows left out), " + readers.joined(separator: ", "))
    for group in groups {
      let counts = read[group] ?? [:]
      let others = readers.map { String(counts[$0] ?? 0) }.joined(separator: ", ")
      print(
        "  \(group): \(counts["files"] ?? 0), \(counts["podium"] ?? 0) (\(counts["with rows left out"] ?? 0)), \(others)"
      )
    }
    print("slowest file of podium: \(slowest.path), \(NumberText.fixed(slowest.seconds, 3)) s")
  }

  private func outcome(_ path: String) -> (isRead: Bool, isPartial: Bool) {
    do throws(Diagnostic) {
      let bytes = try DiskFiles().read(folder + "/" + path, shown: path)
      let loaded = try CSVReader.read(bytes, name: path)
      return (true, loaded.report.rejected.count > 0)
    } catch {
      return (false, false)
    }
  }

  private func member(_ name: String, of object: [(String, JSONValue)]) -> JSONValue? {
    object.first { $0.0 == name }?.1
  }
}
