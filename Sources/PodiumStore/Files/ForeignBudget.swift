/// What reading a table or view of a foreign file may cost: a few bytes must not keep podium busy for hours.
///
/// A view, a generated column and a CHECK are expressions that the file chose. What they may cost grows with the file.
struct ForeignBudget: Equatable {
  /// Instructions of SQLite's machine; it runs at least 25 million a second.
  var steps: Int
  /// Bytes that SQLite allocates.
  var memory: Int
  /// Seconds of processor time: a single instruction may search a long text.
  var seconds: Int
  /// Cells of the result.
  var cells: Int
  /// Bytes of its texts.
  var bytes: Int
  /// Bytes of one value.
  var value: Int32

  /// The budget of a file of some bytes.
  init(fileSize: Int) {
    let size = min(max(0, fileSize), 1 << 40)
    steps = 100_000_000 + 100 * size
    memory = 256 << 20 + 16 * size
    seconds = 4 + size >> 22
    cells = 2_000_000 + 16 * size
    bytes = 64 << 20 + 16 * size
    value = Int32(clamping: max(1 << 18, size))
  }

  /// What is exceeded; nil if nothing is.
  func excess(steps: Int, memory: Int, seconds: Int) -> String? {
    if steps > self.steps { return "needs more than \(self.steps) steps to be read" }
    if memory > self.memory { return "needs more than \(self.memory >> 20) MB of memory to be read" }
    if seconds > self.seconds { return "needs more than \(self.seconds) s of processor time to be read" }
    return nil
  }

  /// The same for a result.
  func excess(cells: Int, bytes: Int) -> String? {
    if cells > self.cells { return "has more than \(self.cells) cells, too many for the size of its file" }
    if bytes > self.bytes { return "has more than \(self.bytes >> 20) MB of text, too much for the size of its file" }
    return nil
  }
}
