public import PodiumCore
public import PodiumPlugin

/// A plugin that works as written: an importer, an evaluator and a command, with made-up data and a test.
public struct Skeleton: Sendable {
  /// The languages of the skeletons; the first is the default.
  public static let languages = ["python", "swift", "shell"]

  private let name: String
  private let language: String

  /// Chooses name and language.
  ///
  /// Throws `bad-plugin-name` and `unknown-language`.
  public init(_ name: String, language: String) throws(Diagnostic) {
    guard Registry.isPluginName(name), name != "podium", name.utf8.count <= 64 else {
      throw Diagnostic(
        "bad-plugin-name", "'\(name)' is not a valid plugin name",
        help: "use up to 64 lower-case letters, digits and -, starting with a letter")
    }
    guard Skeleton.languages.contains(language) else {
      throw Diagnostic.unknown("language", language, among: Skeleton.languages)
    }
    self.name = name
    self.language = language
  }

  /// The files, by their path below the plugin's folder.
  var files: [(path: String, text: String)] {
    let texts: [(String, String)]
    switch language {
    case "swift": texts = Skeleton.swift + [("data/sample.txt", Skeleton.sample)] + Skeleton.sport
    case "shell": texts = Skeleton.shell
    default: texts = Skeleton.python + [("data/sample.txt", Skeleton.sample)]
    }
    return texts.map { (filled($0.0), filled($0.1)) }
  }

  private func filled(_ text: String) -> String {
    let title = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return text.replacing("TITLE", with: title).replacing("NAME", with: name)
  }

  /// Writes the files to a new folder with the plugin's name; returns their paths.
  ///
  /// Throws `file-exists` if that name is taken.
  public func write(into folder: String, files access: any FileAccess) throws(Diagnostic) -> [String] {
    let home = FilePath(folder).joined(name)
    guard !Folder.exists(home.text) else {
      throw Diagnostic(
        "file-exists", "there is already something called '\(name)' in this folder",
        help: "choose another name or folder")
    }
    var written: [String] = []
    for (path, text) in files {
      let (place, shown) = (home.joined(path), FilePath.join(name, path))
      try Folder.make((place.parent ?? home).text)
      try access.write(Array(text.utf8), to: place.text, shown: shown, mode: .new)
      written.append(shown)
    }
    return written
  }

  static let sample = """
    # NAME results
    Ada,1,10,win
    Ben,1,7,loss
    Cleo,1,6,loss
    Ada,2,9,win
    Ben,2,10,win
    Cleo,2,5,loss
    Ada,3,7,loss
    Ben,3,9,win
    Cleo,3,10,win
    Ada,4,10,win
    Ben,4,6,loss
    Cleo,4,8,loss

    """

  static let manual = """
    # NAME

    A plugin for podium. `podium plugin test NAME` tests it, and `podium plugin install NAME` installs it; both are run in
    the folder that contains `NAME`.

    | file | contents |
    |---|---|
    | `plugin.json` | how to build and start the program, and its limits |
    | the program | reads requests and writes answers, one JSON object per line |
    | `data/` | a small example dataset |
    | `tests/` | sessions: commands and their expected output |

    The protocol is described in `plugins/README.md` of podium.

    """

  /// A session and its expected output, for the plugins with an importer.
  static let session = """
    podium> quiet: load NAME-sample
    podium> NAME table top=2
    competitor  points
    Ada             36
    Ben             32

    """
}
