import Glibc
import PodiumConsole
import PodiumCore
import PodiumShell

/// Where reports are written: the format, the styles of both streams, and the window they must fit.
struct Screen: Sendable {
  /// The format that was asked for; by where the output goes when nil.
  let format: OutputFormat?
  private let style: TextStyle
  private let errorStyle: TextStyle
  private let fixedWidth: Bool
  private let isInteractive: Bool

  /// Looks at both streams once; the width of a window is asked for each report.
  init(_ options: LaunchOptions, isInteractive: Bool) {
    format = options.format
    // Files and pipes get every row; their lines are broken only where a width was asked for.
    style = Screen.style(
      .output, width: options.width, colour: Screen.colour(options.color, .output),
      forced: options.format == .terminal)
    errorStyle = Screen.style(.error, width: options.width, colour: Screen.colour(options.color, .error))
    fixedWidth = options.width != nil
    self.isInteractive = isInteractive
  }

  private static func style(
    _ stream: Terminal.Stream, width: Int?, colour: Bool, forced: Bool = false
  ) -> TextStyle {
    let standard = Settings()
    let isScreen = forced || Terminal.isTerminal(stream)
    var style = TextStyle.plain
    style.width = width ?? (isScreen ? standard.width : nil)
    style.rows = isScreen ? standard.rows : nil
    style.colour = colour
    return style
  }

  private static func colour(_ choice: ColourChoice, _ stream: Terminal.Stream) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      Terminal.isTerminal(stream) && Environment.variable("NO_COLOR") == nil
        && Environment.variable("TERM") != "dumb"
    }
  }

  /// An error as it is shown.
  func words(of error: Diagnostic) -> String {
    error.code == Diagnostic.interrupted.code
      ? "interrupted; nothing was changed\n" : errorRenderer(nil).render(error, input: "")
  }

  /// Draws what goes to the error stream.
  func errorRenderer(_ settings: Settings?) -> TextRenderer {
    TextRenderer(style: fitted(errorStyle, settings ?? Settings()))
  }

  /// Writes a report: what it gives to standard output, its error to the error stream or where `errors` says.
  func show(_ report: CommandReport, errors: Terminal.Stream = .error) {
    switch format {
    case .json:
      let text = JSONRenderer().render(report) + "\n"
      Terminal.write(Terminal.isTerminal(.output) ? SafeText.escapeJSON(text) : text, to: .output)
    case .markdown: Terminal.write(MarkdownRenderer().render(report), to: .output)
    case .plain: Terminal.write(TextRenderer(style: .plain).render(report), to: .output)
    case .terminal, nil:
      page(TextRenderer(style: fitted(style, report.settings)).render(report), report.settings)
    }
    if let error = report.error {
      if report.status == .interrupted, isInteractive {
        // The terminal has echoed the key as ^C; what is said begins on a line of its own.
        let help = error.help.map { "help: " + SafeText.escape($0) + "\n" } ?? ""
        Terminal.write("\ninterrupted; nothing was changed\n" + help, to: .error)
      } else {
        Terminal.write(errorRenderer(report.settings).render(error, input: report.input), to: errors)
      }
    }
  }

  /// Writes a text, by a pager where a person would see only its end.
  private func page(_ text: String, _ settings: Settings) {
    if isInteractive, let window = TerminalSize.current, Pager.overflows(text, rows: window.rows),
      let pager = Pager.command(settings.pager), Pager.show(text, with: pager)
    {
      return
    }
    Terminal.write(text, to: .output)
  }

  /// A line of a notebook's cell, as if it had been typed.
  func prompted(_ input: String) -> String { style.prompted("podium> " + SafeText.escapeLines(input)) }

  /// The style for the window as it is now: people change its size.
  private func fitted(_ style: TextStyle, _ settings: Settings) -> TextStyle {
    var style = style
    if style.rows != nil { style.rows = settings.rows }
    if style.width != nil {
      let isChosen = fixedWidth || settings.width != Settings().width
      style.width = isChosen ? settings.width : TerminalSize.current?.columns ?? settings.width
    }
    return style
  }
}
