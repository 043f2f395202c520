import Glibc
import PodiumConsole
import PodiumCore
import PodiumShell
import Synchronization

/// Where reports are written: the format, the styles of both streams, and the window they must fit.
struct Screen: Sendable {
  /// What is known of a stream from the start.
  private struct Place: Sendable {
    let isTerminal: Bool
    let colour: Bool
  }

  private let output: Place
  private let error: Place
  private let fixedWidth: Bool
  private let isInteractive: Bool
  private let exporters: [String: any Exporter]
  private let pieces = Pieces()

  /// Looks at both streams once; the width of a window is asked for each report.
  init(_ options: LaunchOptions, exporters: [String: any Exporter], isInteractive: Bool) {
    output = Place(isTerminal: Terminal.isTerminal(.output), colour: Screen.colour(options.color, .output))
    error = Place(isTerminal: Terminal.isTerminal(.error), colour: Screen.colour(options.color, .error))
    fixedWidth = options.width != nil
    self.isInteractive = isInteractive
    self.exporters = exporters
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
    TextRenderer(style: style(.error, settings ?? Settings()))
  }

  /// Writes a report: what it gives to standard output, its error to the error stream or where `errors` says.
  func show(_ report: CommandReport, errors: Terminal.Stream = .error) {
    write(report)
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

  /// Writes what a report gives, in the format that is set.
  private func write(_ report: CommandReport) {
    let settings = report.settings
    switch settings.format {
    case .terminal, .vertical, nil:
      var style = style(.output, settings)
      if settings.format == .vertical { style.tables = .vertical }
      let text = TextRenderer(style: style).render(report)
      if settings.format == .vertical, !isInteractive { write(pieces: [text]) } else { page(text, settings) }
    case .plain: Terminal.write(TextRenderer(style: .plain).render(report), to: .output)
    case .json:
      let text = JSONRenderer().render(report) + "\n"
      Terminal.write(output.isTerminal ? SafeText.escapeJSON(text) : text, to: .output)
    case .markdown: write(pieces: [MarkdownRenderer().render(report)])
    case .html: Terminal.write(report.outputs.map(HTMLRenderer().render).joined(), to: .output)
    case .latex: write(pieces: report.outputs.map(LaTeXRenderer().render))
    case .csv, .tsv, .jsonl: writeTables(report)
    }
  }

  /// Writes the tables of a report, and on the error stream what is none.
  private func writeTables(_ report: CommandReport) {
    let format = report.settings.format ?? .csv
    guard let renderer = TablesRenderer(format, exporters) else { return }
    let (tables, remarks) = renderer.render(report)
    let texts = output.isTerminal ? tables.map { Screen.shown($0, format) } : tables
    if format == .jsonl { Terminal.write(texts.joined(), to: .output) } else { write(pieces: texts) }
    let words = errorRenderer(report.settings)
    for remark in remarks { Terminal.write(words.render(remark), to: .error) }
  }

  /// Writes texts with an empty line between them; at a prompt, commands stand apart by themselves.
  private func write(pieces texts: [String]) {
    if isInteractive { Terminal.write(texts.joined(separator: "\n"), to: .output) } else { pieces.write(texts) }
  }

  /// A table as a terminal may be shown it: of JSON what reads back as it was, else each line by itself.
  private static func shown(_ text: String, _ format: OutputFormat) -> String {
    switch format {
    case .jsonl: SafeText.escapeJSON(text)
    // Between its cells stand tabs.
    case .tsv: SafeText.escapeLines(text)
    default:
      text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.escape(String($0)) }
        .joined(separator: "\n")
    }
  }

  /// Writes a text, by a pager where a person would see only its end.
  private func page(_ text: String, _ settings: Settings) {
    if isInteractive, let window = TerminalSize.current, Pager.overflows(text, rows: window.rows),
      let pager = Pager.command(settings), Pager.show(text, with: pager)
    {
      return
    }
    Terminal.write(text, to: .output)
  }

  /// A line of a notebook's cell, as if it had been typed.
  func prompted(_ input: String) -> String {
    style(.output, Settings()).prompted("podium> " + SafeText.escapeLines(input))
  }

  /// The style for the window as it is now: people change its size.
  ///
  /// Files and pipes get every row; their lines are broken only where a width was asked for.
  private func style(_ stream: Terminal.Stream, _ settings: Settings) -> TextStyle {
    let place = stream == .output ? output : error
    var style = TextStyle.plain
    style.colour = place.colour
    if place.isTerminal || (stream == .output && settings.format == .terminal) {
      let isChosen = fixedWidth || settings.width != Settings().width
      style.width = isChosen ? settings.width : TerminalSize.current?.columns ?? settings.width
      style.rows = settings.rows
      if settings.screenreader { style = style.spoken }
    } else if fixedWidth {
      style.width = settings.width
    }
    return style
  }
}

/// Texts that would run into each other without an empty line between them.
private final class Pieces: Sendable {
  private let isBegun = Atomic(false)

  func write(_ texts: [String]) {
    for text in texts where !text.isEmpty {
      let isLater = isBegun.exchange(true, ordering: .relaxed)
      Terminal.write((isLater ? "\n" : "") + text, to: .output)
    }
  }
}
