extension Skeleton {
  /// The files of a shell plugin: a single command, since a shell cannot parse JSON.
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
      # Each request is one line that begins with {"id":NUMBER,"do":"WORD". Each answer is one line with the same id.

      hello='"name":"NAME","version":"0.1.0","protocol":1,
      "summary":"Describe NAME here, in one sentence.",
      "registers":{"commands":[{
        "name":"NAME size","summary":"Count the rows of the current table.","table":"needed",
        "examples":[{"line":"NAME size","after":["load iris"],"caption":"the rows of iris","prints":"150"}]
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
          answer='"error":{"code":"unknown-request","message":"the request is not supported"}' ;;
        esac
        printf '{"id":%s,%s}\n' "$id" "$answer"
      done

      """#
    ),
  ]
}
