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

  /// Whether results of another plan are those of this one: the command may be worded differently.
  func agrees(with other: RunPlan) -> Bool {
    var other = other
    other.command = command
    return self == other
  }
}

/// The chunks of one array of tasks.
struct RunRound: Codable, Equatable {
  var v = 1
  /// What the scheduler calls the array, `ID` or `ID;CLUSTER`; several, separated by commas, where it took it in parts.
  var array: String
  /// The places of orders in `orders.jsonl`.
  let chunks: [[Int]]
  /// The time limit of a task in minutes, and its memory in MB.
  let minutes: Int
  let megabytes: Int
  /// The seconds that an order of a learner takes, as estimated.
  let seconds: [String: Double]

  var arrays: [Slurm.ArrayID] { array.split(separator: ",").compactMap { Slurm.ArrayID($0) } }

  /// Notes what the scheduler calls a part of the array.
  mutating func add(_ id: Slurm.ArrayID) {
    if !arrays.contains(id) { array += (array.isEmpty ? "" : ",") + id.text }
  }
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

  /// The name of a run: 16 digits of the SHA-256 of its orders' names.
  static func id(of orders: [WorkOrder]) -> String {
    var hash = SHA256()
    for name in orders.map(\.id).sorted() { hash.update(text: name + "\n") }
    return String(hash.hex().prefix(16))
  }

  /// Makes the folders that are not there, for this user alone.
  ///
  /// Throws `cluster-folder`.
  func make() throws(Diagnostic) {
    for folder in folders {
      if let failure = FilePath(folder).joined("x").makeFoldersAbove() {
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
  func read(_ name: String) throws(Diagnostic) -> [UInt8]? {
    let full = at(name)
    guard access(full, F_OK) == 0 else { return nil }
    return try RegularFile(full, flags: O_NOFOLLOW, shown: name).content(shown: full)
  }

  /// Writes a file of the run, whole or not at all.
  func write(_ bytes: [UInt8], to name: String) throws(Diagnostic) { try RunFolder.write(bytes, to: at(name)) }

  /// Writes a draft and renames it: what is at a name is whole at any moment, also where it is new.
  static func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
    let draft = path + ".\(DriverMark.place).\(getpid())"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw unwritable(path, errno) }
    defer {
      close(file)
      unlink(draft)
    }
    try DiskFiles.writeAll(bytes, file, path)
    guard fsync(file) == 0, rename(draft, path) == 0 else { throw unwritable(path, errno) }
  }

  static func unwritable(_ path: String, _ code: Int32) -> Diagnostic {
    Diagnostic("cluster-folder", "'\(path)' cannot be written", cause: String(cString: strerror(code)))
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
    let round: RunRound = try decoded(bytes, name)
    guard round.v == 1, (0...1_000_000).contains(round.minutes), (0...1_000_000_000).contains(round.megabytes),
      round.seconds.values.allSatisfy({ (0...1e9).contains($0) }),
      round.chunks.allSatisfy({ $0.allSatisfy((0..<count).contains) })
    else { throw damaged(name) }
    return round
  }

  /// All rounds, by number.
  func rounds(orders count: Int) throws(Diagnostic) -> [Int: RunRound] {
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
    let path = FilePath(folder).joined(hash).text
    guard hash.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }), access(path, F_OK) == 0
    else { throw .missingBlob(hash) }
    let bytes = try RegularFile(path, flags: O_NOFOLLOW, shown: hash).content(shown: path)
    guard SHA256.hex(bytes) == hash else { throw .alteredBlob(hash) }
    return bytes
  }
}
