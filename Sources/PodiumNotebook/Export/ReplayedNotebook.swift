public import PodiumCore
internal import PodiumEngine
public import PodiumPlugin

/// A notebook with the outputs of its cells when it was replayed: the input of an export.
public struct ReplayedNotebook: Sendable {
  public let notebook: Notebook
  /// The reports of each cell, by its number from 1; none for skipped cells.
  public private(set) var reports: [Int: [CommandReport]] = [:]
  /// What programs of the shell wrote, by the number of the command that ran them.
  public private(set) var programs: [Int: [JupyterOutput]] = [:]
  /// The first error that was not expected.
  public private(set) var failure: Diagnostic?

  /// Replays a notebook in a session whose events `programs` notes.
  init(
    _ notebook: Notebook, file: String, in interpreter: inout Interpreter, keepGoing: Bool, programs: ProgramOutputs
  ) {
    self.notebook = notebook.masked
    var number = 0
    var reports: [Int: [CommandReport]] = [:]
    var failure: Diagnostic?
    _ = NotebookRun(notebook, file: file).run(in: &interpreter, keepGoing: keepGoing) { event in
      switch event {
      case .prose, .starting: break
      case .skipped: number += 1
      case .cell(_, let given, let error):
        number += 1
        reports[number] = given.map(\.stable)
        failure = failure ?? error
      }
    }
    self.reports = reports
    self.programs = programs.outputs
    self.failure = failure
  }

  /// The title: that of the front matter, or else the first heading, or else the file's name.
  func title(_ file: String) -> String {
    if let title = notebook.frontMatter.title, !title.isEmpty { return title }
    for case .prose(let text) in notebook.blocks {
      if let heading = ReplayedNotebook.heading(text) { return heading }
    }
    return FilePath(FilePath(file).name).dropping(".podium.md").text
  }
}

extension ReplayedNotebook {
  /// The first line of a text that begins with `# `, without it.
  private static func heading(_ text: String) -> String? {
    let (bytes, mark) = (Array(text.utf8), TextSearch("# "))
    var place = 0
    while let found = mark.first(in: bytes.span, from: place) {
      place = found + 1
      guard found == 0 || bytes[found - 1] == UInt8(ascii: "\n") else { continue }
      let line = bytes[(found + mark.wanted.count)...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      return String(decoding: line, as: UTF8.self)
    }
    return nil
  }
}

extension Notebook {
  /// The notebook with `***` for users and passwords in addresses.
  public var masked: Notebook {
    var copy = self
    for place in copy.blocks.indices {
      switch copy.blocks[place] {
      case .prose(let text): copy.blocks[place] = .prose(MaskedText(text).text)
      case .cell(var cell):
        cell.source = MaskedText(cell.source).text
        copy.blocks[place] = .cell(cell)
      }
    }
    return copy
  }
}
