public import PodiumCore
public import PodiumEngine

extension JupyterOutput {
  /// Its type and content in a message of the protocol; `hash` is that of the source of its cell (`Notebook.Cell.hash`), by
  /// which a notebook that is made of it knows whether the cell was changed since.
  public func message(count: Int, of hash: String) -> (type: String, content: JSONValue) {
    (type, .object(members(count, hash, inFile: false)))
  }

  /// The output in a notebook's file.
  func json(count: Int, of hash: String) -> JSONValue {
    .object((members(count, hash, inFile: true) + [("output_type", .string(type))]).sorted { $0.0 < $1.0 })
  }

  private var type: String {
    switch self {
    case .result: "execute_result"
    case .display: "display_data"
    case .stream: "stream"
    case .error: "error"
    }
  }

  private func members(_ count: Int, _ hash: String, inFile: Bool) -> [(String, JSONValue)] {
    let metadata = ("metadata", JSONValue.object([("podium", .object([("of", .string(hash))]))]))
    switch self {
    case .result(let bundle):
      return [("data", bundle.json(inFile: inFile)), ("execution_count", .integer(count)), metadata]
    case .display(let bundle): return [("data", bundle.json(inFile: inFile)), metadata]
    case .stream(let isError, let text):
      return [("name", .string(isError ? "stderr" : "stdout")), ("text", inFile ? .lines(text) : .string(text))]
    case .error(let code, let message, let lines):
      return [
        ("ename", .string(code)), ("evalue", .string(message)), ("traceback", .array(lines.map(JSONValue.string))),
      ]
    }
  }
}

extension MIMEBundle {
  /// Its forms as Jupyter's `data`: texts as they are in a message and as lists of lines `inFile`, objects as values, bytes in
  /// base64.
  public func json(inFile: Bool) -> JSONValue {
    .object(
      entries.map { entry in
        switch entry.content {
        case .text(let text) where entry.type.hasSuffix("json"):
          (entry.type, (try? JSONReader.value(text)) ?? .string(text))
        case .text(let text): (entry.type, inFile ? .lines(text) : .string(text))
        case .bytes(let bytes): (entry.type, .string(Base64.text(bytes)))
        }
      })
  }
}

extension JSONValue {
  /// A text as Jupyter's files have it: a list of lines with their line ends.
  static func lines(_ text: String) -> JSONValue { .array(TextLines.split(text).map { .string(String($0)) }) }
}

/// The language as Jupyter knows it, which a kernel and the files of notebooks name alike.
public enum JupyterLanguage {
  /// The metadata `kernelspec` of a notebook.
  public static let kernel = JSONValue.object([
    ("display_name", .string("podium")), ("language", .string("podium")), ("name", .string("podium")),
  ])

  /// The `language_info` of a notebook and of a kernel; `version` is that of podium.
  public static func info(version: String) -> JSONValue {
    .object([
      ("codemirror_mode", .string("shell")), ("file_extension", .string(".podium")),
      ("mimetype", .string("text/x-podium")), ("name", .string("podium")), ("pygments_lexer", .string("bash")),
      ("version", .string(version)),
    ])
  }
}
