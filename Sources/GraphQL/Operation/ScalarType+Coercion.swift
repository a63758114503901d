extension ScalarType {
  /// "Input Coercion" of specification section 3.5 for a literal. Custom scalars take any literal but
  /// lists, objects and enum values.
  func coerce(literal value: Value) throws(CoercionFailure) -> InputValue {
    switch (name, value.kind) {
    case ("Int", .int(let text)):
      guard let number = Int32(text) else {
        throw CoercionFailure(
          message: "Int cannot represent non 32-bit signed integer value: \(value.printedBriefly)")
      }
      return .int(number)
    case ("Float", .int(let text)), ("Float", .float(let text)):
      guard let number = Double(text), number.isFinite else { throw unrepresentable(value.printedBriefly) }
      return .float(number)
    case ("String", .string(let text, _)): return .string(text)
    case ("Boolean", .boolean(let flag)): return .boolean(flag)
    case ("ID", .string(let text, _)), ("ID", .int(let text)): return .scalar(text)
    case ("ID", _):
      throw CoercionFailure(
        message: "ID cannot represent a non-string and non-integer value: \(value.printedBriefly)")
    case ("Int", _), ("Float", _), ("String", _), ("Boolean", _):
      throw unrepresentable(value.printedBriefly)
    case (_, .string(let text, _)), (_, .int(let text)), (_, .float(let text)): return .scalar(text)
    case (_, .boolean(let flag)): return .scalar(flag ? "true" : "false")
    default: throw CoercionFailure()
    }
  }

  /// "Input Coercion" of specification section 3.5 for a value of a variable. Custom scalars take any
  /// string, number or boolean.
  func coerce(json value: JSONValue) throws(CoercionFailure) -> InputValue {
    switch (name, value) {
    case ("Int", .number(let text)): return .int(try int32(text, value))
    case ("Float", .number(let text)):
      guard let number = Double(text), number.isFinite else { throw unrepresentable(value.inspected) }
      return .float(number)
    case ("String", .string(let text)): return .string(text)
    case ("Boolean", .bool(let flag)): return .boolean(flag)
    case ("ID", .string(let text)): return .scalar(text)
    case ("ID", _):
      guard case .number(let text) = value, let digits = ScalarType.integerText(text) else {
        throw CoercionFailure(message: "ID cannot represent value: \(value.inspected)")
      }
      return .scalar(digits)
    case ("Int", _), ("Float", _), ("String", _), ("Boolean", _): throw unrepresentable(value.inspected)
    case (_, .string(let text)), (_, .number(let text)): return .scalar(text)
    case (_, .bool(let flag)): return .scalar(flag ? "true" : "false")
    default: throw CoercionFailure()
    }
  }

  /// JSON does not tell `1` from `1.0` and `1e0`, and some encoders write integers so.
  private func int32(_ text: String, _ value: JSONValue) throws(CoercionFailure) -> Int32 {
    if let number = Int32(text) { return number }
    guard let number = Double(text), number.isFinite, number.rounded(.towardZero) == number else {
      throw unrepresentable(value.inspected)
    }
    guard let integer = Int32(exactly: number) else {
      throw CoercionFailure(message: "Int cannot represent non 32-bit signed integer value: \(value.inspected)")
    }
    return integer
  }

  /// An integer keeps its digits, however many; `4.0` and `4e0` become `4`. Nil for all else.
  private static func integerText(_ text: String) -> String? {
    if !text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) { return text }
    return Double(text).flatMap { Int64(exactly: $0) }.map { String($0) }
  }

  private func unrepresentable(_ value: String) -> CoercionFailure {
    let what =
      switch name {
      case "Int": "non-integer value"
      case "Float": "non numeric value"
      case "String": "a non string value"
      default: "a non boolean value"
      }
    return CoercionFailure(message: "\(name) cannot represent \(what): \(value)")
  }
}
