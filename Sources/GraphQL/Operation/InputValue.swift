/// A coerced input value: the value of an argument or variable after specification sections 3.5–3.12,
/// "Input Coercion", were applied. Input objects keep the order of their type's fields and hold a field
/// only if it was given or has a default, so "absent" and "null" stay apart.
package indirect enum InputValue: Sendable {
  case null
  case boolean(Bool)
  case int(Int32)
  case float(Double)
  case string(String)
  /// The scalar `ID` and every custom scalar: as text; what is bound to them checks the form.
  case scalar(String)
  case `enum`(String)
  case list([InputValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: InputValue

    package init(_ name: String, _ value: InputValue) {
      self.name = name
      self.value = value
    }
  }

  /// The field `name` of an input object: nil when it is absent.
  package subscript(name: String) -> InputValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
