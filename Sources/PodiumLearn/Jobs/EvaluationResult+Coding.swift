internal import PodiumCore

extension EvaluationResult {
  private enum CodingKeys: String, CodingKey {
    case jobID, repeatIndex, fold, rows, outcome, seconds, isConstant
    case packedRows, packedCodes, classCount, packedProbabilities, packedNumbers
    // As an older podium wrote them: decimal numbers.
    case codes, probabilities, numbers
  }

  /// Writes a prediction packed; a failure has no numbers.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(jobID, forKey: .jobID)
    try fields.encode(repeatIndex, forKey: .repeatIndex)
    try fields.encode(fold, forKey: .fold)
    try fields.encode(seconds, forKey: .seconds)
    if isConstant { try fields.encode(true, forKey: .isConstant) }
    try fields.encode(PackedNumbers.text(rows), forKey: .packedRows)
    switch outcome {
    case .failed: try fields.encode(outcome, forKey: .outcome)
    case .predicted(.numbers(let values)): try fields.encode(PackedNumbers.base64(values), forKey: .packedNumbers)
    case .predicted(.classes(let codes, let probabilities)):
      try fields.encode(PackedNumbers.text(codes), forKey: .packedCodes)
      if let probabilities {
        try fields.encode(probabilities.columns, forKey: .classCount)
        try fields.encode(PackedNumbers.base64(probabilities.elements), forKey: .packedProbabilities)
      }
    }
  }

  /// A prediction as the JSON that an encoder with sorted keys writes; nil for a failure.
  ///
  /// An encoder looks at each byte of the long texts, which would delay Ctrl-C.
  package func packedJSON() -> String? {
    guard case .predicted(let prediction) = outcome, seconds.isFinite else { return nil }
    var fields: [(key: CodingKeys, text: String)] = []
    func add(_ key: CodingKeys, quoted text: String) { fields.append((key, "\"" + text + "\"")) }
    switch prediction {
    case .numbers(let values): add(.packedNumbers, quoted: PackedNumbers.base64(values))
    case .classes(let codes, let probabilities):
      add(.packedCodes, quoted: PackedNumbers.text(codes))
      if let probabilities {
        fields.append((.classCount, String(probabilities.columns)))
        add(.packedProbabilities, quoted: PackedNumbers.base64(probabilities.elements))
      }
    }
    add(.packedRows, quoted: PackedNumbers.text(rows))
    fields.append((.jobID, JSONValue.string(jobID).text))
    fields.append((.repeatIndex, String(repeatIndex)))
    fields.append((.fold, String(fold)))
    if isConstant { fields.append((.isConstant, "true")) }
    fields.append((.seconds, NumberText.shortest(seconds)))
    fields.sort { CodePointOrder.precedes($0.key.rawValue, $1.key.rawValue) }
    var text = "{"
    for (key, value) in fields {
      if text.utf8.count > 1 { text += "," }
      text += "\"" + key.rawValue + "\":"
      text += value
    }
    return text + "}"
  }

  /// Reads a result in any form that podium ever wrote.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func unpacked<Number>(_ key: CodingKeys, _ read: (String) -> [Number]?) throws -> [Number]? {
      guard let text = try fields.decodeIfPresent(String.self, forKey: key) else { return nil }
      if let numbers = read(text) { return numbers }
      throw DecodingError.dataCorruptedError(forKey: key, in: fields, debugDescription: "not a list of numbers")
    }
    let outcome: Outcome
    if let values = try unpacked(.packedNumbers, PackedNumbers.fromBase64)
      ?? unpacked(.numbers, PackedNumbers.doubles)
    {
      outcome = .predicted(.numbers(values))
    } else if let codes = try unpacked(.packedCodes, PackedNumbers.integers)
      ?? unpacked(.codes, PackedNumbers.integers)
    {
      var probabilities: Matrix?
      if let elements = try unpacked(.packedProbabilities, PackedNumbers.fromBase64)
        ?? unpacked(.probabilities, PackedNumbers.doubles)
      {
        let columns = try fields.decode(Int.self, forKey: .classCount)
        let (count, isTooLarge) = codes.count.multipliedReportingOverflow(by: columns)
        guard columns >= 0, !isTooLarge, count == elements.count else {
          throw DecodingError.dataCorruptedError(
            forKey: .probabilities, in: fields, debugDescription: "not a probability for each row and class")
        }
        probabilities = Matrix(rows: codes.count, columns: columns, elements: elements)
      }
      outcome = .predicted(.classes(codes, probabilities: probabilities))
    } else {
      outcome = try fields.decode(Outcome.self, forKey: .outcome)
    }
    self.init(
      jobID: try fields.decode(String.self, forKey: .jobID),
      repeatIndex: try fields.decode(Int.self, forKey: .repeatIndex), fold: try fields.decode(Int.self, forKey: .fold),
      rows: try unpacked(.packedRows, PackedNumbers.integers) ?? fields.decode([Int].self, forKey: .rows),
      outcome: outcome, seconds: try fields.decode(Double.self, forKey: .seconds),
      isConstant: try fields.decodeIfPresent(Bool.self, forKey: .isConstant) ?? false)
  }
}
