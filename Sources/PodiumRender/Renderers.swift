public import PodiumPlugin

/// The renderers that are built in.
public enum Renderers {
  /// All except those for tables only, which need an exporter.
  public static let all: [any Renderer] = [
    TextLayout.terminal, TextLayout.plain, TextLayout.vertical, MarkdownRenderer(), HTMLRenderer(), LaTeXRenderer(),
    JSONRenderer(), RSTRenderer(),
  ]
}
