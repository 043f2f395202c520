extension Table {
  /// The SHA-256 of everything an evaluation can depend on: names, types, scales, categories and values, not roles.
  ///
  /// Two tables with the same hash give the same results; evaluation jobs are named by it.
  public func contentHash() -> String {
    var hash = SHA256()
    hash.update(text: "podium table 1")
    hash.update(text: String(rowCount))
    for column in columns {
      hash.update(text: column.name)
      hash.update(text: column.type.rawValue)
      if let scale = column.scale { hash.update(words: CollectionOfOne(scale.code.bitPattern)) }
      if let zone = column.zone { hash.update(text: zone.name) }
      switch column.values {
      case .number(let x): hash.update(words: x.lazy.map { $0.isNaN ? UInt64.max : $0.bitPattern })
      case .integer(let x): hash.update(words: x.lazy.map { UInt64(bitPattern: Int64($0)) })
      case .category(let x), .ordered(let x):
        for level in x.levels { hash.update(text: level) }
        hash.update(text: "")
        hash.update(words: x.codes.lazy.map { UInt64(bitPattern: Int64($0)) })
      case .text(let x):
        for text in x {
          hash.update(text: text == nil ? "0" : "1")
          hash.update(text: text ?? "")
        }
      case .boolean(let x): hash.update(x.lazy.map { $0.map { $0 ? 1 : 0 } ?? 2 })
      case .date(let x): hash.update(words: x.lazy.map { UInt64(bitPattern: Int64($0?.days ?? .min)) })
      case .datetime(let x):
        hash.update(words: x.lazy.map { UInt64(bitPattern: Int64($0?.microseconds ?? .min)) })
      }
    }
    return hash.hex()
  }
}

extension SHA256 {
  /// Takes in numbers of 64 bits, lowest byte first.
  mutating func update(words: some Sequence<UInt64>) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1 << 10) { some in
      var count = 0
      for word in words {
        some[count] = word.littleEndian
        count &+= 1
        if count < some.count { continue }
        update(UnsafeRawBufferPointer(some))
        count = 0
      }
      update(UnsafeRawBufferPointer(UnsafeMutableBufferPointer(rebasing: some[..<count])))
    }
  }
}
