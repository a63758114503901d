/// The errors that keep SDL from making a schema, in the order in which they were found.
package struct SchemaError: Error, Hashable, Sendable {
  package var errors: [GraphQLError]
}

extension SchemaError: CustomStringConvertible {
  /// One line an error: `2:3: Type Query must define one or more fields.`
  package var description: String {
    errors.map { error in
      let places = error.locations.map { "\($0.line):\($0.column): " }
      return (places.first ?? "") + error.message
    }
    .joined(separator: "\n")
  }
}
