internal import PodiumCore
public import PodiumEngine
public import PodiumPlugin
internal import PodiumRender

/// What a Jupyter front end shows of a command: a notebook's export and a kernel have the same.
public enum JupyterOutput: Sendable {
  /// The outputs of the command but for its pictures.
  case result(MIMEBundle)
  /// A picture as it is and, for viewers that do not show untrusted SVG, as an image in HTML.
  case picture(MIMEBundle)
  /// Why the command failed, with the lines of its text.
  case error(code: String, message: String, lines: [String])

  /// The outputs of a command, its pictures, and its error.
  public static func all(of report: CommandReport) -> [JupyterOutput] {
    var found: [JupyterOutput] = []
    let rest = withoutPictures(report)
    if !rest.outputs.isEmpty {
      let html = MaskedText(rest.outputs.map { HTMLRenderer().render($0) }.joined()).text
      found.append(.result(MIMEBundle(["text/html": .text(html), "text/plain": .text(plain(report))])))
    }
    for case .figure(let figure) in report.outputs {
      var forms: [String: MIMEBundle.Content] = [
        "text/html": .text(HTMLRenderer().render(.figure(figure))), "text/plain": .text(figure.title),
      ]
      forms[figure.mediaType] = MIMEBundle.Content(figure)
      found.append(.picture(MIMEBundle(forms)))
    }
    if let error = report.error {
      found.append(
        .error(code: error.code, message: MaskedText(error.message).text, lines: complaint(report)))
    }
    return found
  }

  private static func withoutPictures(_ report: CommandReport) -> CommandReport {
    var rest = report
    rest.outputs.removeAll { if case .figure = $0 { true } else { false } }
    return rest
  }

  /// The printed output of a command, without its pictures and its error.
  static func plain(_ report: CommandReport) -> String {
    var rest = withoutPictures(report)
    rest.error = nil
    if rest.outputs.isEmpty { return "" }
    var renderer = TextRenderer(style: .notebook)
    renderer.style.rows = report.settings.rows
    return MaskedText(renderer.render(rest)).text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { OutputComparison.masked(String($0)) }.joined(separator: "\n")
  }

  /// The lines of a command's error, without the place, which would change with the prose above.
  static func complaint(_ report: CommandReport) -> [String] {
    guard var error = report.error else { return [] }
    error.place = nil
    return MaskedText(TextRenderer(style: .notebook).render(error, input: report.input)).text
      .split(separator: "\n").map { String($0) }
  }
}
