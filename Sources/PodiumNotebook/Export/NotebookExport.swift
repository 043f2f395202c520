public import PodiumCore
public import PodiumPlugin

/// A notebook written in another form: as what, where to, and what may be replaced there.
public struct NotebookExport: Sendable {
  /// What a notebook can be written as.
  public enum Form: String, CaseIterable, Sendable {
    /// One page.
    case html
    /// A Jupyter notebook.
    case ipynb
  }

  /// The notebook's name.
  public let file: String
  /// What it is written as.
  public let form: Form
  private let output: String?
  private let replacesAny: Bool

  /// Chooses a form; without `output` it is written beside the notebook.
  ///
  /// `replacesAny` lets it replace what podium did not write.
  public init(_ file: String, to form: Form, output: String? = nil, replacesAny: Bool = false) {
    self.file = file
    self.form = form
    self.output = output
    self.replacesAny = replacesAny
  }

  /// Where it is written, as the user would name it.
  public var target: String {
    if let output { return output }
    let stem = file.hasSuffix(".podium.md") ? file.dropLast(".podium.md".count) : file.dropLast(".md".count)
    return stem + "." + form.rawValue
  }

  /// The text of a notebook that was replayed; a page takes pictures in that its prose names, where the services let it.
  ///
  /// Throws `missing-library` where a page needs one that is not here.
  public func text(of replayed: ReplayedNotebook, reading services: Services) throws(Diagnostic) -> String {
    switch form {
    case .ipynb: JupyterNotebook(replayed, file: file).json()
    case .html:
      try NotebookPage(replayed, file: file) { name in
        try? services.files.read(services.resolve(name), shown: name)
      }.html()
    }
  }

  /// Writes a text to the path that `target` leads to.
  ///
  /// Throws `file-exists` where podium did not write what is there, and what writing throws.
  public func write(_ text: String, to path: String, with files: any FileAccess) throws(Diagnostic) {
    try mayReplace(path, files)
    try files.write(
      Array(text.utf8), to: path, shown: target, mode: files.kind(of: path) == .none ? .new : .replace)
  }

  /// An earlier export may be replaced; what somebody else wrote may not, unless that is asked for.
  private func mayReplace(_ path: String, _ files: any FileAccess) throws(Diagnostic) {
    if output == nil, !replacesAny, files.isLink(path) {
      throw Diagnostic(
        "file-exists", "'\(target)' is a symbolic link; writing would replace its target",
        help: "choose another with -o, or replace it with --force")
    }
    guard !replacesAny, files.kind(of: path) == .file else { return }
    let text = String(decoding: try files.read(path, shown: target), as: UTF8.self)
    let isOurs =
      form == .html
      ? text.prefix(1000).contains("<meta name=\"generator\" content=\"podium\">")
      : text.contains("\"name\": \"podium\"")
    guard isOurs else {
      throw Diagnostic(
        "file-exists", "the file '\(target)' exists and was not written by podium",
        help: "choose another with -o, or replace it with --force")
    }
  }
}
