internal import Glibc
internal import PodiumAssembly
package import PodiumConsole
package import PodiumCore
package import PodiumPlugin
package import PodiumRender
internal import Synchronization

/// Writes reports: the format, the styles of both streams, and the window they must fit.
package struct TerminalScreen: Sendable {
  /// The properties of a stream, which do not change.
  private struct Place: Sendable {
    let isTerminal: Bool
    let colour: Bool
  }

  private let output: Place
  private let error: Place
  private let fixedWidth: Bool
  private let isInteractive: Bool
  private let pieces = Pieces()
  /// Where the renderers of the session are.
  var registry: Registry?
  /// The progress line; nil if there is no terminal to show it.
  package let progress = ProgressLine()

  /// Inspects both streams once; the width of the window is read for each report.
  init(_ options: LaunchOptions, isInteractive: Bool) {
    output = Place(isTerminal: Terminal.isTerminal(.output), colour: TerminalScreen.colour(options.color, .output))
    error = Place(isTerminal: Terminal.isTerminal(.error), colour: TerminalScreen.colour(options.color, .error))
    fixedWidth = options.width != nil
    self.isInteractive = isInteractive
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

  /// The text of an error.
  package func words(of error: Diagnostic) -> String {
    error.code == Diagnostic.interrupted.code
      ? error.message + "\n" : errorRenderer(nil).render(error, input: "")
  }

  /// The renderer of the error stream.
  package func errorRenderer(_ settings: Settings?) -> TextRenderer {
    TextRenderer(style: TextStyle(page(.error, settings ?? Settings())))
  }

  /// Writes a text after clearing the progress line.
  func write(_ text: String, to stream: Terminal.Stream) {
    progress?.end()
    Terminal.write(text, to: stream)
  }

  /// Writes a report: its outputs to standard output, its error to the stream `errors`.
  ///
  /// A long report stops when it is cancelled.
  func show(
    _ report: CommandReport, errors: Terminal.Stream = .error, until cancellation: Cancellation = Cancellation()
  ) {
    let wasDrawn = progress?.end() ?? false
    if report.status == .interrupted {
      _ = put(sheets(report), report.settings, until: Cancellation())
    } else if let sheets = report.isShort ? sheets(report) : try? cancellation.detached({ sheets(report) }),
      put(sheets, report.settings, until: cancellation)
    {
      // All of it was written.
    } else {
      Terminal.write((isInteractive ? "\n" : "") + "interrupted; the rest is not shown\n", to: .error)
    }
    if let error = report.error {
      if report.status == .interrupted, isInteractive {
        // The terminal has echoed ^C, so the message needs a new line.
        let help = error.help.map { "help: " + SafeText.escapeSentence($0) + "\n" } ?? ""
        Terminal.write((wasDrawn ? "" : "\n") + error.message + "\n" + help, to: .error)
      } else {
        Terminal.write(errorRenderer(report.settings).render(error, input: report.input), to: errors)
      }
    }
  }

  /// Writes the report of a watched command from the top of the window, as far as it fits; elsewhere below the last one.
  func redraw(_ report: CommandReport, every seconds: Double, until cancellation: Cancellation) {
    let isDumb = Environment.variable("TERM") == "dumb" || report.settings.screenreader
    let renderer = registry?.renderer(report.settings.format ?? TextLayout.terminal.key) ?? TextLayout.terminal
    guard output.isTerminal, !isDumb, renderer.isForReading, let window = TerminalSize.current else {
      return show(report, until: cancellation)
    }
    progress?.end()
    let frame = TextRenderer(style: TextStyle(page(.output, report.settings)))
    func rows(_ text: String) -> [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
    let interval = NumberText.shortest(seconds)
    let head = rows(
      frame.render(.text("every \(interval) s: \(SafeText.escapeSentence(report.input)); Ctrl-C ends it")))
    var text = sheets(report).map(\.text).joined()
    if let error = report.error { text += errorRenderer(report.settings).render(error, input: report.input) }
    let body = rows(text)
    let room = max(1, window.rows - head.count - 2)
    var lines = head + body.prefix(room)
    if body.count > room { lines += rows(frame.render(.text("… \((body.count - room).counted("more line"))"))) }
    // From the top left, without a flash: each row is cleared as it is written, and what is left below after it.
    Terminal.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K\r\n" }.joined() + "\u{1B}[J", to: .output)
  }

  /// Clears the window and what a terminal keeps above it; elsewhere there is nothing to clear.
  func clear() {
    guard output.isTerminal, Environment.variable("TERM") != "dumb" else { return }
    progress?.end()
    Terminal.write("\u{1B}[H\u{1B}[2J\u{1B}[3J", to: .output)
  }

  /// A text to be written to a stream.
  private struct Sheet: Sendable {
    var text: String
    var stream = Terminal.Stream.output
    /// Whether it needs an empty line between it and what was written before.
    var isPiece = false
    /// Whether a pager shows it if it is longer than the window.
    var isPaged = false
    /// Whether its end is what is looked for.
    var isFromEnd = false
  }

  /// The outputs of a report, in the current format.
  private func sheets(_ report: CommandReport) -> [Sheet] {
    let settings = report.settings
    let renderer = registry?.renderer(settings.format ?? TextLayout.terminal.key) ?? TextLayout.terminal
    let rendered = renderer.render(report, on: page(.output, settings))
    var texts = output.isTerminal ? rendered.texts.map(renderer.shown) : rendered.texts
    // At a prompt, the echoed commands separate the outputs already.
    if rendered.isSeparated, isInteractive { texts = [texts.joined(separator: "\n")] }
    let isPiece = rendered.isSeparated && !isInteractive
    let isPaged = renderer.isForReading && renderer.mediaType == nil
    let words = errorRenderer(settings)
    let isFromEnd = report.input == "history" || report.input.hasPrefix("history ")
    return texts.map { Sheet(text: $0, isPiece: isPiece, isPaged: isPaged, isFromEnd: isFromEnd) }
      + rendered.remarks.map { Sheet(text: words.render($0), stream: .error) }
  }

  /// Writes texts in order; returns whether all of them were written.
  private func put(_ sheets: [Sheet], _ settings: Settings, until cancellation: Cancellation) -> Bool {
    for sheet in sheets where !sheet.text.isEmpty {
      if sheet.isPaged, isInteractive, let window = TerminalSize.current,
        Pager.overflows(sheet.text, rows: window.rows), let pager = Pager.command(settings),
        Pager.show(sheet.text, with: pager, fromEnd: sheet.isFromEnd, until: cancellation)
      {
        if cancellation.isCancelled { return false }
        continue
      }
      let text = sheet.isPiece ? pieces.apart(sheet.text) : sheet.text
      if !Terminal.write(text, to: sheet.stream, until: cancellation) { return false }
    }
    return true
  }

  /// A line of a notebook's cell with a prompt, as if it had been typed.
  func prompted(_ input: String) -> String {
    TextStyle(page(.output, Settings())).prompted("podium> " + SafeText.escapeLines(input))
  }

  /// The page of a stream, for the current size of the window.
  ///
  /// Files and pipes get every row; their lines are wrapped only if a width was set.
  private func page(_ stream: Terminal.Stream, _ settings: Settings) -> Page {
    let place = stream == .output ? output : error
    var page = Page(hasColour: place.colour)
    if place.isTerminal || (stream == .output && settings.format == TextLayout.terminal.key) {
      let isChosen = fixedWidth || settings.width != Settings().width
      page.width = isChosen ? settings.width : TerminalSize.current?.columns ?? settings.width
      page.rows = settings.rows
      page.isSpoken = settings.screenreader
      page.isASCII = !Environment.isUTF8
    } else if fixedWidth {
      page.width = settings.width
    }
    return page
  }
}

/// Puts an empty line between texts.
private final class Pieces: Sendable {
  private let isBegun = Atomic(false)

  /// The text with an empty line before it unless it is the first.
  func apart(_ text: String) -> String { (isBegun.exchange(true, ordering: .relaxed) ? "\n" : "") + text }
}

extension CommandReport {
  /// Whether rendering it takes less time than handing it to another thread.
  fileprivate var isShort: Bool {
    outputs.count <= 10
      && outputs.allSatisfy { output in
        switch output {
        case .note(let note), .notice(let note), .warning(let note): note.sentence.utf8.count <= 10_000
        case .text(let text): text.utf8.count <= 10_000
        case .record(let record): record.fields.count <= 50 && record.fields.allSatisfy(\.isShort)
        default: false
        }
      }
  }
}

extension RecordOutput.Field {
  fileprivate var isShort: Bool {
    values.count <= 20
      && values.allSatisfy { value in
        if case .text(let text) = value { text.utf8.count <= 1000 } else { true }
      }
  }
}
