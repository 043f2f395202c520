internal import PodiumPlugin

/// A simple command line, read without the argument parser.
///
/// The parser looks up conformances by name, and each first lookup searches all those of the program: 3 ms of the 8
/// that a start may take. Everything else is left to the parser: help, mistakes, subcommands, short forms,
/// `--name=value`.
package struct QuickLine {
  package var options = LaunchOptions()
  /// The commands of `-c`.
  package var commands: [String] = []

  /// Nil if the argument parser must read it.
  package init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      switch name {
      case "--no-rc": options.noStartupFile = true
      case "--keep-going": options.keepGoing = true
      case "--trust": options.trust = true
      case "-c", "--format", "--color", "--workspace", "--plugins", "--seed", "--threads", "--width":
        // Only -c takes a value that looks like an option; the parser reports all others.
        guard let value = rest.popFirst(), name == "-c" || !value.hasPrefix("-"), set(name, value) else { return nil }
      default: return nil
      }
    }
  }

  private mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "-c": commands.append(value)
    case "--format": return assign(LaunchOptions.mayBeFormat(value) ? value : nil, to: \.format)
    case "--workspace": options.workspace = value
    case "--plugins": options.plugins = value
    case "--seed": return assign(UInt64(value), to: \.seed)
    case "--threads": return assign(Int(value).flatMap(LaunchOptions.threadRange.checked), to: \.threads)
    case "--width": return assign(Int(value).flatMap(LaunchOptions.widthRange.checked), to: \.width)
    default:
      guard let choice = ColourChoice(rawValue: value) else { return false }
      options.color = choice
    }
    return true
  }

  private mutating func assign<Value>(_ value: Value?, to place: WritableKeyPath<LaunchOptions, Value?>) -> Bool {
    options[keyPath: place] = value
    return value != nil
  }
}

extension ClosedRange {
  /// The value, if it is in the range.
  fileprivate func checked(_ value: Bound) -> Bound? { contains(value) ? value : nil }
}
