public import PodiumCore
public import PodiumLearn

/// The services of the machine that commands may use; tests hand in others.
public struct Services: Sendable {
  /// Files and folders.
  public var files: any FileAccess
  /// The folder that relative paths start from: the current one, or that of the script or notebook.
  public var folder: String
  /// The folders of bundled datasets; the first that has one wins.
  public var datasetFolders: [String]
  /// Makes what an importer reads through.
  public var importContext:
    @Sendable (_ path: String, _ cancellation: Cancellation) throws(Diagnostic) -> any ImportContext
  /// Makes what an importer reads the bytes of a fetched file through; nil where nothing is fetched.
  public var fetchedContext:
    (
      @Sendable (_ name: String, _ bytes: [UInt8], _ cancellation: Cancellation) throws(Diagnostic) -> any ImportContext
    )?
  /// Fetches what addresses name; nil where the network is closed.
  public var network: (any NetworkClient)?
  /// Seconds since some start; only for showing how long things took.
  public var clock: @Sendable () -> Double
  /// The time of day, for dates that must not be in the future; nil where time does not move, for reproducible replays.
  public var now: (@Sendable () -> Moment)?
  /// The machine's zone, for times that are typed without an offset; nil where that is UTC, so that a replay gives the
  /// same everywhere.
  public var localClock: LocalClock?
  /// The rules of a time zone by its name in the IANA database; nil where there are none. Throws `unknown-time-zone`.
  public var zone: (@Sendable (_ name: String) throws(Diagnostic) -> ZoneRules)?
  /// Asks the person a question that is answered by yes or no; nil where no person can answer.
  public var confirm: (@Sendable (_ question: String, _ cancellation: Cancellation) throws(Diagnostic) -> Bool)?
  /// Runs a command of the system's shell with bytes on its standard input, unless the flag is set before it starts;
  /// nil where that is not allowed.
  public var shell:
    (@Sendable (_ command: String, _ input: [UInt8]?, _ cancellation: Cancellation) throws(Diagnostic) -> Int32)?
  /// The program's version, which names results.
  public var version: String
  /// The workspace; nil where there is none.
  public var store: (any Store)?
  /// Answers an SQL query over tables in memory, which it only reads; nil where there is none.
  public var query:
    (@Sendable (_ sql: String, _ tables: [QueryTable], _ cancellation: Cancellation) throws(Diagnostic) -> QueryAnswer)?
  /// Starts a learner that a user brings as a program; nil where outside programs may not be started.
  public var outsideLearner: (@Sendable (OutsideLearner) throws(Diagnostic) -> LearnerDefinition)?
  /// Called before each command with the settings and the flag that stops it; outside programs go by both.
  public var beforeCommand: (@Sendable (Settings, Cancellation) -> Void)?
  /// What takes the place of `beforeCommand` in the services of an untrusted file: outside programs then answer nothing.
  public var beforeUntrusted: (@Sendable (Settings, Cancellation) -> Void)?
  /// Makes the services of a separate session, which sees the bundled datasets and changes nothing outside of itself: the
  /// help runs its examples there. Nil where there is none.
  public var scratch: (@Sendable (Registry) -> Services)?
  /// Makes the services of an untrusted file: its folder, the bundled datasets, a workspace of its
  /// own and nothing else; nil where there are no others.
  public var confined: (@Sendable (Services, Registry) -> Services)?
  /// Lets a notebook or script that runs again write again what it wrote before; nil where that is not kept.
  public var allowRerun: (@Sendable (inout Services) -> Void)?
  /// Whether what runs is trusted; otherwise settings that name a program are closed too.
  public var isTrusted = true
  /// Whether what is written stays; otherwise a replay only compares, and leaves nothing anywhere.
  public var keepsWrites = true
  /// Lets the person change a text and gives it back, or nil where the person runs it later; nil without a person.
  public var editor: (@Sendable (_ text: String) throws(Diagnostic) -> String?)?
  /// Converts an SVG to the bytes of a PNG or PDF file; `dpi` is for PNG, nil leaves the choice. Nil where nothing converts.
  /// Throws `missing-library` where the library of the system is not installed.
  public var convertPicture:
    (@Sendable (_ svg: [UInt8], _ form: PictureForm, _ dpi: Int?, _ title: String) throws(Diagnostic) -> [UInt8])?
  /// Called with what is under way and how far it is, from any thread; `Session.progressed` is what commands call.
  public var progressed: (@Sendable (Progress) -> Void)?

