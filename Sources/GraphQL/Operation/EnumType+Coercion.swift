extension EnumType {
  /// "Input Coercion" of specification section 3.9 for a literal.
  func coerce(literal value: Value, suggests: Bool = false) throws(CoercionFailure) -> InputValue {
    guard case .enum(let name) = value.kind else {
      let text = value.printedBriefly
      throw CoercionFailure(
        message: "Enum \"\(self.name)\" cannot represent non-enum value: \(text)."
          + suggestion(for: text, suggests: suggests))
    }
    return try known(name, suggests: suggests)
  }

  /// "Input Coercion" of specification section 3.9 for a value of a variable: a string.
  func coerce(json value: JSONValue, suggests: Bool = false) throws(CoercionFailure) -> InputValue {
    guard case .string(let name) = value else {
      let text = value.inspected
      throw CoercionFailure(
        message: "Enum \"\(self.name)\" cannot represent non-string value: \(text)."
          + suggestion(for: text, suggests: suggests))
    }
    return try known(name, suggests: suggests)
  }

  private func known(_ name: String, suggests: Bool) throws(CoercionFailure) -> InputValue {
    if contains(name) { return .enum(name) }
    throw CoercionFailure(
      message: "Value \"\(name.brief)\" does not exist in \"\(self.name)\" enum."
        + suggestion(for: name, suggests: suggests))
  }

  private func suggestion(for text: String, suggests: Bool) -> String {
    suggests ? didYouMean(similar(to: text, in: values.map(\.name)), kind: "the enum value") : ""
  }
}
