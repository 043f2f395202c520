import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumStore

/// What `ski import` reads: the files of a bundle, separated by NUL, or one file of another format.
///
/// The first byte chooses: `B` begins a bundle, `J` JSON, anything else a table.
struct FuzzSki: FuzzTarget {
  let name = "ski"

  private static let parts = [
    "sessions", "snow", "ski_pairs", "grinding_moments", "participations", "athletes", "glides",
  ]

  func prepare() { _ = FuzzSession.session }

  func feed(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    var texts: [String: String] = [:]
    var command = "ski import t.csv create=yes"
    switch first {
    case 0x42:
      let files = bytes.dropFirst().split(separator: 0, maxSplits: 6, omittingEmptySubsequences: false)
      for (name, file) in zip(FuzzSki.parts, files) where !file.isEmpty {
        texts["/b/\(name).csv"] = String(decoding: file, as: UTF8.self)
      }
      command = "ski import b repair=yes normalise=yes"
    case 0x4A:
      texts["/t.json"] = String(decoding: bytes.dropFirst(), as: UTF8.self)
      command = "ski import t.json format=rest"
    default: texts["/t.csv"] = String(decoding: bytes, as: UTF8.self)
    }
    var session = FuzzSession.session
    session.services = FuzzSession.services(FewFiles(texts))
    let store = Workspace(
      file: nil, author: "fuzz", migrations: FuzzSession.registry.migrations, clock: { Moment(microseconds: 0) })
    session.services.store = store
    let failed = run(command, in: &session)
    let once = records(in: store)
    if failed {
      FuzzCheck.that(once == 0, "a refused file leaves no record")
    } else {
      _ = run(command, in: &session)
      FuzzCheck.that(records(in: store) == once, "importing a file again adds nothing")
      _ = run("ski sessions", in: &session)
      Plant.check(Array(texts.values))
    }
  }

  /// Whether the command failed.
  private func run(_ command: String, in session: inout Interpreter) -> Bool {
    var failed = false
    _ = session.run(command) { if $0.error != nil { failed = true } }
    return failed
  }

  private func records(in store: Workspace) -> Int {
    (try? store.info())?.records.reduce(0) { $0 + ($1.key.hasPrefix("ski") ? $1.value : 0) } ?? 0
  }
}
