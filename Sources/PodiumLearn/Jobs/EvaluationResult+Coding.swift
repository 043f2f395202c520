internal import PodiumCore

extension EvaluationResult {
  private enum CodingKeys: String, CodingKey {
    case jobID, repeatIndex, fold, rows, outcome, seconds
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
      outcome: outcome, seconds: try fields.decode(Double.self, forKey: .seconds))
  }
}
