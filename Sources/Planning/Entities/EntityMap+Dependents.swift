import GraphQL

/// A type whose rows refer to rows of another, and are deleted before them.
package struct DependentType: Hashable, Sendable {
  package let typeName: String
  package let table: String
  /// The column that holds the key of the other type's row.
  package let foreignKey: String
}

extension EntityMap {
  /// The types whose rows are deleted before a row of this type, when a client asks for both: those that have a reference
  /// to the type that cascades. In order of the schema's types.
  package func dependents(of typeName: String) -> [DependentType] {
    schema.typeNames.flatMap { name -> [DependentType] in
      guard let entity = entity(name), let fields = schema.types[name]?.fields else { return [] }
      return fields.compactMap { field in
        guard field.type.namedType == typeName, entity.cascades.contains(field.name),
          let column = resolver(of: field.name, on: name)?.column
        else { return nil }
        return DependentType(typeName: name, table: entity.table, foreignKey: column)
      }
    }
  }
}
