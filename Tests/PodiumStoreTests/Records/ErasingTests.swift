import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumStore

/// What the files hold after a record was erased, while the workspace is still open: what a kill would leave.
@Suite("Erased records")
struct ErasingTests {
  /// The files of a folder that contain a text.
  private static func holders(of text: String, in place: TemporaryPlace) -> [String] {
    let wanted = Array(text.utf8)
    return place.names.filter { name in
      let bytes = TemporaryPlace.bytes(place.path + "/" + name) ?? []
      return bytes.indices.contains { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
    }
  }

  /// A workspace in which a name was used for a while, in rows that moved to other pages, and changed since.
  private static func used(_ place: TemporaryPlace, patience: Double = 5) throws -> (Workspace, RecordID) {
    let workspace = Club.workspace(place.file, patience: patience)
    let names = (0..<150).map { "team \($0) of a town with a long name" }
    var id: RecordID?
    for (number, name) in names.enumerated() {
      try workspace.command("add \(number)") {
        let added = try workspace.insert("club.team", ["name": .text(number == 70 ? "Sigrid Nilsson" : name)])
        if number == 70 { id = added.id }
      }
    }
    let found = try #require(id)
    for turn in 0..<20 {
      try workspace.command("rename Nilsson") {
        _ = try workspace.update(
          found, of: "club.team", setting: ["name": .text(String(repeating: "Nilsson ", count: 1 + turn % 7))],
          revision: nil)
      }
    }
    return (workspace, found)
  }

  @Test("leave nothing in the file and its log, before the workspace is closed")
  func nothing() throws {
    let place = TemporaryPlace()
    let (workspace, id) = try Self.used(place)
    #expect(!Self.holders(of: "Nilsson", in: place).isEmpty, "the name was never in the files")
    try workspace.command("forget Nilsson") { try workspace.erase(id, of: "club.team", words: ["Nilsson"]) }
    #expect(Self.holders(of: "Nilsson", in: place) == [])
    #expect(workspace.notices() == [])
    #expect(try workspace.teamNames().count == 149)
    #expect(try workspace.check() == [])
    try workspace.command("add") { _ = try workspace.insert("club.team", ["name": .text("another")]) }
    #expect(try workspace.teamNames().count == 150)
  }

  @Test("leave nothing when the command is one of a file of commands, at its end")
  func held() throws {
    let place = TemporaryPlace()
    let (workspace, id) = try Self.used(place)
    try workspace.command("source file") {
      try workspace.hold()
      try workspace.command("forget Nilsson") { try workspace.erase(id, of: "club.team", words: ["Nilsson"]) }
      try workspace.command("add") { _ = try workspace.insert("club.team", ["name": .text("another")]) }
      workspace.release()
    }
    #expect(Self.holders(of: "Nilsson", in: place) == [])
    #expect(workspace.notices() == [])
  }

  @Test("are reported to be in the log while another podium reads an older state")
  func busy() throws {
    let place = TemporaryPlace()
    let (workspace, id) = try Self.used(place, patience: 0.02)
    let other = try Connection(place.file, mode: .probe, patience: 0.02)
    try other.run("BEGIN")
    _ = try other.integer("SELECT count(*) FROM \"club.team\"")
    try workspace.command("forget Nilsson") { try workspace.erase(id, of: "club.team", words: ["Nilsson"]) }
    let notices = workspace.notices()
    #expect(notices.count == 1 && notices[0].contains("another podium") && notices[0].contains("-wal"), "\(notices)")
    #expect(Self.holders(of: "Nilsson", in: place) != [])
    other.close()
    workspace.close()
    #expect(Self.holders(of: "Nilsson", in: place) == [])
  }
}
