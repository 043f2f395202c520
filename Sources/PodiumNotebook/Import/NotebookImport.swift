public import PodiumCore
public import PodiumPlugin

/// A notebook `NAME.podium.md` made of its Jupyter form: the same bytes if nothing was changed in that.
public struct NotebookImport: Sendable {
  /// The largest file that is read, in bytes.
  public static let largest = TextFile.mostBytes

  /// The text of the notebook.
  public let text: String
  /// The figures and attachments that it shows, as files beside it.
  public let pictures: [CellFigures.Picture]
  /// What was left out or changed, in sentences for the user.
  public let notes: [String]
  /// The fingerprint of the notebook that the Jupyter form was exported from.
  private let origin: String?

  /// Reads the bytes of a Jupyter notebook `file`, to be written as `target`.
  ///
  /// Throws `too-large`, `malformed-json`, `not-a-notebook`, `foreign-format`, `newer-format`, `other-language` and
  /// `bad-front-matter`.
  public init(_ bytes: [UInt8], file: String, target: String) throws(Diagnostic) {
    guard bytes.count <= NotebookImport.largest else {
      throw Diagnostic(
        "too-large", "'\(file)' is larger than podium reads: at most \(NotebookImport.largest >> 20) MB",
        help: "clear outputs in it and save it again")
    }
    let root: JSONValue
    do throws(Diagnostic) {
      root = try JSONReader.value(
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], file: file)
    } catch {
      var fault = error
      fault.help = "the file is not a whole Jupyter notebook: save or copy it again"
      throw fault
    }
    try NotebookImport.check(root, file: file)
    var reader = JupyterReader(root, target: target)
    try reader.read()
    (text, pictures, notes) = (reader.text, reader.pictures, reader.notes.sentences)
    origin = root["metadata"]?["podium"]?["of"]?.string
  }

  /// Throws for what is not a notebook of podium in a format that is read.
  private static func check(_ root: JSONValue, file: String) throws(Diagnostic) {
    guard let version = root["nbformat"]?.integer, version < 4 || root["cells"]?.array != nil else {
      throw Diagnostic(
        "not-a-notebook", "'\(file)' is not a Jupyter notebook: it has no 'nbformat' or no 'cells'",
        help: "save it again in JupyterLab")
    }
    guard version >= 4 else {
      throw Diagnostic(
        "foreign-format", "'\(file)' has nbformat \(version), but podium reads nbformat 4",
        help: "convert it with 'jupyter nbconvert --to notebook', or save it in JupyterLab")
    }
    guard version == 4 else {
      throw Diagnostic(
        "newer-format", "'\(file)' has nbformat \(version), but podium reads nbformat 4", help: "update podium")
    }
    let kernel = root["metadata"]?["kernelspec"]
    let language =
      kernel?["language"]?.string ?? root["metadata"]?["language_info"]?["name"]?.string ?? kernel?["name"]?.string
    guard language == nil || language == "podium" else {
      throw Diagnostic(
        "other-language", "'\(file)' is a notebook of '\((language ?? "").cut(toWidth: 40))' and not of podium",
        help: "choose the kernel podium in JupyterLab and save it, if its cells are commands of podium")
    }
  }

  /// Writes the notebook to the path that `target` leads to, and its pictures beside it.
  ///
  /// An existing file is replaced if it is the one that was exported, an earlier import (`isEarlier`), or if the user asks for
  /// it (`replacesAny`). Throws `file-exists` for any other, and whatever writing throws.
  public func write(
    to path: String, shown target: String, isChosen: Bool, replacesAny: Bool, with files: any FileAccess,
    isEarlier: ([UInt8]) -> Bool
  ) throws(Diagnostic) {
    let mode = try OwnFile.mode(of: path, shown: target, isChosen: isChosen, replacesAny: replacesAny, files) { bytes in
      bytes.elementsEqual(text.utf8) || Notebook.fingerprint(of: bytes) == origin || isEarlier(bytes)
    }
    try files.write(Array(text.utf8), to: path, shown: target, mode: mode)
    try CellFigures.write(pictures, beside: path, shown: target, with: files)
  }
}
