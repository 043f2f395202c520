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
      guard let failure = FilePath(folder).joined("x").makeFoldersAbove() else { continue }
      var error = RunFolder.unwritable(failure.folder, failure.code)
      if error.code == "cluster-folder" {
        error.message = "the folder '\(failure.folder)' cannot be created"
        error.help = "choose one that the nodes see too: set cluster-folder=DIR"
      }
      throw error
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

  static func full(_ place: String, cause: String? = nil) -> Diagnostic {
    Diagnostic(
      "disk-full", "\(noRoom) \(place)",
      help: "make room there, then type the same command again: what is done stays", cause: cause)
  }

  static func unwritable(_ path: String, _ code: Int32) -> Diagnostic {
    let cause = String(cString: strerror(code))
    if isFull(code) { return full("for '\(path)'", cause: cause) }
    return Diagnostic("cluster-folder", "'\(path)' cannot be written", cause: cause)
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
    guard let bytes = try RunFolder.read(at("orders.jsonl")), SHA256.hex(bytes) == plan.orders else {
      throw damaged("orders.jsonl")
    }
    var orders: [WorkOrder] = []
    for line in bytes.split(separator: 0x0A) { orders.append(try decoded(Array(line), "orders.jsonl")) }
    return orders
  }

  static func bytes(of orders: [WorkOrder]) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    for order in orders { bytes += try JSONJobCoder().bytes(of: order) + [0x0A] }
    return bytes
  }

  /// A round; nil where it is not there. Throws `damaged-run`, also for an order that is not one of so many.
  func round(_ number: Int, orders count: Int) throws(Diagnostic) -> RunRound? {
    let name = "rounds/\(number).json"
    guard let bytes = try RunFolder.read(at(name)) else { return nil }
    var round: RunRound = try decoded(bytes, name)
    guard round.v == 1, (0...1_000_000).contains(round.minutes), (0...1_000_000_000).contains(round.megabytes),
      round.chunks.allSatisfy({ $0.allSatisfy((0..<count).contains) })
    else { throw damaged(name) }
    round.job = round.job ?? Slurm.Job(name: "podium-\(id)-\(number)")
    return round
  }

  func rounds(orders count: Int = .max) throws(Diagnostic) -> [Int: RunRound] {
    var rounds: [Int: RunRound] = [:]
    for parts in names(in: "rounds").map({ $0.split(separator: ".") }) where parts.count == 2 && parts[1] == "json" {
      if let number = Int(parts[0]) { rounds[number] = try round(number, orders: count) }
    }
    return rounds
  }

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
