package import SQL

extension MutationInput {
  /// A number within bounds, as `numeric`; nil when it is absent or null.
  package func decimal(_ name: String, _ bounds: DecimalBounds) throws(MutationFailure) -> SQLValue? {
    guard let number = try number(name), let text = numberText(name) else { return nil }
    do {
      return try bounds.value(of: number)
    } catch {
      throw .invalid("\"\(name)\" \(error.message), got \(text).", at: path(of: name))
    }
  }
}
