/// The style sheet of all pages: light and dark, from 320 px on, for thumbs, for print.
enum PageStyle {
  static let text = """
    :root { --ink: #1d2329; --quiet: #56616b; --paper: #ffffff; --cell: #f2f5f7; --line: #c3cbd3; --mark: #0b5c99;
      --bad: #a4262c; --good: #17633a; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --ink: #e3e8ec; --quiet: #a5b0ba; --paper: #14181c; --cell: #1e252b; --line: #46525d; --mark: #7bbef5;
        --bad: #ff9b9b; --good: #7fd6a4; }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
      overflow-wrap: anywhere; }
    header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; padding: .25rem 1rem;
      border-bottom: 1px solid var(--line); background: var(--cell); }
    header nav { flex: 1 1 auto; }
    header ul { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; padding: 0; list-style: none; }
    header form { display: flex; align-items: center; gap: .5rem; margin: 0; }
    header a { padding: .6rem .5rem; }
    header a, main a { display: inline-block; min-height: 44px; min-width: 44px; line-height: 1.5; }
    header a[aria-current] { font-weight: 700; text-decoration: none; border-bottom: 3px solid var(--mark); }
    main { max-width: 60rem; margin: 0 auto; padding: .5rem 1rem 4rem; }
    main a { padding: .6rem .1rem; }
    td a { padding: .6rem .4rem .6rem 0; margin: -.25em 0; }
    h1 { font-size: 1.5rem; line-height: 1.25; margin: .5em 0; }
    h2 { font-size: 1.15rem; line-height: 1.25; margin: 1.2em 0 .4em; }
    a { color: var(--mark); }
    .skip { position: absolute; left: -100vw; padding: .6rem 1rem; background: var(--paper); z-index: 2; }
    .skip:focus { left: 0; }
    :focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
    .hint, .note, caption, th, .following, .siblings { color: var(--quiet); }
    .hint { display: block; font-size: .875rem; }
    .error, .warning { color: var(--bad); font-weight: 600; }
    .error .hint { color: inherit; font-weight: 400; }
    .done { padding: .1rem .75rem; border-left: 4px solid var(--good); background: var(--cell); }
    .siblings { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; }
    pre { overflow-x: auto; padding: .7em .9em; background: var(--cell); border: 1px solid var(--line);
      white-space: pre-wrap; }
    code { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .875rem; }
    .list, .matches { margin: 0; padding: 0; list-style: none; }
    .list li { border-bottom: 1px solid var(--line); }
    .list a { display: block; }
    /* Too wide a table moves inside its box. */
    .wide { overflow-x: auto; margin: .6em 0; }
    table { border-collapse: collapse; font-size: .9375rem; font-variant-numeric: tabular-nums; }
    caption { text-align: left; font-weight: 600; padding: .3em 0; }
    th, td { padding: .25em .7em .25em 0; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap;
      overflow-wrap: normal; }
    th { font-weight: 600; border-bottom-width: 2px; }
    .number { text-align: right; }
    figure { margin: .8em 0; overflow-x: auto; }
    figure img { max-width: 100%; height: auto; background: #ffffff; }
    figcaption { color: var(--quiet); }
    button, input, select, textarea { font: inherit; font-size: max(16px, 1rem); min-height: 44px; max-width: 100%;
      color: var(--ink); background: var(--paper); border: 1px solid var(--quiet); border-radius: .4em;
      padding: .4em .7em; }
    input, select, textarea { width: 100%; }
    button { background: var(--mark); color: var(--paper); border-color: var(--mark); font-weight: 600; cursor: pointer; }
    header button, #pause { background: transparent; color: var(--mark); }
    label { display: block; font-weight: 600; }
    .field { margin: .8em 0; max-width: 30rem; }
    details { border: 1px solid var(--line); border-radius: .4em; margin: .5em 0; padding: 0 .75rem; }
    details[open] { padding-bottom: .75rem; }
    summary { min-height: 44px; padding: .6rem 0; cursor: pointer; font-weight: 600; }
    form .wide { margin: 0; }
    .matches li { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; align-items: center; padding: .25rem 0;
      border-bottom: 1px solid var(--line); }
    .matches .teams { padding: .6rem 0; }
    .score { font-size: 1.25rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .state { grid-column: 1 / -1; color: var(--quiet); }
    .playing { color: var(--good); font-weight: 600; }
    .following { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; }
    .now { font-size: 1.15rem; }
    .press { padding: 0 .5rem; background: var(--cell); }
    .press > summary { display: flex; align-items: center; min-height: 64px; font-size: 1.1rem; }
    .press button { width: 100%; min-height: 64px; }
    .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); gap: 0 .75rem; }
    #presses:empty { display: none; }
    #presses { position: sticky; bottom: 0; padding: .25rem .75rem; background: var(--cell);
      border: 2px solid var(--mark); border-radius: .4em; z-index: 1; }
    #presses ul { margin: 0; padding: 0; list-style: none; }
    [hidden] { display: none !important; }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important;
      scroll-behavior: auto !important; } }
    @media (forced-colors: active) { button, details, header a[aria-current] { border: 1px solid ButtonText; }
      .done { border-left-color: Highlight; } }
    @media print { header, .skip, details, .following, #presses, .siblings { display: none; }
      main { max-width: none; padding: 0; } .wide { overflow: visible; } th, td { white-space: normal; }
      tr { break-inside: avoid-page; } a { color: inherit; text-decoration: none; } }

    """
}
