import FootballModel
import PodiumCore
import PodiumFiles
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// A results file for tests, in memory.
struct MadeFile: ImportContext {
  var name = "made.csv"
  var content: [UInt8]
  let isFolder = false
  let cancellation = Cancellation()

  init(_ text: String) { content = Array(text.utf8) }

  init(bytes: [UInt8]) { content = bytes }

  /// A main league file with only the required columns, one line per match.
  static func main(_ rows: String...) -> MadeFile {
    MadeFile("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n" + rows.map { "E0," + $0 + "\n" }.joined())
  }

  var files: [String] { [name] }

  func bytes(of file: String) throws(Diagnostic) -> [UInt8] { content }

  func table(of file: String, options: DelimitedOptions) throws(Diagnostic) -> DelimitedTable {
    throw Diagnostic("unexpected", "the importer reads bytes")
  }

  func file(competition: String? = nil, season: Season? = nil) throws(Diagnostic) -> MatchFile {
    try MatchFile(content, name: name, competition: competition, season: season, cancellation: cancellation)
  }

  func load() throws(Diagnostic) -> ImportedTable { try FootballImporter().load(self, options: .none) }

  /// The error when the file is refused; nil otherwise.
  func failure() -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try load()
      return nil
    } catch {
      return error
    }
  }
}

/// Files next to the checkout, not part of it.
enum Reference {
  static let absent: Comment = "the shared files are not next to this checkout"
  static var isThere: Bool { DiskFiles().kind(of: Checkout.shared("data/football")) == .folder }
  static let goldenIsThere = DiskFiles().kind(of: Checkout.shared("golden/football")) == .folder

  static func data(_ path: String) throws(Diagnostic) -> MadeFile {
    let full = Checkout.shared("data/football/" + path)
    var file = MadeFile(bytes: try DiskFiles().read(full, shown: path))
    file.name = path.split(separator: "/").last.map(String.init) ?? path
    return file
  }

  /// The rows of a golden table, by column name.
  static func golden(_ file: String) throws(Diagnostic) -> [[String: String]] {
    let bytes = try DiskFiles().read(Checkout.shared("golden/football/" + file), shown: file)
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = lines.first ?? []
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }
}
