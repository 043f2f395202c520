public import PodiumPlugin

/// The renderers that are built in.
public enum Renderers {
  /// All of them but those that hold tables alone, which need an exporter.
  public static let all: [any Renderer] = [
    TextLayout.terminal, TextLayout.plain, TextLayout.vertical, MarkdownRenderer(), HTMLRenderer(), LaTeXRenderer(),
    JSONRenderer(), RSTRenderer(),
  ]
}
