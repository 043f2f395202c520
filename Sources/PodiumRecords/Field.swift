internal import PodiumCore
public import PodiumPlugin

/// A property of a value.
public typealias Property<Item, Content> = any WritableKeyPath<Item, Content> & Sendable

/// One field of a thing, declared once: where it is kept, which property has it, how people type it.
public struct Field<Item: Sendable>: Sendable {
  public let column: RecordField
  /// What its values name; nil where they name nothing.
  public let link: ThingDescription.Link?
  /// How it is typed as a key; nil for one that commands set.
  let key: TypedField?
  /// How it is typed by place when a record is added; nil for a key.
  let positional: TypedField?
  /// The key that gives a record another name; only of the field that names records.
  let rename: TypedField?
  let property: FieldProperty<Item>?
  /// What a column of a table may be called beside its name and key.
  var headings: [String] = []
  /// The unit of its numbers; nil for none.
  private(set) var unit: String?

  /// A field that is kept in a property that may be nil.
  ///
  /// - Parameters:
  ///   - column: The name of the field.
  ///   - path: The property.
  ///   - form: How it is typed.
  ///   - key: The key; by default the name of the field, with hyphens.
  ///   - role: What people call a record that refers to another one by this field.
  public init<Content: StoredValue>(
    _ column: String, _ path: Property<Item, Content?>, _ form: FieldForm<Content>,
    key: String? = nil, positional: Bool = false, role: String? = nil, help: String
  ) {
    self.init(
      RecordField(column, Content.storedAs), FieldProperty(column, optional: path), form, key: key,
      positional: positional, role: role, help: help)
  }

  /// A field that every record has.
  public init<Content: StoredValue>(
    _ column: String, _ path: Property<Item, Content>, _ form: FieldForm<Content>,
    key: String? = nil, positional: Bool = false, role: String? = nil, help: String
  ) {
    self.init(
      RecordField(column, Content.storedAs, required: true), FieldProperty(column, required: path), form, key: key,
      positional: positional, role: role, help: help)
  }

  /// The field that names a record, given by the verb that adds it; `rename` is the key of another name, if it may have one.
  public init<Content: StoredValue>(
    naming column: String, _ path: Property<Item, Content>, rename: String? = nil, _ form: FieldForm<Content>? = nil,
    help: String = ""
  ) {
    self.column = RecordField(column, Content.storedAs, required: true)
    property = FieldProperty(column, required: path)
    (key, positional, link) = (nil, nil, nil)
    self.rename = rename.flatMap { name in form?.typed(name, false, help) }
  }

  /// A field without a property.
  public init<Content: StoredValue>(
    _ column: String, _ form: FieldForm<Content>, required: Bool = false, key: String? = nil, positional: Bool = false,
    role: String? = nil, help: String
  ) {
    self.init(
      RecordField(column, Content.storedAs, required: required), nil, form, key: key, positional: positional,
      role: role, help: help)
  }

  /// A field that commands set, in a property that may be nil.
  public init<Content: StoredValue>(
    _ column: String, _ path: Property<Item, Content?>, link: ThingDescription.Link? = nil
  ) {
    self.init(set: RecordField(column, Content.storedAs), FieldProperty(column, optional: path), link)
  }

  /// A field that commands set and every record has.
  public init<Content: StoredValue>(
    _ column: String, _ path: Property<Item, Content>, link: ThingDescription.Link? = nil
  ) {
    self.init(
      set: RecordField(column, Content.storedAs, required: true), FieldProperty(column, required: path), link)
  }

  /// A field that keeps a value of its own where nothing is stored, such as an empty list or no.
  public init<Content: StoredValue>(
    _ column: String, orBlank path: Property<Item, Content>, _ form: FieldForm<Content>,
    key: String? = nil, role: String? = nil, help: String
  ) {
    self.init(
      RecordField(column, Content.storedAs), FieldProperty(column, orBlank: path), form, key: key, positional: false,
      role: role, help: help)
  }

  /// The same for one that commands set.
  public init<Content: StoredValue>(
    _ column: String, orBlank path: Property<Item, Content>, link: ThingDescription.Link? = nil
  ) {
    self.init(set: RecordField(column, Content.storedAs), FieldProperty(column, orBlank: path), link)
  }

  /// A field that commands set, without a property.
  public init(_ column: String, _ kind: RecordField.Kind, required: Bool = false, link: ThingDescription.Link? = nil) {
    self.init(set: RecordField(column, kind, required: required), nil, link)
  }

  private init(set column: RecordField, _ property: FieldProperty<Item>?, _ link: ThingDescription.Link?) {
    (self.column, self.property, self.link) = (column, property, link)
    (key, positional, rename) = (nil, nil, nil)
  }

  private init<Content>(
    _ column: RecordField, _ property: FieldProperty<Item>?, _ form: FieldForm<Content>, key: String?,
    positional isPositional: Bool, role: String?, help: String
  ) {
    (self.column, self.property) = (column, property)
    let name = key ?? String(column.name.map { $0 == "_" ? "-" : $0 })
    self.key = form.typed(name, false, help)
    positional = isPositional ? form.typed(name, true, help) : nil
    rename = nil
    link = form.link?.called(role)
    unit = form.unit
  }
}

/// Where a field is in the values of a sport: read and written by whole columns.
struct FieldProperty<Item: Sendable>: Sendable {
  /// Sets the property of all items; a row without a value that it must have is marked as damaged.
  let load: @Sendable (Column?, inout [Item], inout [Bool]) -> Void
  let value: @Sendable (Item) -> Value

  init<Content: StoredValue>(_ name: String, optional path: Property<Item, Content?>) {
    load = { column, items, _ in
      guard let column else { return }
      for row in items.indices { items[row][keyPath: path] = Content(stored: column[row]) }
    }
    value = { $0[keyPath: path]?.stored ?? .missing }
  }

  init<Content: StoredValue>(_ name: String, required path: Property<Item, Content>) {
    load = { column, items, isWhole in
      for row in items.indices {
        if let value = column.flatMap({ Content(stored: $0[row]) }) {
          items[row][keyPath: path] = value
        } else {
          isWhole[row] = false
        }
      }
    }
    value = { $0[keyPath: path].stored }
  }

  init<Content: StoredValue>(_ name: String, orBlank path: Property<Item, Content>) {
    load = { column, items, _ in
      guard let column else { return }
      for row in items.indices {
        if let value = Content(stored: column[row]) { items[row][keyPath: path] = value }
      }
    }
    value = { $0[keyPath: path].stored }
  }
}

/// Fields one below the other, each checked on its own, which compiles fast.
@resultBuilder
public enum Fields<Item: Sendable> {
  public static func buildExpression(_ field: Field<Item>) -> [Field<Item>] { [field] }
  public static func buildExpression(_ fields: [Field<Item>]) -> [Field<Item>] { fields }
  public static func buildBlock(_ fields: [Field<Item>]...) -> [Field<Item>] { fields.flatMap(\.self) }
}

extension ThingDescription.Link {
  /// The same link with a word for the records that refer by it.
  public func called(_ role: String?) -> ThingDescription.Link {
    .init(to: kind, scope: scope, role: role ?? self.role, isList: isList, isPart: isPart)
  }
}