  /// Shows the report of a watched command in place of the one before, and waits for some seconds or until the flag is
  /// set; false where no one sees it. Nil where nothing is live.
  public var redraw: (@Sendable (_ report: CommandReport, _ seconds: Double, _ cancellation: Cancellation) -> Bool)?
  /// Clears what is shown; nil where nothing can.
  public var clear: (@Sendable () -> Void)?

  /// Makes the services; what is not given is closed.
  public init(
    files: any FileAccess, folder: String, datasetFolders: [String] = [],
    importContext: @escaping @Sendable (String, Cancellation) throws(Diagnostic) -> any ImportContext,
    clock: @escaping @Sendable () -> Double,
    shell: (@Sendable (String, [UInt8]?, Cancellation) throws(Diagnostic) -> Int32)? = nil,
    version: String = "0", store: (any Store)? = nil
  ) {
    self.files = files
    self.folder = folder
    self.datasetFolders = datasetFolders
    self.importContext = importContext
    self.clock = clock
    self.shell = shell
    self.version = version
    self.store = store
  }

  /// A path as the user typed it, made absolute: `~` is the home folder, the rest starts from `folder`.
  public func resolve(_ path: String) -> String {
    let path = FilePath(path).expanded(home: files.home)
    return path.isAbsolute ? path.text : FilePath.join(folder, path.text)
  }

  /// Where a bundled dataset lies; nil where it is not installed.
  public func path(of entry: DatasetEntry) -> String? {
    datasetFolders.lazy.map { FilePath.join($0.isEmpty ? "/" : $0, entry.path) }.first { files.kind(of: $0) != .none }
  }
}

/// Files that are read whole as text, whoever wrote them.
public enum TextFile {
  /// The most bytes of one: a small archive may hold a file of any size.
  public static let mostBytes = 64 << 20
}

/// Reading and writing files.
public protocol FileAccess: Sendable {
  /// The user's home folder.
  var home: String? { get }

  /// What a path leads to.
  func kind(of path: String) -> FileKind

