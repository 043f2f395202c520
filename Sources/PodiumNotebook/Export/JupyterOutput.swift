internal import PodiumCore
public import PodiumEngine
public import PodiumPlugin
internal import PodiumRender

/// What a Jupyter front end shows of a command: a notebook's export and a kernel have the same.
public enum JupyterOutput: Sendable {
  /// The outputs of a cell's last command but for its pictures.
  case result(MIMEBundle)
  /// The outputs of an earlier command, or a picture: as it is and, for viewers that do not show untrusted SVG, as an image
  /// in HTML.
  case display(MIMEBundle)
  /// What a program of the system's shell wrote.
  case stream(isError: Bool, String)
  /// Why the command failed, with the lines of its text.
  case error(code: String, message: String, lines: [String])

  /// So many bytes of what programs write are shown; then comes `cutNote`.
  public static let streamLimit = 10_000_000
  public static let cutNote = "\n… more than \(streamLimit / 1_000_000) MB; the rest is left out\n"

  /// The largest object of a command that is shown beside its text, in bytes.
  public static let largestObject = 16 << 10

  /// The outputs of a command, its pictures, and its error; `isLast` of its cell, and where `isStable`, without what changes
  /// from run to run, as in an export.
  public static func all(of report: CommandReport, isLast: Bool, isStable: Bool) -> [JupyterOutput] {
    let report = isStable ? report.stable : report
    var found: [JupyterOutput] = []
    var pictures: [JupyterOutput] = []
    let rest = report.withoutPictures
    if !rest.outputs.isEmpty {
      let text = text(of: rest)
      let html = MaskedText(rest.outputs.map { HTMLRenderer().render($0) }.joined()).text
      var forms: [String: MIMEBundle.Content] = [
        "text/html": .text(html), "text/plain": .text(isStable ? masked(text) : text),
      ]
      if let object = JSONRenderer().render(rest, isStable: isStable, limit: largestObject) {
        forms[objectType] = .text(MaskedText(object).text)
      }
      let bundle = MIMEBundle(forms)
      found.append(isLast ? .result(bundle) : .display(bundle))
    }
    for case .figure(let drawn) in report.outputs {
      let figure = drawn.masked
      var forms: [String: MIMEBundle.Content] = [
        "text/html": .text(HTMLRenderer().render(.figure(figure))), "text/plain": .text(figure.title),
      ]
      forms[figure.mediaType] = MIMEBundle.Content(figure)
      pictures.append(.display(MIMEBundle(forms)))
    }
    if case .figure? = report.outputs.first { found = pictures + found } else { found += pictures }
    if let error = report.error {
      let message = MaskedText(error.message).text
      found.append(.error(code: error.code, message: message, lines: complaint(report, error)))
    }
    return found
  }

  /// The MIME type of the object of `--format json`.
  static let objectType = "application/vnd.podium.v1+json"

  /// The printed output of a command, as a notebook records it, without its error.
  public static func text(of report: CommandReport) -> String {
    var rest = report
    rest.error = nil
    var renderer = TextRenderer(style: .notebook)
    renderer.style.rows = report.settings.rows
    return MaskedText(renderer.render(rest)).text
  }

  private static func masked(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { OutputComparison.masked(String($0)) }.joined(separator: "\n")
  }

  /// The lines of a command's error, without the place, which would change with the prose above.
  private static func complaint(_ report: CommandReport, _ error: Diagnostic) -> [String] {
    var error = error
    error.place = nil
    return MaskedText(TextRenderer(style: .notebook).render(error, input: report.input)).text
      .split(separator: "\n").map { String($0) }
  }
}

extension CommandReport {
  fileprivate var withoutPictures: CommandReport {
    var rest = self
    rest.outputs.removeAll { if case .figure = $0 { true } else { false } }
    return rest
  }

  /// The report without what changes from run to run, and without what holds only at this prompt.
  var stable: CommandReport {
    var report = recorded
    report.outputs = report.outputs.map { output in
      guard case .record(var record) = output else { return output }
      for place in record.fields.indices where record.fields[place].isVolatile {
        record.fields[place].values = record.fields[place].values.map { _ in .text("…") }
      }
      return .record(record)
    }
    (report.milliseconds, report.isTimed) = (0, false)
    return report
  }
}
