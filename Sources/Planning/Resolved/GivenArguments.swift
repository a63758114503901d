import GraphQL

/// The arguments of a field as the request that is planned gives them. Only their shape may have a say in the plan.
struct GivenArguments {
  let planned: PlannedArguments
  /// Nil for arguments that cannot be coerced, which are refused when the plan is rendered.
  let values: ArgumentValues?

  /// The value that the request gives for an argument.
  /// - Returns: nil for an argument that is absent or null, and for arguments that cannot be coerced.
  subscript(name: String) -> InputValue? {
    guard let value = values?[name], value != .null else { return nil }
    return value
  }

  /// The arguments that have a value other than null.
  var names: Set<String> {
    Set((values?.members ?? []).filter { $0.value != .null }.map(\.name))
  }

  func type(of argument: String) -> TypeReference? {
    planned.definitions.first { $0.name == argument }?.type
  }
}
