internal import CKernel
internal import Glibc
internal import PodiumCore
internal import PodiumPlugin

/// Finds places in a folder without ever leaving it.
///
/// Each name is looked up in the folder opened before it, and the system follows no links, so that a link
/// swapped in between check and use cannot lead elsewhere. What is opened is opened by its whole path from the folder, and
/// the kernel refuses a path that leaves it: a mistake in this walk opens nothing outside.
final class FolderWalk: Sendable {
  private let root: Int32

  /// What is at a place.
  enum Leaf {
    /// Nothing; the names that would have to be created, at least one.
    case missing([String])
    /// A file or anything else that is not a folder, with its status.
    case file(stat)
    /// A folder; its descriptor belongs to the place.
    case folder(Int32)
  }

  /// A place in the folder. A class: it owns the folders that were opened on the way.
  final class Place {
    /// The names from the folder on, with links and `..` resolved.
    fileprivate(set) var names: [String] = []
    fileprivate(set) var leaf: Leaf
    /// The folder of the last name, or the last one that exists.
    fileprivate(set) var parent: Int32
    fileprivate var opened: [Int32] = []
    private let root: Int32

    fileprivate init(root: Int32) {
      self.root = root
      (leaf, parent) = (.folder(root), root)
    }

    /// Opens what is at the place; a negative number where that fails, with `errno`.
    func open(_ flags: Int32) -> Int32 { open(path, name, flags, 0) }

    /// Creates a file of another name in the same folder.
    func create(_ name: String, _ rights: mode_t) -> Int32 {
      open(FilePath.joined(names.dropLast() + [name]), name, O_WRONLY | O_CREAT | O_EXCL, rights)
    }

    private func open(_ path: String, _ name: String, _ flags: Int32, _ rights: mode_t) -> Int32 {
      let descriptor = FolderWalk.openBelow(root, path, flags, rights)
      // An old kernel, or one whose calls are filtered, opens the name in the folder of this walk.
      guard descriptor < 0, [ENOSYS, EPERM].contains(errno), FolderWalk.isPlain(name) else { return descriptor }
      return openat(parent, name, flags | O_CLOEXEC | O_NOFOLLOW, rights)
    }

    deinit { for descriptor in opened { close(descriptor) } }

    /// The last name; empty for the folder itself.
    var name: String { names.last ?? "" }
    /// The names as one path.
    var path: String { FilePath.joined(names) }

    var kind: FileKind {
      switch leaf {
      case .missing: .none
      case .folder: .folder
      case .file(let status): status.st_mode & S_IFMT == S_IFREG ? .file : .other
      }
    }
  }

  /// Opens a folder; if it cannot be opened, no place in it is found.
  init(_ folder: String) { root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

  deinit { if root >= 0 { close(root) } }

  /// The place named by a path relative to the folder; nil if it leads outside, or a name in it begins with a dot
  /// or has a control character.
  ///
  /// Links within the folder are followed, at most 16 of them.
  func place(_ path: String) -> Place? {
    guard root >= 0, !path.utf8.contains(0) else { return nil }
    let place = Place(root: root)
    var rest = FolderWalk.parts(path)
    var folders = [root]
    var missing: [String] = []
    var links = 0
    while let name = rest.popLast() {
      if name == ".." {
        // A missing folder has no parent to go back to.
        guard missing.isEmpty, folders.count > 1 else { return nil }
        folders.removeLast()
        place.names.removeLast()
        place.leaf = .folder(folders[folders.count - 1])
        continue
      }
      guard FolderWalk.isPlain(name) else { return nil }
      if !missing.isEmpty {
        missing.append(name)
        place.names.append(name)
        place.leaf = .missing(missing)
        continue
      }
      // A file has no entries.
      guard case .folder = place.leaf else { return nil }
      let folder = folders[folders.count - 1]
      place.parent = folder
      var status = stat()
      guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        guard errno == ENOENT else { return nil }
        missing = [name]
        place.names.append(name)
        place.leaf = .missing(missing)
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        links += 1
        guard links <= 16, let target = FolderWalk.target(of: name, in: folder), !FilePath(target).isAbsolute else {
          return nil
        }
        rest += FolderWalk.parts(target)
      case S_IFDIR:
        place.names.append(name)
        let next = place.open(O_RDONLY | O_DIRECTORY)
        guard next >= 0 else { return nil }
        place.opened.append(next)
        folders.append(next)
        place.leaf = .folder(next)
      default:
        place.names.append(name)
        place.leaf = .file(status)
      }
    }
    return place
  }

  /// Opens a path from a folder, which the kernel does not let it leave.
  static func openBelow(_ folder: Int32, _ path: String, _ flags: Int32, _ rights: mode_t) -> Int32 {
    ckernel_open_below(folder, path, flags | O_CLOEXEC, rights)
  }

  /// Whether a name is allowed in a path: not empty, no leading dot, no control character.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !FilePath(name).isHidden && !FilePath(name).hasFolder && name.utf8.count <= 255
      && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

  /// The names of a path, last first.
  private static func parts(_ path: String) -> [String] {
    FilePath(path).names.filter { $0 != "." }.reversed()
  }

  private static func target(of name: String, in folder: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(folder, name, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
