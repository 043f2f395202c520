extension Skeleton {
  /// The files of a plugin in shell: one command, since a shell reads no JSON.
  static let shell: [(String, String)] = [
    (
      "plugin.json",
      """
      {
        "name": "NAME",
        "language": "shell",
        "run": "sh NAME.sh"
      }

      """
    ),
    ("README.md", manual),
    (
      "tests/NAME.session",
      """
      podium> quiet: load iris
      podium> NAME size
      size
      rows  150

      """
    ),
    (
      "NAME.sh",
      #"""
      #!/bin/sh
      # Every request is one line that begins with {"id":NUMBER,"do":"WORD".

      hello='"name":"NAME","version":"0.1.0","protocol":1,
      "summary":"What NAME is for, in one sentence.",
      "registers":{"commands":[{
        "name":"NAME size","summary":"Count the rows of the current table.","table":"needed",
        "examples":[{"line":"NAME size","after":["load iris"],"caption":"flowers","prints":"150"}]
      }]}'

      while IFS= read -r line; do
        id=$(printf '%s\n' "$line" | sed 's/^{"id":\([0-9]*\).*/\1/')
        case $line in
        *'"do":"hello"'*)
          answer=$(printf '%s' "$hello" | tr -d '\n') ;;
        *'"do":"command"'*)
          rows=$(printf '%s\n' "$line" | sed -n 's/.*"table":{"rows":\([0-9]*\).*/\1/p')
          answer='"outputs":[{"kind":"record","title":"size","fields":{"rows":'"${rows:-null}"'}}]' ;;
        *)
          answer='"error":{"code":"unknown-request","message":"unknown request"}' ;;
        esac
        printf '{"id":%s,%s}\n' "$id" "$answer"
      done

      """#
    ),
  ]
}
