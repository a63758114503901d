import GraphQL
import SQL

/// How a value of a column is written as JSON: the pair of its SQL type and its GraphQL leaf type.
indirect enum LeafFormat: Sendable, Hashable {
  case simple(Simple)
  /// Text that must be one of these values.
  case enumeration([[UInt8]])
  case list(LeafFormat)
  /// Bytes, as an address.
  case address(AddressForm)

  /// The formats that need to know nothing but the bytes.
  enum Simple: UInt8, Sendable {
    case uuid
    case text
    case int2
    case int4
    case float4
    case float8
    case int8Number
    case numeric
    /// A `numeric` as text, with the decimals of its scale.
    case decimal
    case bool
    case timestamp
    case date
    case time
    case json
  }

  static let uuid = LeafFormat.simple(.uuid)
  static let text = LeafFormat.simple(.text)
  static let int2 = LeafFormat.simple(.int2)
  static let int4 = LeafFormat.simple(.int4)
  static let float4 = LeafFormat.simple(.float4)
  static let float8 = LeafFormat.simple(.float8)
  static let int8Number = LeafFormat.simple(.int8Number)
  static let numeric = LeafFormat.simple(.numeric)
  static let decimal = LeafFormat.simple(.decimal)
  static let bool = LeafFormat.simple(.bool)
  static let timestamp = LeafFormat.simple(.timestamp)
  static let date = LeafFormat.simple(.date)
  static let time = LeafFormat.simple(.time)
  static let json = LeafFormat.simple(.json)

  var simple: Simple? {
    if case .simple(let format) = self { format } else { nil }
  }

  /// - Returns: nil when no value of the SQL type can stand for the GraphQL type.
  init?(_ type: SQLType, as leaf: TypeReference, in schema: Schema) {
    guard schema.isLeaf(leaf.namedType) else { return nil }
    if let item = leaf.itemType {
      guard let element = type.elementType, let format = LeafFormat(element, as: item, in: schema) else {
        return nil
      }
      self = .list(format)
      return
    }
    if case .enum(let declared)? = schema.types[leaf.namedType] {
      guard type == .text || type == .varchar else { return nil }
      self = .enumeration(declared.values.map { Array($0.name.utf8) })
      return
    }
    switch (leaf.namedType, type) {
    case ("ID", .uuid), ("UUID", .uuid): self = .uuid
    case ("Int", .int2): self = .int2
    case ("Int", .int4): self = .int4
    case ("Float", .float4): self = .float4
    case ("Float", .float8): self = .float8
    case ("Float", .numeric): self = .numeric
    case ("Float", .int8): self = .int8Number
    case ("Boolean", .bool): self = .bool
    case ("DateTime", .timestamptz): self = .timestamp
    case ("Date", .date): self = .date
    case ("Time", .time): self = .time
    case ("JSON", .json): self = .json
    case ("Decimal", .numeric): self = .decimal
    case ("Decimal", _), ("Int", _), ("Float", _), ("Boolean", _), ("DateTime", _), ("Date", _), ("Time", _), ("UUID", _), ("JSON", _):
      return nil
    // String and every scalar that is a string with a form of its own: EmailAddress, URL, TimeZone.
    case (_, .text), (_, .varchar): self = .text
    default: return nil
    }
  }
}

extension SQLType {
  /// The type of the elements when this is an array type.
  var elementType: SQLType? {
    switch self {
    case .boolArray: .bool
    case .int4Array: .int4
    case .int8Array: .int8
    case .float8Array: .float8
    case .textArray: .text
    case .dateArray: .date
    case .numericArray: .numeric
    case .uuidArray: .uuid
    case .timestamptzArray: .timestamptz
    case .timeArray: .time
    default: nil
    }
  }

  /// The type of arrays of this type, for those that can be looked for among several.
  var arrayType: SQLType? {
    switch self {
    case .bool: .boolArray
    case .int4: .int4Array
    case .int8: .int8Array
    case .float8: .float8Array
    case .text, .varchar: .textArray
    case .date: .dateArray
    case .numeric: .numericArray
    case .uuid: .uuidArray
    case .timestamptz: .timestamptzArray
    case .time: .timeArray
    default: nil
    }
  }
}
