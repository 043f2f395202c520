internal import PodiumCore
internal import PodiumPlugin

/// The form of a verb: what its signature takes, as labels and inputs.
struct PageForm {
  let verb: String
  let summary: String
  let inputs: [Input]
  /// The words that the page's own address gives, by their places among the words.
  private let given: [Int: String]
  /// The action of a record that it is the form of; nil for the form of a page.
  private var action: ActionForm?

  /// One input, named `w-` and the name of a word, or `k-` and a key.
  struct Input {
    let name: String
    let label: String
    let parameter: ParameterDescription
    let isRequired: Bool
    /// The place among the words; nil for a key.
    let place: Int?
    /// Whether each line is a word of its own.
    let isMany: Bool

    init(
      _ label: String, _ parameter: ParameterDescription, prefix: String = "", at place: Int? = nil,
      isRequired: Bool? = nil, isSplit: Bool = false
    ) {
      (name, self.label, self.parameter, self.place) = (prefix + label, label, parameter, place)
      self.isRequired = isRequired ?? parameter.isRequired
      isMany = parameter.form == .positional(many: true) && !isSplit
    }
  }

  /// What no form asks for: the time and the retry key are not typed by people.
  private static let unasked: Set<String> = ["now", "request", "key", "revision", "replace"]
  /// What the script adds: the time of the press.
  static let ofDevice = "k-device"

  /// The form of an offered verb; `values` are the names of the page's path with their values.
  init(_ offer: Offer, _ signature: Signature, values: [String: String], things: [ThingDescription]) {
    verb = signature.name
    summary = PageForm.title(signature)
    let names = offer.template.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
    let words = signature.parameters.map(\.description).filter { $0.form != .key }
    var (given, inputs): ([Int: String], [Input]) = ([:], [])
    for (place, name) in names.enumerated() {
      guard let parameter = place < words.count ? words[place] : words.last else { break }
      if let value = values[name] ?? PageForm.subject(of: signature.name, place, things).flatMap({ values[$0] }) {
        given[place] = value
        continue
      }
      let isSplit = parameter.form == .positional(many: true) && names.count > words.count
      let isRequired = parameter.isRequired && (!isSplit || place < words.count)
      inputs.append(Input(name, parameter, prefix: "w-", at: place, isRequired: isRequired, isSplit: isSplit))
    }
    for parameter in signature.parameters.map(\.description) where parameter.form == .key {
      guard !PageForm.unasked.contains(parameter.name), offer.fills[parameter.name] == nil else { continue }
      inputs.append(Input(parameter.name, parameter, prefix: "k-"))
    }
    (self.inputs, self.given) = (inputs, given)
  }

  /// The form of an action of a record, whose inputs go by the names of its fields.
  init(_ action: String, _ form: ActionForm, _ signature: Signature) {
    verb = action
    summary = PageForm.title(signature)
    inputs = form.inputs.map { Input($0.name, $0.parameter) }
    given = [:]
    self.action = form
  }

  private static func title(_ signature: Signature) -> String {
    signature.summary.hasSuffix(".") ? String(signature.summary.dropLast()) : signature.summary
  }

  /// What was filled in as members of a record; what is empty is left out, and what is as the record has it.
  ///
  /// `shown` is what the form showed of the record: a field that was emptied is cleared.
  func members(
    _ fields: [ServedRequest.Parameter], shown: [String: String] = [:]
  ) throws(Diagnostic) -> [(String, JSONValue)] {
    let set = try filled(fields).filter { shown[$0.input.name] != $0.value }.map { input, value in
      let lines = value.split(whereSeparator: \.isNewline).map { JSONValue.string(String($0)) }
      return (input.name, input.isMany ? JSONValue.array(lines) : .string(value))
    }
    let emptied = fields.filter { $0.value.isEmpty && shown[$0.name] != nil }.map { ($0.name, JSONValue.null) }
    return set + emptied
  }

  /// The values of a record that the form can show as they would be typed.
  func shown(_ record: Record) -> [String: String] {
    var shown: [String: String] = [:]
    for input in action?.inputs ?? [] where input.parameter.form != .positional(many: true) {
      guard let text = action?.text(input, of: record), !text.contains(where: \.isNewline) else { continue }
      if case .choice(let words) = input.parameter.type, !words.contains(text) { continue }
      shown[input.name] = text
    }
    return shown
  }

  /// The inputs that were filled in; throws `bad-request` for a field that is none of the form, or is there twice.
  private func filled(_ fields: [ServedRequest.Parameter]) throws(Diagnostic) -> [(input: Input, value: String)] {
    var (found, seen): ([(input: Input, value: String)], Set<String>) = ([], [])
    for field in fields where !PageForm.ownNames.contains(field.name) {
      guard let input = inputs.first(where: { $0.name == field.name }), seen.insert(field.name).inserted else {
        throw RequestBody.bad("'\(Abridged.text(field.name))' is not a field of this form, or is there twice")
      }
      if !field.value.isEmpty { found.append((input, field.value)) }
    }
    return found
  }

  private static let ownNames: Set<String> = ["verb", "request_key", "revision"]

  /// What a verb's first word names, where the verb is an action on one record: the last part of its kind.
  private static func subject(of verb: String, _ place: Int, _ things: [ThingDescription]) -> String? {
    guard place == 0 else { return nil }
    let thing = things.first { thing in
      thing.verbs.contains { $0.value == verb && !["add", "new", "list"].contains($0.key) }
    }
    return thing?.kind.split(separator: ".").last.map(String.init)
  }

