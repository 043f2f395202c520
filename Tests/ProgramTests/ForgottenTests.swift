import Glibc
import PodiumTestKit
import Testing

/// What a killed program leaves of a person it was asked to forget.
struct ForgottenTests {
  /// The files below a folder that contain a text.
  private static func holders(of text: String, in folder: String, _ home: Home) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    let wanted = Array(text.utf8)
    var out: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let bytes = home.bytes(folder + "/" + name) ?? []
      if bytes.indices.contains(where: { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }) {
        out.append(name)
      }
    }
    return out
  }

  @Test func `no file of the workspace has a forgotten name after a kill -9`() throws {
    let home = try Home()
    let program = try PipedProgram(
      [try BuiltProgram.path("podium")], environment: home.environment(), folder: home.work)
    let folder = home.path + "/data/podium"
    program.send("ski pair add 4711 owner=\"Anna Nilsson\"\n")
    program.send((0..<20).map { "ski athlete edit Nilsson comment=\"Nilsson \($0)\"\n" }.joined())
    program.send("ski athlete Nilsson\n")
    try program.wait(for: "Nilsson 19")
    #expect(!Self.holders(of: "Nilsson", in: folder, home).isEmpty, "the name was never in the files")
    program.send("ski forget Nilsson yes=yes\n")
    try program.wait(for: "pairs_kept")
    kill(program.processID, SIGKILL)
    #expect(try program.finish() == .signal(SIGKILL))
    #expect(Self.holders(of: "Nilsson", in: folder, home) == [])
    let run = try home.run("ski pair 4711", "workspace check")
    #expect(run.status == 0 && run.outputText.contains("no damage"), Comment(rawValue: run.errorText))
  }
}
