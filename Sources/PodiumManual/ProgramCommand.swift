public import PodiumCore

/// A command of the command line (`podium`, `podium verify`) with its options, as the parser of arguments knows it.
public struct ProgramCommand: Sendable {
  /// An option, a flag or an argument.
  public struct Option: Sendable {
    /// The names with their hyphens (`-o`, `--output`); none for a positional argument.
    public let names: [String]
    /// The name of its value; nil for a flag.
    public let value: String?
    public let summary: String
    public let standard: String?
    public let isOptional: Bool
    public let isRepeating: Bool
    /// What its value may be; nil if it is anything.
    public internal(set) var completion: Completion?

    /// An option of a program that is not this one; repeated if `isRepeating`.
    public init(
      _ names: String..., value: String, _ summary: String, isRepeating: Bool = false, completion: Completion? = nil
    ) {
      (self.names, self.value, self.summary) = (names, value, summary)
      (standard, isOptional, self.isRepeating, self.completion) = (nil, true, isRepeating, completion)
    }

    init(
      names: [String], value: String?, summary: String, standard: String?, isOptional: Bool, isRepeating: Bool,
      completion: Completion?
    ) {
      (self.names, self.value, self.summary, self.standard) = (names, value, summary, standard)
      (self.isOptional, self.isRepeating, self.completion) = (isOptional, isRepeating, completion)
    }

    /// `--seed N`, `-o, --output FILE` or `FILE`.
    public var synopsis: String {
      let ending = value.map { "<" + $0 + ">" }
      guard !names.isEmpty else { return (ending ?? "") + (isRepeating ? "…" : "") }
      return names.joined(separator: ", ") + (ending.map { " " + $0 } ?? "")
    }
  }

  /// What a shell offers for a value.
  public enum Completion: Sendable, Equatable {
    case words([String])
    case wordsOrFiles([String])
    case files
    case folders

    /// As the parser describes it.
    fileprivate init?(_ value: JSONValue?, _ values: JSONValue?) {
      if let words = values?.array?.compactMap(\.string), !words.isEmpty {
        self = .words(words)
      } else if let words = value?["list"]?["values"]?.array?.compactMap(\.string) {
        // This word stands for a file.
        let plain = words.filter { $0 != "FILE" }
        self = plain.count == words.count ? .words(words) : .wordsOrFiles(plain)
      } else if value?["file"] != nil {
        self = .files
      } else if value?["directory"] != nil {
        self = .folders
      } else {
        return nil
      }
    }
  }

  /// The words that start it (`podium verify`).
  public let name: String
  public let summary: String
  public let discussion: String
  public let options: [Option]

  /// A command that another program does.
  public init(name: String, summary: String, discussion: String, options: [Option]) {
    (self.name, self.summary, self.discussion, self.options) = (name, summary, discussion, options)
  }

  /// Reads the description that the parser gives (`--experimental-dump-help`).
  ///
  /// Throws `bad-json`, or `bad-description` where it has no command.
  public init(description: String) throws(Diagnostic) {
    let value = try JSONReader.value(description)
    guard let command = value["command"], let name = command["commandName"]?.string else {
      throw Diagnostic("bad-description", "the description of the command line has no command")
    }
    self.name = name
    summary = command["abstract"]?.string ?? ""
    discussion = command["discussion"]?.string ?? ""
    options = (command["arguments"]?.array ?? []).compactMap(ProgramCommand.option)
  }

  private static func option(_ value: JSONValue) -> Option? {
    if case .bool(false)? = value["shouldDisplay"] { return nil }
    let names = (value["names"]?.array ?? []).compactMap { name -> String? in
      guard let text = name["name"]?.string, let kind = name["kind"]?.string else { return nil }
      return (kind == "long" ? "--" : "-") + text
    }
    let isFlag = value["kind"]?.string == "flag"
    return Option(
      names: names.sorted { $0.count < $1.count }, value: isFlag ? nil : value["valueName"]?.string ?? "value",
      summary: value["abstract"]?.string ?? "", standard: value["defaultValue"]?.string,
      isOptional: isTrue(value["isOptional"]), isRepeating: isTrue(value["isRepeating"]),
      completion: isFlag ? nil : Completion(value["completionKind"], value["allValues"]))
  }

  private static func isTrue(_ value: JSONValue?) -> Bool { if case .bool(true)? = value { true } else { false } }

  /// The options that another command does not have.
  func options(besides other: ProgramCommand?) -> [Option] {
    let known = Set(other?.options.flatMap(\.names) ?? [])
    return options.filter { option in option.names.isEmpty || !option.names.contains(where: known.contains) }
  }
}