  /// The command of what was filled in; what is empty is left out.
  ///
  /// Throws what `filled` throws.
  func command(_ fields: [ServedRequest.Parameter]) throws(Diagnostic) -> ServedCommand {
    var words: [Int: [String]] = given.mapValues { [$0] }
    var keys: [(name: String, value: String)] = []
    for (input, typed) in try filled(fields) {
      // Keyboards of phones put a space after a word.
      var rest = typed[...]
      while rest.last?.isWhitespace == true { rest.removeLast() }
      let value = String(rest.drop(while: \.isWhitespace))
      if value.isEmpty { continue }
      if let place = input.place {
        if input.label == "minute", value.utf8.first.map({ (0x30...0x39).contains($0) }) != true {
          throw Diagnostic(
            "bad-value", "'\(Abridged.text(value))' is not a minute", help: "as in 33 or 45+2", subject: "minute")
        }
        // Words that are only words go as they are typed, as in `017 beats 006`; names may have spaces.
        let isPlain = input.parameter.name == "words"
        let parts = value.split { isPlain ? $0.isWhitespace : $0.isNewline }
        words[place] = input.isMany ? parts.map(String.init) : [value]
      } else {
        keys.append((input.parameter.name, value))
      }
    }
    // A word that was left out keeps its place before those that follow it.
    let last = words.keys.max() ?? -1
    return ServedCommand(verb: verb, words: (0..<max(0, last + 1)).flatMap { words[$0] ?? [""] }, keys: keys)
  }

  // MARK: Markup

  /// The form below a heading that opens it, with what was sent by it and refused, or with what a record shows.
  func html(
    to address: String, sent: Pages.Sent?, shown: [String: String] = [:], revision: Int? = nil, isOpen: Bool = false,
    _ words: PageWords = .english
  ) -> HTML {
    let error = sent?.verb == verb ? sent?.error : nil
    let values = error.flatMap { _ in sent?.values } ?? shown
    let asked = inputs.filter { $0.place != nil || $0.isRequired }
    let others = inputs.filter { $0.place == nil && !$0.isRequired && $0.name != PageForm.ofDevice }
    let isLong = asked.count + others.count > 6
    let more: [HTML] =
      !isLong || others.isEmpty
      ? others.map { html(of: $0, values, words) }
      : [
        .tag(
          "details", ["open": others.contains { values[$0.name]?.isEmpty == false } ? "" : nil],
          [.tag("summary", [:], "more fields")] + others.map { html(of: $0, values, words) })
      ]
    return .tag(
      "details", ["class": "form", "open": error == nil && !isOpen ? nil : ""],
      .tag("summary", [:], .text(words[summary])),
      .tag(
        "form", ["method": "post", "action": address],
        [
          error.map { PageForm.alert($0, words) } ?? "",
          .hidden("verb", verb), .hidden("request_key", SecretText.cookie()),
          revision.map { .hidden("revision", "\($0)") } ?? "",
        ] + asked.map { html(of: $0, values, words) } + more + [.tag("button", [:], .text(words[summary]))]))
  }

  /// What went wrong, read aloud at once.
  static func alert(_ problem: Diagnostic, _ words: PageWords = .english) -> HTML {
    let (message, help) = words.said(problem)
    return .tag(
      "p", ["class": "error", "role": "alert"], .text(message),
      help.map { .tag("span", ["class": "hint"], .text($0)) } ?? "")
  }

  private func html(of input: Input, _ values: [String: String], _ words: PageWords) -> HTML {
    let parameter = input.parameter
    let id = verb.replacing(" ", with: "-") + "-" + input.name
    let label = input.label.replacing("-", with: " ").replacing("_", with: " ")
    var hint = words[parameter.help]
    if input.isMany { hint += " One a line." }
    if words.isEnglish, !["text", "words"].contains(parameter.allowed), !hint.contains(parameter.allowed) {
      hint += " (" + parameter.allowed + ")"
    }
    return .field(
      id, words[label] + (input.isRequired ? " (required)" : ""),
      control(input, id, values[input.name] ?? "", words),
      hint: .tag("span", ["class": "hint", "id": id + "-hint"], .text(hint)))
  }

  private func control(_ input: Input, _ id: String, _ value: String, _ words: PageWords) -> HTML {
    let required = input.isRequired ? "" : nil as String?
    let (name, hint) = (input.name, id + "-hint")
    func select(_ options: [String]) -> HTML {
      .tag(
        "select", ["id": id, "name": name, "required": required, "aria-describedby": hint],
        HTML.options([""] + options, chosen: value) { words[$0] })
    }
    if input.isMany {
      return .tag(
        "textarea", ["id": id, "name": name, "rows": "4", "required": required, "aria-describedby": hint],
        .lines("\n" + value))
    }
    var (type, range, mode) = ("text", nil as ClosedRange<Int>?, nil as String?)
    switch input.parameter.type {
    case .flag: return select(["yes", "no"])
    case .choice(let words): return select(words)
    case .integer(let bounds): (type, range) = ("number", bounds)
    case .number: mode = "decimal"
    case .share, .text, .column, .learner, .list: break
    }
    return .tag(
      "input",
      [
        "id": id, "name": name, "type": type, "min": range.map { "\($0.lowerBound)" },
        "max": range.map { "\($0.upperBound)" }, "step": range == nil ? nil : "1", "inputmode": mode, "value": value,
        "required": required, "autocomplete": range == nil ? "off" : nil, "aria-describedby": hint,
      ])
  }
}
