public import PodiumCore
public import PodiumPlugin

/// An export of a notebook: its form, its target, and which files it may overwrite.
public struct NotebookExport: Sendable {
  public enum Form: String, CaseIterable, Sendable {
    /// One page.
    case html
    /// A Jupyter notebook.
    case ipynb
  }

  /// The notebook's name.
  public let file: String
  public let form: Form
  private let output: String?
  private let replacesAny: Bool

  /// Without `output`, the export is written next to the notebook.
  ///
  /// `replacesAny` lets it overwrite files that podium did not write.
  public init(_ file: String, to form: Form, output: String? = nil, replacesAny: Bool = false) {
    self.file = file
    self.form = form
    self.output = output
    self.replacesAny = replacesAny
  }

  /// The output file, as the user would name it.
  public var target: String {
    if let output { return output }
    return FilePath(file).dropping(".md").dropping(".podium").text + "." + form.rawValue
  }

  /// The text of a replayed notebook; a page embeds the pictures of its prose that the services may read.
  ///
  /// Throws `missing-library` if a page's library is not installed.
  public func text(of replayed: ReplayedNotebook, reading services: Services) throws(Diagnostic) -> String {
    switch form {
    case .ipynb: JupyterNotebook(replayed, file: file, version: services.version).json()
    case .html:
      try NotebookPage(replayed, file: file) { name in
        try? services.files.start(of: services.resolve(name), count: NotebookPage.largestPicture + 1, shown: name)
      }.html()
    }
  }

  /// Writes a text to the path that `target` leads to.
  ///
  /// Throws `file-exists` if podium did not write the existing file, and whatever writing throws.
  public func write(_ text: String, to path: String, with files: any FileAccess) throws(Diagnostic) {
    let mark = form == .html ? "<meta name=\"generator\" content=\"podium\">" : "\"name\": \"podium\""
    let mode = try OwnFile.mode(
      of: path, shown: target, isChosen: output != nil, replacesAny: replacesAny, files
    ) { bytes in
      TextSearch(mark).first(in: (form == .html ? Array(bytes.prefix(1000)) : bytes).span) != nil
    }
    try files.write(Array(text.utf8), to: path, shown: target, mode: mode)
  }
}

/// Which existing files a command of the command line may replace: those that podium wrote, and others only if the user asks
/// for it.
enum OwnFile {
  /// How the file may be written; a name that the user did not choose must not lead elsewhere.
  ///
  /// Throws `file-exists`.
  static func mode(
    of path: String, shown target: String, isChosen: Bool, replacesAny: Bool, _ files: any FileAccess,
    isOurs: ([UInt8]) -> Bool
  ) throws(Diagnostic) -> FileMode {
    let help = "choose another file with -o, or overwrite it with --force"
    if !isChosen, !replacesAny, files.isLink(path) {
      throw Diagnostic("file-exists", "'\(target)' is a link, and its target would be overwritten", help: help)
    }
    if !replacesAny, files.kind(of: path) == .file,
      !isOurs(try files.start(of: path, count: TextFile.mostBytes, shown: target))
    {
      throw Diagnostic(
        "file-exists", "there is already a file '\(target)', which podium did not write", help: help)
    }
    return files.kind(of: path) == .none ? .new : .replace
  }
}
