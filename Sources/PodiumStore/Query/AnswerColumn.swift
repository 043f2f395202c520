internal import CSQLite
internal import PodiumCore

/// A column of an answer while its rows arrive; its type is that of the column it shows, else what its values are.
struct AnswerColumn {
  private let declared: String?
  private var integers: [Int] = []
  private var numbers: [Double] = []
  private var texts: [String?] = []
  private var state = State.empty
  private var count = 0

  private enum State { case empty, integers, numbers, texts }

  /// A column with the declared type of what it shows; nil for an expression.
  init(declared: String?) { self.declared = declared }

  /// Takes the value of the current row; gives how many bytes it takes.
  mutating func take(_ statement: OpaquePointer, _ place: Int32) -> Int {
    var bytes = MemoryLayout<Double>.stride
    switch sqlite3_column_type(statement, place) {
    case SQLITE_INTEGER:
      let value = Int(sqlite3_column_int64(statement, place))
      switch state {
      case .empty where value != ColumnValues.missingInteger, .integers where value != ColumnValues.missingInteger:
        become(.integers)
        integers.append(value)
      case .texts: texts.append(String(value))
      default:
        become(.numbers)
        numbers.append(Double(value))
      }
    case SQLITE_FLOAT:
      let value = sqlite3_column_double(statement, place)
      if state == .texts {
        texts.append(NumberText.shortest(value))
      } else {
        become(.numbers)
        numbers.append(value.isFinite ? value : .nan)
      }
    case SQLITE_NULL:
      switch state {
      case .empty: break
      case .integers: integers.append(ColumnValues.missingInteger)
      case .numbers: numbers.append(.nan)
      case .texts: texts.append(nil)
      }
    default:
      become(.texts)
      let text = UnsafeBufferPointer(
        start: sqlite3_column_text(statement, place), count: Int(sqlite3_column_bytes(statement, place)))
      texts.append(String(decoding: text, as: UTF8.self))
      // Up to fifteen bytes are in the array itself.
      bytes += text.count > 15 ? text.count + 40 : 8
    }
    count += 1
    return bytes
  }

  /// Makes room for another kind of value; what came before is kept.
  private mutating func become(_ next: State) {
    guard state != next else { return }
    switch (state, next) {
    case (.empty, .integers): integers = [Int](repeating: ColumnValues.missingInteger, count: count)
    case (.empty, .numbers): numbers = [Double](repeating: .nan, count: count)
    case (.empty, .texts): texts = [String?](repeating: nil, count: count)
    case (.integers, .numbers):
      numbers = integers.map { $0 == ColumnValues.missingInteger ? .nan : Double($0) }
      integers = []
    case (.integers, .texts):
      texts = integers.map { $0 == ColumnValues.missingInteger ? nil : String($0) }
      integers = []
    case (.numbers, .texts):
      texts = numbers.map { $0.isNaN ? nil : NumberText.shortest($0) }
      numbers = []
    default: return
    }
    state = next
  }

  /// The values as a column has them.
  var values: ColumnValues {
    switch state {
    case .empty: return .number([Double](repeating: .nan, count: count))
    case .integers where declared == "BOOLEAN":
      return .boolean(integers.map { $0 == ColumnValues.missingInteger ? nil : $0 != 0 })
    case .integers where declared == "REAL":
      return .number(integers.map { $0 == ColumnValues.missingInteger ? .nan : Double($0) })
    case .integers: return .integer(integers)
    case .numbers: return .number(numbers)
    case .texts where declared == "TEXT_DATE": return .date(texts.map { $0.flatMap { CalendarDate(iso: $0) } })
    case .texts where declared == "TEXT_DATETIME": return .datetime(texts.map { $0.flatMap { Moment(iso: $0) } })
    case .texts:
      let categories = Categorical(texts)
      // As in a file of text: many different values are text, few are categories.
      return categories.levels.count > 1000 && categories.levels.count * 2 > texts.count
        ? .text(texts) : .category(categories)
    }
  }
}
