internal import PodiumCore
public import PodiumPlugin

/// An output in every form that a front end may show.
public struct MIMEBundle: Sendable {
  /// The content of a form: text or binary data.
  public enum Content: Sendable, Equatable {
    case text(String)
    case bytes([UInt8])
  }

  /// A form with its MIME type.
  public struct Entry: Sendable, Equatable {
    public let type: String
    /// The content in that form.
    public let content: Content
  }

  /// The forms, by type in code-point order.
  public let entries: [Entry]

  /// Puts forms in order.
  package init(_ forms: [String: Content]) {
    entries = forms.inCodePointOrder(by: \.key)
      .map { Entry(type: $0.key, content: $0.value) }
  }

  /// The form of a type; nil if there is none.
  public subscript(_ type: String) -> Content? { entries.first { $0.type == type }?.content }
}

extension MIMEBundle.Content {
  /// A figure in its own form: text where it is XML; nil if its data are not in memory.
  package init?(_ figure: FigureOutput) {
    guard let data = figure.data else { return nil }
    let text = figure.mediaType.hasSuffix("xml") ? String(validating: data, as: UTF8.self) : nil
    self = text.map(Self.text) ?? .bytes(data)
  }
}

extension Registry {
  /// An output in all forms that the renderers write, and a figure in its own form; `types` limits the forms, nil means
  /// all.
  public func bundle(of output: Output, types: Set<String>? = nil) -> MIMEBundle {
    bundle(of: [output], types: types)
  }

  /// The outputs of a command as one bundle.
  public func bundle(of outputs: [Output], types: Set<String>? = nil) -> MIMEBundle {
    bundle(outputs, types) { $0.render(outputs) }
  }

  /// A report as one bundle, its plain text fitted to `width` columns; its error is in the JSON alone.
  public func bundle(of report: CommandReport, width: Int, types: Set<String>? = nil) -> MIMEBundle {
    bundle(report.outputs, types) { whole in
      let renderer = whole.mediaType == "text/plain" ? self.renderer("terminal") ?? whole : whole
      return renderer.render(report, on: Page(width: width)).texts.joined()
    }
  }

  private func bundle(
    _ outputs: [Output], _ types: Set<String>?, _ render: (any Renderer) -> String
  ) -> MIMEBundle {
    func isWanted(_ type: String) -> Bool { types?.contains(type) ?? true }
    var found: [String: MIMEBundle.Content] = [:]
    for renderer in renderers.values {
      guard let type = renderer.mediaType, isWanted(type) else { continue }
      let text = render(renderer)
      if !text.isEmpty { found[type] = .text(text) }
    }
    for case .figure(let figure) in outputs where isWanted(figure.mediaType) {
      if let content = MIMEBundle.Content(figure) { found[figure.mediaType] = content }
    }
    return MIMEBundle(found)
  }
}
