internal import Glibc
public import PodiumCore
internal import PodiumFiles
internal import PodiumPlugin

/// The file of the accounts: read whole, replaced whole, for its owner alone.
public struct AccountsFile: Sendable {
  public let path: String

  /// Names the file.
  public init(_ path: String) { self.path = path }

  /// The accounts beside a workspace.
  public init(besideWorkspace path: String) { self.path = path + ".accounts" }

  /// The accounts; none where the file is missing.
  ///
  /// Throws `open-accounts` for a file that others may read, and what damage throws.
  public func read() throws(Diagnostic) -> Accounts {
    try AccountsFile.refuseOpen(path)
    let files = DiskFiles()
    guard files.kind(of: path) != .none else { return Accounts() }
    return try Accounts(json: try files.read(path, shown: path))
  }

  /// Changes the accounts while no other program does.
  public func change<Value>(_ body: (inout Accounts) throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    FilePath(path).makeFoldersAbove()
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw Diagnostic("unwritable-file", "'\(path).lock' cannot be locked", help: "see who owns the folder")
    }
    defer { close(lock) }
    var accounts = try read()
    let value = try body(&accounts)
    try AccountsFile.write(accounts, to: path)
    return value
  }

  static func write(_ kept: some Encodable, to path: String) throws(Diagnostic) {
    try DiskFiles().writePrivate(bytes(of: kept) + [UInt8(ascii: "\n")], to: path, shown: path, mode: .replace)
  }

  /// The form that is kept.
  static func bytes(of kept: some Encodable) throws(Diagnostic) -> [UInt8] {
    do { return try SortedJSON.bytes(of: kept) } catch {
      throw Diagnostic("not-saved", "the accounts cannot be saved", cause: "\(error)")
    }
  }

  /// Throws `open-accounts` for a file that others may read.
  static func refuseOpen(_ path: String) throws(Diagnostic) {
    guard isOpen(path) else { return }
    throw Diagnostic("open-accounts", "others may read '\(path)'", help: "chmod 600 \(ShellWord.quoted(path))")
  }

  /// Whether others than its owner may read or write a file; false for what is not there, or not a file: that is refused where
  /// it is opened.
  static func isOpen(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o077 != 0
  }

  /// What changes when the file is written or replaced.
  var stamp: [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    return [
      Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_mode),
    ]
  }
}
