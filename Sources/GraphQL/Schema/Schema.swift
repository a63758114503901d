/// A type system: what a service can be asked — specification section 3.
///
/// Types refer to each other by name, so a schema is a plain value without circles. A `Schema` is made
/// from SDL only (`Schema.init(sdl:)`), which checks it; what is looked up by a name that the schema
/// itself gave is therefore there.
package struct Schema: Sendable {
  package var description: String?
  package var queryType: String
  package var mutationType: String?
  package var subscriptionType: String?
  /// By name, introspection types and built-in scalars included.
  package var types: [String: NamedType]
  /// The names of all types in a stable order: as defined in the SDL, then built-in ones.
  package var typeNames: [String]
  package var directives: [DirectiveType]
  /// Interface or union → the names of the object types it can be, in order of `typeNames`.
  package var possibleTypes: [String: [String]]
}

/// A named type — specification section 3.4.
package enum NamedType: Sendable {
  case scalar(ScalarType)
  case object(ObjectType)
  case interface(InterfaceType)
  case union(UnionType)
  case `enum`(EnumType)
  case inputObject(InputObjectType)
}

/// Specification section 3.5.
package struct ScalarType: Sendable {
  package var name: String
  package var description: String?
  package var specifiedByURL: String?
  package init(name: String, description: String? = nil, specifiedByURL: String? = nil) {
    self.name = name
    self.description = description
    self.specifiedByURL = specifiedByURL
  }
}

/// Specification section 3.6. `fields` does not hold the meta-field `__typename`.
package struct ObjectType: Sendable {
  package var name: String
  package var description: String?
  package var interfaces: [String]
  package var fields: FieldTable
}

/// Specification section 3.7.
package struct InterfaceType: Sendable {
  package var name: String
  package var description: String?
  package var interfaces: [String]
  package var fields: FieldTable
}

/// Specification section 3.8.
package struct UnionType: Sendable {
  package var name: String
  package var description: String?
  package var members: [String]
}

/// Specification section 3.9.
package struct EnumType: Sendable {
  package var name: String
  package var description: String?
  package var values: [EnumValue]

  /// - Parameter value: Any text.
  package func contains(_ value: String) -> Bool { values.contains { $0.name.hasSameBytes(as: value) } }
}

package struct EnumValue: Sendable {
  package var name: String
  package var description: String?
  package var deprecationReason: String?
}

/// Specification section 3.10.
package struct InputObjectType: Sendable {
  package var name: String
  package var description: String?
  package var fields: [InputValueType]
  package var isOneOf: Bool
}

/// A field of an object or interface type.
package struct FieldType: Sendable {
  package var name: String
  package var description: String?
  package var arguments: [InputValueType]
  package var type: TypeReference
  package var deprecationReason: String?
}

/// An argument, or a field of an input object.
package struct InputValueType: Sendable {
  package var name: String
  package var description: String?
  package var type: TypeReference
  /// As written in the SDL.
  package var defaultValue: Value?
  package var deprecationReason: String?

  /// Specification section 5.4.3: non-null and without a default.
  package var isRequired: Bool { type.isNonNull && defaultValue == nil }
}

/// Fields in the order of the SDL, found by name in constant time.
package struct FieldTable: Sendable, RandomAccessCollection {
  private var fields: [FieldType]
  private var indexByName: [String: Int]

  /// When a name occurs twice the first one counts; the schema's rules refuse such a type.
  package init(_ fields: [FieldType]) {
    self.fields = fields
    indexByName = Dictionary(
      fields.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  package var startIndex: Int { fields.startIndex }
  package var endIndex: Int { fields.endIndex }
  package subscript(position: Int) -> FieldType { fields[position] }
  package subscript(name: String) -> FieldType? { indexByName[name].map { fields[$0] } }
}

/// A directive that documents may use — specification section 3.13.
package struct DirectiveType: Sendable {
  package var name: String
  package var description: String?
  package var arguments: [InputValueType]
  package var isRepeatable: Bool
  package var locations: [DirectiveLocation]
}

/// `DirectiveLocation` — specification section 3.13.
package enum DirectiveLocation: String, Hashable, Sendable, CaseIterable {
  case query = "QUERY"
  case mutation = "MUTATION"
  case subscription = "SUBSCRIPTION"
  case field = "FIELD"
  case fragmentDefinition = "FRAGMENT_DEFINITION"
  case fragmentSpread = "FRAGMENT_SPREAD"
  case inlineFragment = "INLINE_FRAGMENT"
  case variableDefinition = "VARIABLE_DEFINITION"
  case schema = "SCHEMA"
  case scalar = "SCALAR"
  case object = "OBJECT"
  case fieldDefinition = "FIELD_DEFINITION"
  case argumentDefinition = "ARGUMENT_DEFINITION"
  case interface = "INTERFACE"
  case union = "UNION"
  case `enum` = "ENUM"
  case enumValue = "ENUM_VALUE"
  case inputObject = "INPUT_OBJECT"
  case inputFieldDefinition = "INPUT_FIELD_DEFINITION"
}
