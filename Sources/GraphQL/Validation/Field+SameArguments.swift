extension Field {
  /// The cost of a comparison of the arguments, in steps: they may be nearly all of a document, and are compared with
  /// those of each other field of it.
  var argumentsWeight: Int { arguments.reduce(0) { $0 + $1.value.weight } }

  /// Whether both fields give the same arguments the same values; order does not count.
  func hasSameArguments(as other: Field) -> Bool {
    if arguments.count != other.arguments.count { return false }
    if arguments == other.arguments { return true }
    let others = Dictionary(
      other.arguments.map { ($0.name.value, $0.value) }, uniquingKeysWith: { first, _ in first })
    return arguments.allSatisfy { argument in
      others[argument.name.value].map { argument.value.isSame(as: $0) } ?? false
    }
  }
}

extension Value {
  fileprivate var weight: Int {
    switch kind {
    case .list(let items): items.reduce(1) { $0 + $1.weight }
    case .object(let fields): fields.reduce(1) { $0 + 1 + $1.value.weight }
    case .string(let text, _), .int(let text), .float(let text): 1 + text.utf8.count / 64
    case .variable, .boolean, .null, .enum: 1
    }
  }

  /// Whether both are written the same, but for the order of the fields of input objects.
  fileprivate func isSame(as other: Value) -> Bool {
    switch (kind, other.kind) {
    case (.list(let items), .list(let otherItems)):
      items.count == otherItems.count && zip(items, otherItems).allSatisfy { $0.isSame(as: $1) }
    case (.object(let fields), .object(let otherFields)):
      fields.count == otherFields.count
        && zip(fields.sortedByName, otherFields.sortedByName).allSatisfy { one, other in
          one.name == other.name && one.value.isSame(as: other.value)
        }
    default: kind == other.kind
    }
  }
}

extension [ObjectField] {
  fileprivate var sortedByName: [ObjectField] { sorted { $0.name.value < $1.name.value } }
}
