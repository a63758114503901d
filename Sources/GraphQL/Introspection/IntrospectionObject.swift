/// One of the object types of the introspection schema.
protocol IntrospectionObject {
  static var typeName: String { get }

  /// Writes the value of a field.
  ///
  /// - Parameter group: Selects any field of the type but `__typename`.
  func write(_ group: FieldGroup, into answer: inout IntrospectionAnswer) throws(GraphQLError)
}
