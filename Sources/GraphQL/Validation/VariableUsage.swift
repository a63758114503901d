/// A variable where a value is expected — specification section 5.8.
struct VariableUsage {
  /// Without the `$`.
  var name: String
  var position: SourcePosition
  /// The type that the place expects, if that is known.
  var type: TypeReference?
  /// Whether the place has a default value.
  var hasDefault: Bool
  /// The OneOf input object type whose field this is.
  var oneOfType: String?
}

extension Schema {
  /// Appends the variables in a value that stands where `type` is expected.
  func collectVariableUsages(
    in value: Value, type: TypeReference?, hasDefault: Bool, oneOfType: String? = nil,
    into usages: inout [VariableUsage]
  ) {
    switch value.kind {
    case .variable(let name):
      usages.append(
        VariableUsage(
          name: name, position: value.position, type: type, hasDefault: hasDefault, oneOfType: oneOfType))
    case .list(let items):
      for item in items {
        collectVariableUsages(in: item, type: type?.itemType, hasDefault: false, into: &usages)
      }
    case .object(let fields):
      let object = type.flatMap { inputObjectType(named: $0.namedType) }
      for field in fields {
        let definition = object?.fields.first { $0.name == field.name.value }
        collectVariableUsages(
          in: field.value, type: definition?.type, hasDefault: definition?.defaultValue != nil,
          oneOfType: object?.isOneOf == true ? object?.name : nil, into: &usages)
      }
    case .int, .float, .string, .boolean, .null, .enum:
      break
    }
  }
}
