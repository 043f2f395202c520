internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumLearn
internal import PodiumOutside
internal import PodiumPlugin

/// What the orders of a run need to give the same results on a node as here.
struct RunPlan: Codable, Equatable {
  var v = 1
  /// The build of podium.
  let program: String
  let openblas: String
  let fma: Bool
  /// `Arithmetic.math`.
  let math: String
  /// The SHA-256 of the data that the orders share.
  let shared: String
  /// The SHA-256 of `orders.jsonl`.
  let orders: String
  /// The command that asked for it, as typed.
  var command: String

  var arithmetic: Arithmetic { Arithmetic(openblas: openblas, fma: fma, math: math) }

  /// The name of the run: 16 digits of the SHA-256 of all but the command, which may be worded differently.
  func id() throws(Diagnostic) -> String {
    var plan = self
    plan.command = ""
    return String(SHA256.hex(try JSONJobCoder().bytes(of: plan)).prefix(16))
  }
}

/// The chunks of one array of tasks.
struct RunRound: Codable, Equatable {
  var v = 1
  /// What the scheduler calls the array; nil in a round of an older podium.
  var job: Slurm.Job?
  /// The places of orders in `orders.jsonl`.
  let chunks: [[Int]]
  /// The time limit of a task in minutes, and its memory in MB.
  let minutes: Int
  let megabytes: Int
}

/// A run in a folder that all nodes see: `CLUSTER-FOLDER/runs/ID`.
struct RunFolder: Sendable {
  let root: String
  let id: String

  var path: String { runs.joined(id).text }
  private var runs: FilePath { FilePath(root).joined("runs") }
  /// The folder of the data that runs share.
  var data: String { FilePath(root).joined("data").text }
  /// All folders that a run needs.
  private var folders: [String] { [root, data, runs.text, path] + ["rounds", "results", "log"].map(at) }

  /// The path of a file of the run.
  func at(_ name: String) -> String { FilePath(path).joined(name).text }

  /// Makes the folders that are not there, for this user alone.
  ///
  /// Throws `cluster-folder` and `disk-full`.
  func make() throws(Diagnostic) {
    for folder in folders {
      if let failure = FilePath(folder).joined("x").makeFoldersAbove() {
        if RunFolder.isFull(failure.code) { throw RunFolder.unwritable(failure.folder, failure.code) }
        throw Diagnostic(
          "cluster-folder", "the folder '\(failure.folder)' cannot be created",
          help: "choose one that the nodes see too: set cluster-folder=DIR",
          cause: String(cString: strerror(failure.code)))
      }
    }
    try requireOwn()
  }

