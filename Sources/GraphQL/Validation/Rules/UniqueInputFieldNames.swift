extension ValidationRule {
  /// Field names are unique within an input object — specification section 5.6.3.
  static let uniqueInputFieldNames = ValidationRule { context in
    func check(_ value: Value) {
      switch value.kind {
      case .list(let items):
        for item in items { check(item) }
      case .object(let fields):
        for (name, positions) in repeatedNames(fields.map(\.name)) {
          context.report("There can be only one input field named \"\(name)\".", at: positions)
        }
        for field in fields { check(field.value) }
      case .variable, .int, .float, .string, .boolean, .null, .enum:
        break
      }
    }
    return ValidationVisitor(enterInput: { value, _ in check(value) })
  }
}
