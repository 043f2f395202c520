import ArgumentParser
import Glibc
import PodiumTestKit

/// `podium-bench crash power`: what the disk may hold after a power cut, at many points of a recorded run.
struct CrashPower: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Record the disk writes of a writer, and simulate power cuts at many points.",
    discussion: "Synced writes are kept; others are kept, lost, or torn at sectors of 512 bytes.")

  @Option(help: "Number of power cuts.")
  var points = 1000
  @Option(help: "Number of steps of the writer.")
  var count = 150
  @Option(help: "Random seed.")
  var seed: UInt64 = 11
  @Flag(help: "Also run a control that syncs less and must lose steps.")
  var control = false

  func run() throws {
    let recorder = try CrashRecorder()
    let tally = try cut(recorder, "FULL", points)
    print("power cuts: \(tally.text)")
    let upgrading = try cut(recorder, "FULL", max(1, points / 4), upgrading: true)
    print("power cuts while a migration runs: \(upgrading.text)")
    var failed = !tally.isClean || !upgrading.isClean
    if control {
      let weak = try cut(recorder, "NORMAL", points)
      print("control, synchronous=NORMAL: \(weak.text)")
      if weak.lost == 0 {
        print("the control lost nothing, so these cuts cannot detect a loss")
        failed = true
      }
    }
    if failed { throw ExitCode(1) }
  }

  /// Cuts the power during the life of a workspace, from its creation or from the start of a later version.
  private func cut(
    _ recorder: CrashRecorder, _ synchronous: String, _ points: Int, upgrading: Bool = false
  ) throws -> CrashTally {
    let folder = TemporaryFolder()
    let file = folder.path + "/workspace.sqlite"
    var disk = CrashDisk(folder: folder.path)
    var before = 0
    var options = ["--synchronous", synchronous, "--checkpoint", "60"]
    if upgrading {
      let first = try CrashProcess.writer(file, count: count)
      guard case .status(0) = try first.finish() else { throw ValidationError("the first writer failed") }
      before = CrashProcess.acknowledged(first.output)
      disk.hold(file)
      options.append("--upgraded")
    }
    let program = try CrashProcess.writer(
      file, count: upgrading ? 5 : count, options: options, preload: recorder.environment(watching: folder.path))
    guard case .status(0) = try program.finish() else {
      throw ValidationError("the writer failed: \(program.outputText.suffix(200)) \(program.errorText)")
    }
    let notes = recorder.notes()
    guard CrashProcess.acknowledged(program.output) == before + (upgrading ? 5 : count), !notes.isEmpty else {
      throw ValidationError("nothing was recorded: \(program.outputText.suffix(200))")
    }
    var random = SplitMix(seed)
    // Points may be drawn twice: the fate of unsynced writes is random each time.
    let chosen = (0..<points).map { _ in Int.random(in: 1...notes.count, using: &random) }.sorted()
    var tally = CrashTally()
    var done = 0
    for point in chosen {
      while done < point {
        disk.apply(notes[done])
        done += 1
      }
      let place = TemporaryFolder()
      disk.write(to: place.path, &random)
      tally.count(
        CrashVerdict(place.path + "/workspace.sqlite", upgraded: upgrading),
        acknowledged: max(before, CrashProcess.acknowledged(disk.output)))
    }
    return tally
  }
}

/// A disk that remembers which writes were synced.
struct CrashDisk {
  /// The synced contents of a file, and the writes since then.
  private struct File {
    var lasting: [UInt8] = []
    var pending: [CrashRecorder.Note] = []
  }

  let folder: String
  private var files: [String: File] = [:]
  /// Removed files, until the folder is synced.
  private var removed: [String: File] = [:]
  /// The highest acknowledged number.
  private(set) var output: [UInt8] = []

  init(folder: String) { self.folder = folder }

  /// Treats a file that exists before recording as synced.
  mutating func hold(_ path: String) {
    guard let stream = fopen(path, "r") else { return }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    files[path] = File(lasting: bytes)
  }

  mutating func apply(_ note: CrashRecorder.Note) {
    switch note.operation {
    case UInt8(ascii: "a"): output += note.data
    case UInt8(ascii: "s"):
      if note.name == folder {
        removed = [:]
      } else if var file = files[note.name] {
        for pending in file.pending { Self.apply(pending, to: &file.lasting) }
        file.pending = []
        files[note.name] = file
      }
    case UInt8(ascii: "u"): removed[note.name] = files.removeValue(forKey: note.name)
    case UInt8(ascii: "w"), UInt8(ascii: "t"): files[note.name, default: File()].pending.append(note)
    default: break
    }
  }

  private static func apply(_ note: CrashRecorder.Note, to bytes: inout [UInt8]) {
    if note.operation == UInt8(ascii: "t") {
      if note.place < bytes.count {
        bytes.removeLast(bytes.count - note.place)
      } else {
        bytes += [UInt8](repeating: 0, count: note.place - bytes.count)
      }
      return
    }
    let end = note.place + note.data.count
    if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
    bytes.replaceSubrange(note.place..<end, with: note.data)
  }

  /// Writes the files as a power cut now could leave them.
  func write(to path: String, _ random: inout SplitMix) {
    var left = files
    // A removal may not have reached the disk, unless a new file of the same name shows that it has.
    for (name, file) in removed.sorted(by: { $0.key < $1.key }) where left[name] == nil && Bool.random(using: &random) {
      left[name] = file
    }
    for (name, file) in left.sorted(by: { $0.key < $1.key }) {
      var bytes = file.lasting
      let luck = Int.random(in: 0..<3, using: &random)
      for note in file.pending where luck > 0 {
        if luck == 1 {
          Self.apply(note, to: &bytes)
        } else if Bool.random(using: &random) {
          Self.apply(Self.torn(note, &random), to: &bytes)
        }
      }
      let target = path + "/" + (name.split(separator: "/").last.map(String.init) ?? name)
      guard let stream = fopen(target, "w") else { continue }
      fwrite(bytes, 1, bytes.count, stream)
      fclose(stream)
    }
  }

  /// A write of which only some consecutive sectors reached the disk.
  private static func torn(_ note: CrashRecorder.Note, _ random: inout SplitMix) -> CrashRecorder.Note {
    let sectors = note.data.count / 512
    guard note.operation == UInt8(ascii: "w"), sectors > 0, Bool.random(using: &random) else { return note }
    let first = Int.random(in: 0..<sectors, using: &random) * 512
    let last = min(note.data.count, first + Int.random(in: 1...sectors, using: &random) * 512)
    return CrashRecorder.Note(
      operation: note.operation, name: note.name, place: note.place + first, data: Array(note.data[first..<last]))
  }
}
