internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumLearn
internal import PodiumOutside
internal import PodiumPlugin

/// A run in a folder that all nodes see, `CLUSTER-FOLDER/runs/ID`, and the data that runs share, a file a hash.
struct RunFolder: BlobStore {
  let root: String
  let id: String

  var path: String { FilePath.join(FilePath.join(root, "runs"), id) }
  var data: String { FilePath.join(root, "data") }
  private var folders: [String] {
    [root, data, FilePath.join(root, "runs"), path] + ["rounds", "results", "log"].map(at)
  }

  func at(_ name: String) -> String { FilePath.join(path, name) }

  /// Makes the folders that are not there, for this user alone; throws `cluster-folder` and `disk-full`.
  func make() throws(Diagnostic) {
    for folder in folders {
      if let failure = FilePath(folder).joined("x").makeFoldersAbove() {
        throw RunFolder.unwritable(failure.folder, failure.code)
      }
    }
    try requireOwn()
  }

  /// Throws `cluster-folder` if others may write into a folder of the run, or own it.
  func requireOwn() throws(Diagnostic) {
    for folder in folders {
      var status = stat()
      // The user may have put a link where the folders are; below that nothing is followed.
      guard fstatat(AT_FDCWD, folder, &status, folder == root ? 0 : AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFDIR
      else {
        throw Diagnostic(
          "cluster-folder", "the folder '\(folder)' does not exist",
          help: "it must be seen by this machine and all nodes")
      }
      guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
        throw Diagnostic(
          "cluster-folder", "others may write into '\(folder)', or own it",
          help: "chmod go-w \(ShellWord.quoted(folder))",
          subject: "open")
      }
    }
  }

  /// The bytes of a file; nil where it is not there. Throws `unreadable-file`.
  static func read(_ path: String) throws(Diagnostic) -> [UInt8]? {
    if access(path, F_OK) != 0 { return nil }
    return try RegularFile(path, flags: O_NOFOLLOW, shown: path).content(shown: path)
  }

  /// Writes a draft and renames it: what is at a name is whole at any moment. Throws `cluster-folder` and `disk-full`.
  static func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
    let draft = path + "." + random
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw unwritable(path, errno) }
    defer {
      close(file)
      unlink(draft)
    }
    if let code = writeWhole(bytes, to: file) { throw unwritable(path, code) }
    guard fsync(file) == 0, rename(draft, path) == 0 else { throw unwritable(path, errno) }
  }

  /// The same for a value as JSON, in a file of the run.
  func write(_ value: some Encodable, to name: String) throws(Diagnostic) {
    try RunFolder.write(try JSONJobCoder().bytes(of: value), to: at(name))
  }

  static var random: String { String(UInt64.random(in: 0 ... .max), radix: 16) }

  static func isFull(_ code: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }

  /// How a worker's complaint begins whose disk is full, by which the driver knows it.
  static let noRoom = "no room is left"

  static func unwritable(_ path: String, _ code: Int32) -> Diagnostic {
    let cause = String(cString: strerror(code))
    if isFull(code) {
      let help = "make room there, then type the same command again: what is done stays"
      return Diagnostic("disk-full", "\(noRoom) for '\(path)'", help: help, cause: cause)
    }
    let help = "choose a folder that you may write to, and that all nodes see: set cluster-folder=DIR"
    return Diagnostic("cluster-folder", "'\(path)' cannot be written", help: help, cause: cause)
  }

  func names(in folder: String) -> [String] { (try? DiskFiles().list(at(folder), shown: folder)) ?? [] }

  /// The plan with its hash; nil where there is none. Throws `damaged-run`.
  func plan() throws(Diagnostic) -> (plan: RunPlan, hash: String)? {
    guard let bytes = try RunFolder.read(at("plan.json")) else { return nil }
    let plan: RunPlan = try decoded(bytes, "plan.json")
    guard plan.v == 1, try plan.id() == id else { throw damaged("plan.json") }
    return (plan, SHA256.hex(bytes))
  }

  /// The orders; throws `damaged-run` where they are not those of the plan.
  func orders(of plan: RunPlan) throws(Diagnostic) -> [WorkOrder] {
    let name = "orders.jsonl"
    guard let bytes = try RunFolder.read(at(name)), SHA256.hex(bytes) == plan.orders else { throw damaged(name) }
    return try bytes.split(separator: 0x0A).map { (line) throws(Diagnostic) in try decoded(Array(line), name) }
  }

  /// A round; nil where it is not there. Throws `damaged-run`, also for an order that is not one of so many.
  func round(_ number: Int, orders count: Int) throws(Diagnostic) -> RunRound? {
    let name = "rounds/\(number).json"
    guard let bytes = try RunFolder.read(at(name)) else { return nil }
    let round: RunRound = try decoded(bytes, name)
    guard round.v == 1, round.array.hasPrefix("podium-\(id)-\(number)-"), (0...1_000_000).contains(round.minutes),
      (0...1_000_000_000).contains(round.megabytes), round.chunks.allSatisfy({ $0.allSatisfy((0..<count).contains) })
    else { throw damaged(name) }
    return round
  }

  /// The numbers of rounds. They are listed: a network remembers for a while that a file was not there.
  private var roundNumbers: [Int] {
    names(in: "rounds").compactMap { RunChunk.numbers(FilePath($0).dropping(".json").text, 1)?.first }.sorted()
  }

  /// The rounds, from the first to the last; throws `damaged-run`.
  func rounds(orders count: Int) throws(Diagnostic) -> [RunRound] {
    var rounds: [RunRound] = []
    for number in roundNumbers where number == rounds.count + 1 {
      if let round = try round(number, orders: count) { rounds.append(round) }
    }
    return rounds
  }

  /// The rounds that can be read, whatever the others are: their arrays can be asked for and cancelled.
  var readableRounds: [RunRound] { roundNumbers.compactMap { try? round($0, orders: .max) } }

  /// The last lines of what scheduler and worker said of a chunk, escaped.
  func log(_ chunk: RunChunk) -> [String] {
    let path = at("log/\(chunk.name)")
    guard let bytes = try? RegularFile(path, flags: O_NOFOLLOW, shown: path).end(8192, shown: path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }.map { SafeText.escape(String($0)) }
  }

  private func decoded<Value: Decodable>(_ bytes: [UInt8], _ name: String) throws(Diagnostic) -> Value {
    do throws(Diagnostic) { return try JSONJobCoder().value(bytes) { try Value(from: $0) } } catch {
      throw damaged(name)
    }
  }

  func damaged(_ name: String) -> Diagnostic {
    Diagnostic(
      "damaged-run", "'\(path)/\(name)' is damaged or was altered", help: "remove the run: jobs clean \(id)")
  }

  /// Writes data that runs share, unless the same are there.
  func put(_ bytes: [UInt8]) throws(Diagnostic) -> String {
    let hash = SHA256.hex(bytes)
    if (try? get(hash)) == nil { try RunFolder.write(bytes, to: FilePath.join(data, hash)) }
    return hash
  }

  func get(_ hash: String) throws(Diagnostic) -> [UInt8] {
    guard hash.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let bytes = try RunFolder.read(FilePath.join(data, hash))
    else { throw .missingBlob(hash) }
    guard SHA256.hex(bytes) == hash else { throw .alteredBlob(hash) }
    return bytes
  }
}