  /// Throws `cluster-folder` if others may write into a folder of the run, or own it.
  func requireOwn() throws(Diagnostic) {
    for folder in folders {
      var status = stat()
      // The user may have put a link where the folders are; below that nothing is followed.
      guard (folder == root ? stat(folder, &status) : lstat(folder, &status)) == 0, status.st_mode & S_IFMT == S_IFDIR
      else {
        throw Diagnostic(
          "cluster-folder", "the folder '\(folder)' does not exist",
          help: "it must be seen by this machine and all nodes")
      }
      guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
        throw Diagnostic(
          "cluster-folder", "others may write into '\(folder)', or own it", help: "chmod go-w '\(folder)'",
          subject: "open")
      }
    }
  }

  /// The bytes of a file of the run; nil where it is not there.
  ///
  /// Throws `unreadable-file`.
  func read(_ name: String) throws(Diagnostic) -> [UInt8]? { try RunFolder.read(at(name)) }

  static func read(_ path: String) throws(Diagnostic) -> [UInt8]? {
    guard access(path, F_OK) == 0 else { return nil }
    return try RegularFile(path, flags: O_NOFOLLOW, shown: path).content(shown: path)
  }

  /// Writes a file of the run, whole or not at all; throws `cluster-folder` and `disk-full`.
  func write(_ bytes: [UInt8], to name: String) throws(Diagnostic) { try RunFolder.write(bytes, to: at(name)) }

  /// Writes a draft and renames it: what is at a name is whole at any moment, also where it is new.
  static func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
    let draft = path + "." + DriverMark.random
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw unwritable(path, errno) }
    defer {
      close(file)
      unlink(draft)
    }
    if let code = writeWhole(bytes, to: file) { throw unwritable(path, code) }
    guard fsync(file) == 0, rename(draft, path) == 0 else { throw unwritable(path, errno) }
  }

  static func isFull(_ code: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }

  /// How a worker's complaint begins whose disk is full, by which the driver knows it.
  static let noRoom = "no room is left"

  /// The error of a file that cannot be written, `disk-full` or `cluster-folder`.
  static func unwritable(_ path: String, _ code: Int32) -> Diagnostic {
    let cause = String(cString: strerror(code))
    return isFull(code)
      ? Diagnostic(
        "disk-full", "\(noRoom) for '\(path)'",
        help: "make room there, then type the same command again: what is done stays", cause: cause)
      : Diagnostic("cluster-folder", "'\(path)' cannot be written", cause: cause)
  }

  /// The names in a folder of the run.
  func names(in folder: String) -> [String] { (try? DiskFiles().list(at(folder), shown: folder)) ?? [] }

  /// The plan with its hash; nil where there is none.
  ///
  /// Throws `damaged-run`.
  func plan() throws(Diagnostic) -> (plan: RunPlan, hash: String)? {
    guard let bytes = try read("plan.json") else { return nil }
    let plan: RunPlan = try decoded(bytes, "plan.json")
    guard plan.v == 1 else { throw damaged("plan.json") }
    return (plan, SHA256.hex(bytes))
  }

  /// The orders; throws `damaged-run` where they are not those of the plan.
  func orders(of plan: RunPlan) throws(Diagnostic) -> [WorkOrder] {
    guard let bytes = try read("orders.jsonl"), SHA256.hex(bytes) == plan.orders else { throw damaged("orders.jsonl") }
    var orders: [WorkOrder] = []
    for line in bytes.split(separator: 0x0A) { orders.append(try decoded(Array(line), "orders.jsonl")) }
    return orders
  }

  /// The lines of `orders.jsonl`.
  static func bytes(of orders: [WorkOrder]) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    for order in orders { bytes += try JSONJobCoder().bytes(of: order) + [0x0A] }
    return bytes
  }

  /// A round; nil where it is not there. Throws `damaged-run`, also for an order that is not one of so many.
  func round(_ number: Int, orders count: Int) throws(Diagnostic) -> RunRound? {
    let name = "rounds/\(number).json"
    guard let bytes = try read(name) else { return nil }
    var round: RunRound = try decoded(bytes, name)
    guard round.v == 1, (0...1_000_000).contains(round.minutes), (0...1_000_000_000).contains(round.megabytes),
      round.chunks.allSatisfy({ $0.allSatisfy((0..<count).contains) })
    else { throw damaged(name) }
    round.job = round.job ?? Slurm.Job(name: "podium-\(id)-\(number)")
    return round
  }

  /// All rounds, by number.
  func rounds(orders count: Int = .max) throws(Diagnostic) -> [Int: RunRound] {
    var rounds: [Int: RunRound] = [:]
    for parts in names(in: "rounds").map({ $0.split(separator: ".") }) where parts.count == 2 && parts[1] == "json" {
      if let number = Int(parts[0]) { rounds[number] = try round(number, orders: count) }
    }
    return rounds
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
}

/// The data that runs share, in the folder `data`: a file a hash.
struct FolderBlobs: BlobStore {
  let folder: String

  /// Writes bytes unless the same are there.
  func put(_ bytes: [UInt8]) throws(Diagnostic) -> String {
    let hash = SHA256.hex(bytes)
    if let known = try? get(hash), known.count == bytes.count { return hash }
    try RunFolder.write(bytes, to: FilePath(folder).joined(hash).text)
    return hash
  }

  func get(_ hash: String) throws(Diagnostic) -> [UInt8] {
    guard hash.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let bytes = try RunFolder.read(FilePath(folder).joined(hash).text)
    else { throw .missingBlob(hash) }
    guard SHA256.hex(bytes) == hash else { throw .alteredBlob(hash) }
    return bytes
  }
}