  /// The bytes of a regular file.
  ///
  /// Throws `unknown-file`, `unreadable-file`, `not-a-file` and `too-large`.
  func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8]

  /// At most so many of the first bytes of a regular file; of a large one no more is read.
  ///
  /// Throws what `read` throws.
  func start(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8]

  /// At most so many of its last bytes, and no more is read.
  ///
  /// Throws what `read` throws.
  func end(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8]

  /// The names of the regular files of a folder that do not begin with a dot, in code-point order.
  func list(_ path: String, shown name: String) throws(Diagnostic) -> [String]

  /// The files and folders of a folder, in code-point order; those that begin with a dot where `hidden` asks for them.
  func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry]

  /// Makes a folder that is not there yet, in a folder that is.
  ///
  /// Throws `file-exists` and `unwritable-file`.
  func makeFolder(_ path: String, shown name: String) throws(Diagnostic)

  /// Removes a folder that was made through this access, with the files of some names that were written into it; whatever
  /// else is in it stays, and the folder with it. Returns whether it is gone.
  func takeBack(folder path: String, files names: [String]) -> Bool

  /// Writes a file, whole or not at all (but for appending).
  ///
  /// Throws `file-exists` for a new one that is there, `unwritable-file` else.
  func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic)

  /// The same for a file that only its owner may read, be it new or replaced.
  func writePrivate(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic)

  /// Asks before something else than this access opens a file, as a database does.
  ///
  /// Throws `trust-refused` where the path is outside the allowed folders.
  func permit(_ path: String, shown name: String, writing: Bool) throws(Diagnostic)

  /// Lets a place be read that is closed otherwise, if it has this hash (`DataHash.whole`).
  ///
  /// Throws `trust-refused` where it has not, or where nothing is there.
  func admit(_ path: String, shown name: String, hash: String) throws(Diagnostic)

  /// The path of a regular file on this machine, for a library that opens files by itself; nil for a file that lies
  /// elsewhere or must not be opened past this access.
  func localPath(of path: String) -> String?

  /// Whether a path is a link.
  func isLink(_ path: String) -> Bool

  /// What tells a folder from all others, whatever its path; nil for an access without links.
  func identity(ofFolder path: String) -> FolderIdentity?

  /// Whether a file was made through this access; false where it does not keep count.
  func isMade(_ path: String) -> Bool

  /// Passes on a path that other code may open by itself, as a database does: to read what is
  /// there, or to make what is not.
  ///
  /// Throws what `permit` and the body throw.
  func lend<Value>(
    _ path: String, shown name: String, writing: Bool, _ body: (_ path: String) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value

  /// Runs work that reads a file and writes it again, while no other podium does that in its folder.
  ///
  /// Throws what the work throws.
  func exclusively<Value>(
    _ path: String, _ work: () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value

  /// Notes that an importer reads a file or folder past this access.
  func note(reading path: String, shown name: String)

  /// The access itself, without what only takes notes of it.
  var bare: any FileAccess { get }
}

extension FileAccess {
  /// The text of a script, a notebook or another file that people write.
  ///
  /// Throws what `read` throws, `too-large` above `TextFile.mostBytes`, of which no more is read, and `not-text` for bytes
  /// that are not UTF-8.
  public func text(of path: String, shown name: String) throws(Diagnostic) -> String {
    let bytes = try start(of: path, count: TextFile.mostBytes + 1, shown: name)
    guard bytes.count <= TextFile.mostBytes else {
      throw Diagnostic(
        "too-large", "'\(name)' is larger than podium reads as text: at most \(TextFile.mostBytes >> 20) MB",
        help: "'load' reads larger files as tables")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic("not-text", "'\(name)' is not UTF-8 text", help: "save it as UTF-8")
    }
    return text
  }

  /// The work itself, where no one else has the files.
  public func exclusively<Value>(
    _ path: String, _ work: () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value { try work() }

  /// The beginning of all bytes, where reading less costs no less.
  public func start(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    Array(try read(path, shown: name).prefix(max(0, count)))
  }

  /// The end of all bytes, where reading less costs no less.
  public func end(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    Array(try read(path, shown: name).suffix(max(0, count)))
  }

  /// Where files have no rights, one is as private as another.
  public func writePrivate(
    _ bytes: [UInt8], to path: String, shown name: String, mode: FileMode
  ) throws(Diagnostic) {
    try write(bytes, to: path, shown: name, mode: mode)
  }

  /// What was made stays where nothing can be removed.
  public func takeBack(folder path: String, files names: [String]) -> Bool { false }

  /// It takes no notes.
  public func note(reading path: String, shown name: String) {}

  /// Itself.
  public var bare: any FileAccess { self }

  /// Every path may be touched.
  public func permit(_ path: String, shown name: String, writing: Bool) throws(Diagnostic) {}

  /// Every place is open as it is.
  public func admit(_ path: String, shown name: String, hash: String) throws(Diagnostic) {}

  /// Only the access itself opens its files.
  public func localPath(of path: String) -> String? { nil }

  /// It knows of no links.
  public func isLink(_ path: String) -> Bool { false }

  /// It knows of no links, so that a path is enough.
  public func identity(ofFolder path: String) -> FolderIdentity? { nil }

  /// It does not keep count.
  public func isMade(_ path: String) -> Bool { false }

  /// The path itself.
  public func lend<Value>(
    _ path: String, shown name: String, writing: Bool, _ body: (_ path: String) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    try permit(path, shown: name, writing: writing)
    return try body(path)
  }

  /// The files and folders of a folder, in code-point order; where an access knows none of folders, its files.
  public func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry] {
    try list(path, shown: path).map { FileEntry($0, .file) }
  }
}

/// A folder of a file system, by the numbers of its device and its inode.
public struct FolderIdentity: Sendable, Hashable {
  private let device: UInt64
  private let inode: UInt64

  /// Names a folder by its device and its inode.
  public init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }
}

/// A name in a folder and what is there.
public struct FileEntry: Sendable, Equatable {
  /// The name, without a path.
  public var name: String
  /// What is there.
  public var kind: FileKind
  /// What is there where the name is not UTF-8, so that no path leads to it; `kind` is then `none`.
  public var unreachable = FileKind.none

  /// Names what is in a folder.
  public init(_ name: String, _ kind: FileKind) {
    self.name = name
    self.kind = kind
  }

  /// Whether two entries have the same name, byte by byte, and the same kind.
  public static func == (left: FileEntry, right: FileEntry) -> Bool {
    FilePath.isSame(left.name, right.name) && left.kind == right.kind
  }
}

/// What a path leads to.
public enum FileKind: Sendable {
  /// Nothing.
  case none
  /// A regular file.
  case file
  case folder
  /// A device, pipe or socket.
  case other
}
