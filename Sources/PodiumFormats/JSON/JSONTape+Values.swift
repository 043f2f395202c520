internal import PodiumCore

extension JSONTape {
  func items(of array: Int) -> [Int] {
    var found: [Int] = []
    var node = array + 1
    while node < nodes[array].next {
      found.append(node)
      node = nodes[node].next
    }
    return found
  }

  /// The nodes of an object's keys and values.
  func members(of object: Int) -> [(key: Int, value: Int)] {
    var found: [(key: Int, value: Int)] = []
    var node = object + 1
    while node + 1 < nodes[object].next {
      found.append((node, node + 1))
      node = nodes[node + 1].next
    }
    return found
  }

  func isContainer(_ node: Int) -> Bool { nodes[node].kind == .array || nodes[node].kind == .object }

  /// The text of a string node, with escapes resolved; the text is known to be UTF-8.
  func string(_ node: Int, in text: Span<UInt8>) -> String {
    let (start, end) = (nodes[node].start, nodes[node].end)
    if nodes[node].kind == .string { return NumberCell.string(text, start..<end) }
    return String(decoding: JSONLexer.resolved(text, start..<end), as: UTF8.self)
  }

  /// The text of any node on one line without spaces between its parts.
  func compact(_ node: Int, in text: Span<UInt8>) -> String {
    if nodes[node].kind == .string || nodes[node].kind == .escaped { return string(node, in: text) }
    var out: [UInt8] = []
    var inQuotes = false
    var i = nodes[node].start
    while i < nodes[node].end {
      let byte = text[i]
      if inQuotes {
        out.append(byte)
        if byte == 0x5C, i + 1 < nodes[node].end {
          out.append(text[i + 1])
          i += 1
        } else if byte == 0x22 {
          inQuotes = false
        }
      } else if byte > 0x20 {
        out.append(byte)
        if byte == 0x22 { inQuotes = true }
      }
      i += 1
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The value of a scalar node; a number that neither a double nor 64 bits can represent is its text, `isUnfit`.
  func value(_ node: Int, in text: Span<UInt8>) -> (value: Value, isUnfit: Bool) {
    switch nodes[node].kind {
    case .null: return (.missing, false)
    case .yes: return (.boolean(true), false)
    case .no: return (.boolean(false), false)
    case .string, .escaped: return (.text(string(node, in: text)), false)
    case .array, .object: return (.text(compact(node, in: text)), false)
    case .number:
      let range = nodes[node].start..<nodes[node].end
      switch NumberCell.read(text, range) {
      case .integer(let whole): return (.integer(whole), false)
      case .real(let real): return (.number(real), false)
      case .word, .other: return (.text(NumberCell.string(text, range)), true)
      }
    }
  }
}
