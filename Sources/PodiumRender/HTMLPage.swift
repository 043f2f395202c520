internal import PodiumCore

/// The frame of a self-contained page: no scripts, no fonts, no other files.
///
/// It works on phones and on paper, in light and in dark mode; its content policy forbids anything from outside.
package enum HTMLPage {
  /// A page with a body of safe HTML.
  ///
  /// `isProse` says that tables hold sentences, which are wrapped.
  package static func document(title: String, body: String, isProse: Bool = false) -> String {
    // Text is escaped, so every "<table>" is a tag.
    let opened = TextSearch("<table>").replaced(by: "<div class=\"wide\"><table>", in: body)
    let wide = TextSearch("</table>").replaced(by: "</table></div>", in: opened)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="podium">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
      <title>\(SafeText.escapeMarkup(SafeText.escape(title)))</title>
      <style>
      \(style)</style>
      </head>
      <body>
      <main\(isProse ? " class=\"prose\"" : "")>

      """ + wide + "</main>\n</body>\n</html>\n"
  }

  private static let style = """
    :root { --ink: #1d2329; --quiet: #5d6873; --paper: #ffffff; --cell: #f4f6f8; --line: #d5dbe1; --mark: #0b62a4;
      --bad: #a4262c; --shade: rgb(0 0 0 / .18); }
    @media screen and (prefers-color-scheme: dark) { :root { --ink: #e3e8ec; --quiet: #9aa6b1; --paper: #14181c; --cell: #1e252b;
      --line: #37424c; --mark: #6cb6f2; --bad: #ff8f8f; --shade: rgb(0 0 0 / .7); } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
    main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: break-word; }
    h1, h2, h3 { line-height: 1.25; margin: 1.8em 0 .6em; }
    h1 { margin-top: .4em; font-size: 1.8rem; }
    a { color: var(--mark); }
    img { max-width: 100%; height: auto; }
    blockquote { margin: 1em 0; padding-left: 1em; border-left: .25em solid var(--line); color: var(--quiet); }
    pre, code { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .875rem; }
    pre { overflow-x: auto; margin: .6em 0; padding: .7em .9em; background: var(--cell); border-radius: .4em; }
    .with { margin: 0; color: var(--quiet); font-size: .875rem; }
    .cell { margin: 1.2em 0; border-left: .2em solid var(--mark); padding-left: .8em; }
    .source { margin: 0; }
    p code, li code, td code { padding: .1em .25em; background: var(--cell); border-radius: .25em; }
    .output { margin-top: .5em; font-size: .9375rem; }
    .output pre { background: none; border: 1px solid var(--line); }
    .output p { margin: .4em 0; }
    .output .heading { font-weight: 600; }
    .output .note { color: var(--quiet); }
    .output .warning, .error { color: var(--bad); }
    /* Too wide a table or picture moves inside its box, which is darker on the side where there is more of it. */
    .wide, figure { overflow-x: auto; margin: .6em 0;
      background: linear-gradient(90deg, var(--paper) 40%, transparent) 0 0 / 2rem 100% no-repeat local,
      linear-gradient(270deg, var(--paper) 40%, transparent) 100% 0 / 2rem 100% no-repeat local,
      linear-gradient(90deg, var(--shade), transparent) 0 0 / .5rem 100% no-repeat scroll,
      linear-gradient(270deg, var(--shade), transparent) 100% 0 / .5rem 100% no-repeat scroll; }
    table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
    /* A caption is read whole, also above a table that is wider than the screen. */
    caption { text-align: left; font-weight: 600; padding: .3em 0; min-width: min(20rem, 75vw); max-width: calc(100vw - 2rem); }
    th, td { padding: .25em .7em; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
    .prose td { white-space: normal; vertical-align: top; }
    th { color: var(--quiet); font-weight: 600; border-bottom-width: 2px; }
    .number { text-align: right; }
    figure { margin: .8em 0; }
    figcaption { color: var(--quiet); font-size: .875rem; }
    /* On a phone a picture is not made smaller than its texts can be read. */
    figure svg, figure img { display: block; max-width: max(100%, 34rem); height: auto; }
    .pf .bg { display: none; }
    /* A picture that brings no colours for the dark is drawn for paper. */
    figure img { background: #ffffff; border-radius: .4em; }
    .less { display: none; }
    @media (max-width: 30rem) { .more { display: none; } .less { display: block; } th.less, td.less { display: table-cell; }
      th, td { padding: .25em .4em; } .cell { padding-left: .6em; }
      td:last-child:not(.number) { white-space: normal; } }
    @media print { html { font-size: 10pt; } main { max-width: none; padding: 0; } pre { white-space: pre-wrap; }
      .wide, figure { overflow: visible; background: none; } th, td { white-space: normal; padding: .15em .4em; }
      figure svg, figure img { max-width: 100%; }
      figure, tr, .source { break-inside: avoid-page; } h1, h2, h3, .source, caption { break-after: avoid-page; } }

    """
}
