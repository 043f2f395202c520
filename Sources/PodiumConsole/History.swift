import CReadline
import Glibc
import PodiumCore

/// The entries of this and earlier sessions: readline's list in memory, and a file that many sessions share.
///
/// An entry reaches the file before it runs, in one write at the end of the file; nothing is ever rewritten,
/// so sessions cannot lose each other's entries. A file that fails is reported once and then left alone.
struct History {
  private var file: HistoryFile?
  private let warn: @Sendable (String) -> Void
  private var isLoaded = false
  private var last: String?

  /// Opens the file, so that an error is reported before the first prompt; reads nothing yet.
  init(path: String?, warn: @escaping @Sendable (String) -> Void) {
    self.warn = warn
    guard let path, !path.isEmpty else { return }
    file = attempt { () throws(HistoryFile.Failure) in try HistoryFile(path: path) }
  }

  /// Reads the file at the first call; to be called when the prompt is on the screen.
  mutating func loadOnce() {
    guard !isLoaded else { return }
    isLoaded = true
    guard let file else { return }
    last = file.load { add_history($0) }
    using_history()
  }

  /// Keeps an entry, in the file with `***` for users and passwords in addresses, unless it begins with a space or repeats the one before.
  mutating func record(_ entry: String) {
    guard let first = entry.first, !first.isWhitespace, entry != last else { return }
    last = entry
    add_history(entry)
    guard let file else { return }
    self.file = attempt { () throws(HistoryFile.Failure) in
      try file.append(MaskedText(entry).text)
      return file
    }
  }

  private func attempt<Value>(_ body: () throws(HistoryFile.Failure) -> Value) -> Value? {
    do {
      return try body()
    } catch {
      warn(error.message)
      return nil
    }
  }
}
