public import PodiumCore

/// What jobs need of a task, as bytes and back: features, target, groups and the columns that learners train on, without the
/// table's other columns.
public enum TaskData {
  private static let magic = Array("podium-task".utf8)
  private static let version: UInt8 = 2
  /// The maximum number of bytes of a target's name.
  private static let nameLimit = 1 << 16

  /// The task as bytes; equal tasks give equal bytes.
  public static func bytes(of task: LearningTask) throws(Diagnostic) -> [UInt8] {
    var columns: [Column] = []
    for name in task.frame.names { columns.append(try task.table.column(name).with(role: .feature)) }
    columns.append(try task.table.column(task.targetName).with(role: .target))
    for name in task.trainingColumns.inCodePointOrder()
    where !columns.contains(where: { $0.name == name }) {
      columns.append(try task.table.column(name).with(role: .ignored))
    }
    if let groups = task.groups {
      var name = "group"
      while columns.contains(where: { $0.name == name }) { name += "_" }
      columns.append(Column(name, .integer(groups), role: .group))
    }
    let name = Array(task.targetName.utf8)
    guard name.count <= nameLimit else {
      throw Diagnostic("bad-target", "the name of the target is longer than \(nameLimit) bytes")
    }
    var bytes = magic + [version, task.target.kind == .numbers ? 1 : 0]
    bytes += [UInt8(truncatingIfNeeded: name.count), UInt8(truncatingIfNeeded: name.count >> 8)]
    bytes.append(UInt8(truncatingIfNeeded: name.count >> 16))
    return bytes + name + TableArchive.bytes(of: try Table(columns, rowCount: task.rowCount), sum: .words)
  }

  /// The task of some bytes, or of a part of them: its rows are numbered from 0.
  ///
  /// Throws `damaged-task` for bytes that no task was written as, and what `TableArchive.table` and `LearningTask` throw.
  public static func task(_ bytes: [UInt8], in part: Range<Int>? = nil) throws(Diagnostic) -> LearningTask {
    let part = part ?? bytes.indices
    // What follows the mark: the version, whether the target is a number, and the length of its name.
    let (head, place) = (magic.count + 5, part.lowerBound + magic.count)
    guard part.count >= head, bytes[part].starts(with: magic), bytes[place] == version, bytes[place + 1] <= 1 else {
      throw damaged
    }
    let count = Int(bytes[place + 2]) | Int(bytes[place + 3]) << 8 | Int(bytes[place + 4]) << 16
    guard count <= nameLimit, part.count >= head + count else { throw damaged }
    let start = part.lowerBound + head
    let name = String(decoding: bytes[start..<(start + count)], as: UTF8.self)
    // No copy: data of a large table take as much memory again.
    let table = try TableArchive.table(bytes, in: (start + count)..<part.upperBound, sum: .words)
    var task = try LearningTask(table: table, target: name, asNumber: bytes[place + 1] == 1)
    task.trainingColumns = table.columns(with: .ignored).map(\.name)
    return task
  }

  private static var damaged: Diagnostic { Diagnostic("damaged-task", "the bytes do not hold a task") }
}
