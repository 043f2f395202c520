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
  /// Which podium drives the run: one submits, the others watch; throws `cluster-folder` and `disk-full`.
  var lease: ProcessLease { ProcessLease(at: at("driver"), clock: at("log"), failed: RunFolder.unwritable) }
  private var folders: [String] {
    [root, data, FilePath.join(root, "runs"), path] + ["rounds", "results", "log"].map(at)
  }

  func at(_ name: String) -> String { FilePath.join(path, name) }

  /// Makes the folders that are not there, for this user alone; throws `cluster-folder` and `disk-full`.
  func make() throws(Diagnostic) {
    // Slurm puts something else there into the name of a log.
    if let sign = root.first(where: { $0 == "%" || $0 == "\\" }) {
      throw Diagnostic(
        "cluster-folder", "Slurm writes no log below '\(root)', since the name has a '\(sign)'",
        help: "choose a folder without it: set cluster-folder=DIR")
    }
    for folder in folders {
      let failure = FilePath(folder).joined("x").makeFoldersAbove()
      if let failure { throw RunFolder.unwritable(failure.folder, failure.code) }
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
        let help = "it must be seen by this machine and all nodes"
        throw Diagnostic("cluster-folder", "the folder '\(folder)' does not exist", help: help)
      }
      let isOwn = status.st_uid == geteuid()
      guard isOwn, status.st_mode & 0o022 == 0 else {
        let what = isOwn ? "others may write into '\(folder)'" : "'\(folder)' belongs to another user"
        let help = isOwn ? "chmod go-w \(ShellWord.quoted(folder))" : "use a folder of your own: set cluster-folder=DIR"
        throw Diagnostic("cluster-folder", what, help: help, subject: "open")
      }
    }
  }

  /// Writes a file that is whole at any moment. What must be new replaces nothing; false then. Throws `cluster-folder` and
  /// `disk-full`.
  @discardableResult
  static func write(_ bytes: [UInt8], to path: String, isNew: Bool = false) throws(Diagnostic) -> Bool {
    guard let code = DiskFiles.share(bytes, at: path, isNew: isNew) else { return true }
    if isNew, code == EEXIST { return false }
    throw unwritable(path, code)
  }

  /// The same for a value as JSON, in a file of the run.
  @discardableResult
  func write(_ value: some Encodable, to name: String, isNew: Bool = false) throws(Diagnostic) -> Bool {
    try RunFolder.write(try JSONJobCoder().bytes(of: value), to: at(name), isNew: isNew)
  }

  static var random: String { String(UInt64.random(in: 0 ... .max), radix: 16) }

  /// How a worker's complaint begins whose disk is full, by which the driver knows it.
  static let noRoom = "no room is left"

  static func unwritable(_ path: String, _ code: Int32) -> Diagnostic {
    let cause = String(cString: strerror(code))
    if [ENOSPC, EDQUOT, EFBIG].contains(code) {
      let help = "make room there, then type the same command again: what is done stays"
      return Diagnostic("disk-full", "\(noRoom) for '\(path)'", help: help, cause: cause)
    }
    let help = "choose a folder that you may write to, and that all nodes see: set cluster-folder=DIR"
    return Diagnostic("cluster-folder", "'\(path)' cannot be written", help: help, cause: cause)
  }

  func names(in folder: String) -> [String] { (try? DiskFiles().list(at(folder), shown: folder)) ?? [] }

  /// The plan; nil where there is none. Throws `damaged-run`.
  func plan() throws(Diagnostic) -> RunPlan? {
    guard let plan: RunPlan = try value("plan.json") else { return nil }
    guard plan.v == 1, try plan.hash().prefix(16) == id else { throw damaged("plan.json") }
    return plan
  }

  /// The orders, each as its line; throws `damaged-run` where they are not those of the plan.
  func orders(of plan: RunPlan) throws(Diagnostic) -> [ArraySlice<UInt8>] {
    let bytes = try DiskFiles.shared(at: at("orders.jsonl"))
    guard let bytes, SHA256.hex(bytes) == plan.orders else { throw damaged("orders.jsonl") }
    return bytes.lines
  }

  /// A round; nil where it is not there. Throws `damaged-run`, also for an order that is not one of so many.
  func round(_ number: Int, orders count: Int) throws(Diagnostic) -> RunRound? {
    let name = "rounds/\(number).json"
    guard var round: RunRound = try value(name) else { return nil }
    guard round.v == 1, round.array.hasPrefix("podium-\(id)-\(number)-"), (0...1_000_000).contains(round.minutes),
      (0...1_000_000_000).contains(round.megabytes), round.chunks.allSatisfy({ $0.allSatisfy((0..<count).contains) })
    else { throw damaged(name) }
    if let found = Slurm.cluster(in: log("\(number)")) { round.cluster = found ?? round.cluster }
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

  /// The last lines of what scheduler and worker said of a chunk, or sbatch of a round.
  func log(_ name: String) -> [String] {
    let path = at("log/" + name)
    guard let bytes = try? RegularFile(path, flags: O_NOFOLLOW, shown: path).end(8192, shown: path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
  }

  private func value<Value: Decodable>(_ name: String) throws(Diagnostic) -> Value? {
    guard let bytes = try DiskFiles.shared(at: at(name)) else { return nil }
    if let value = try? JSONJobCoder().value(bytes, { try Value(from: $0) }) { return value }
    throw damaged(name)
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
      let bytes = try DiskFiles.shared(at: FilePath.join(data, hash))
    else { throw .missingBlob(hash) }
    guard SHA256.hex(bytes) == hash else { throw .alteredBlob(hash) }
    return bytes
  }
}
