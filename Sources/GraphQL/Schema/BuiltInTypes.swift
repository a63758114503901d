/// The types and directives that every schema has without defining them.
enum BuiltInTypes {
  /// The scalars of specification section 3.5, the directives of section 3.13 and the introspection
  /// schema of section 4.2.
  static let sdl = Source(
    #"""
    """
    Text: a sequence of Unicode characters.
    """
    scalar String

    """
    A whole number between -(2^31) and 2^31 - 1.
    """
    scalar Int

    """
    A double-precision number as IEEE 754 defines it. Never infinite, never NaN.
    """
    scalar Float

    """
    `true` or `false`.
    """
    scalar Boolean

    """
    A unique identifier, opaque to clients. Responses carry it as a string; as input, strings and integers
    are accepted.
    """
    scalar ID

    """
    Includes a field or fragment only when `if` is true.
    """
    directive @include(
      "Whether to include it."
      if: Boolean!
    ) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT

    """
    Leaves out a field or fragment when `if` is true.
    """
    directive @skip(
      "Whether to leave it out."
      if: Boolean!
    ) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT

    """
    Marks a part of the schema that is still supported but should not be used any more.
    """
    directive @deprecated(
      "Why, and what to use instead. Markdown, as CommonMark defines it."
      reason: String! = "No longer supported"
    ) on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE

    """
    Says where the format of a custom scalar is specified.
    """
    directive @specifiedBy(
      "The address of the specification."
      url: String!
    ) on SCALAR

    """
    Marks an input object of which exactly one field must be given, and not as null.
    """
    directive @oneOf on INPUT_OBJECT

    """
    All that this service can be asked: its types, its directives and where operations start.
    """
    type __Schema {
      description: String
      "All types, introspection types and built-in scalars included."
      types: [__Type!]!
      "The type that queries start at."
      queryType: __Type!
      "The type that mutations start at, if there are any."
      mutationType: __Type
      "The type that subscriptions start at, if there are any."
      subscriptionType: __Type
      "All directives, built-in ones included."
      directives: [__Directive!]!
    }

    """
    A type. What `kind` it is says which of the other fields have a value.
    """
    type __Type {
      kind: __TypeKind!
      "Null for lists and non-nulls, which are told by what they wrap."
      name: String
      description: String
      "Of a custom scalar: the address of its specification."
      specifiedByURL: String
      "Of an object or interface."
      fields(includeDeprecated: Boolean! = false): [__Field!]
      "Of an object or interface: the interfaces it implements."
      interfaces: [__Type!]
      "Of an interface or union: the objects it can be."
      possibleTypes: [__Type!]
      "Of an enum."
      enumValues(includeDeprecated: Boolean! = false): [__EnumValue!]
      "Of an input object."
      inputFields(includeDeprecated: Boolean! = false): [__InputValue!]
      "Of a list or non-null: the type it wraps."
      ofType: __Type
      "Of an input object: whether exactly one field must be given."
      isOneOf: Boolean
    }

    """
    Which kind of type a `__Type` is.
    """
    enum __TypeKind {
      SCALAR
      "Has `fields` and `interfaces`."
      OBJECT
      "Has `fields`, `interfaces` and `possibleTypes`."
      INTERFACE
      "Has `possibleTypes`."
      UNION
      "Has `enumValues`."
      ENUM
      "Has `inputFields`."
      INPUT_OBJECT
      "Has `ofType`."
      LIST
      "Has `ofType`."
      NON_NULL
    }

    """
    A field of an object or interface.
    """
    type __Field {
      name: String!
      description: String
      args(includeDeprecated: Boolean! = false): [__InputValue!]!
      type: __Type!
      isDeprecated: Boolean!
      deprecationReason: String
    }

    """
    An argument of a field or directive, or a field of an input object.
    """
    type __InputValue {
      name: String!
      description: String
      type: __Type!
      "As it would be written in a document."
      defaultValue: String
      isDeprecated: Boolean!
      deprecationReason: String
    }

    """
    A value of an enum.
    """
    type __EnumValue {
      name: String!
      description: String
      isDeprecated: Boolean!
      deprecationReason: String
    }

    """
    A directive: changes how a document or a part of it is executed or understood.
    """
    type __Directive {
      name: String!
      description: String
      "Whether it may be used more than once at one place."
      isRepeatable: Boolean!
      locations: [__DirectiveLocation!]!
      args(includeDeprecated: Boolean! = false): [__InputValue!]!
    }

    """
    A place in a document or a schema at which a directive may be used.
    """
    enum __DirectiveLocation {
      QUERY
      MUTATION
      SUBSCRIPTION
      FIELD
      FRAGMENT_DEFINITION
      FRAGMENT_SPREAD
      INLINE_FRAGMENT
      VARIABLE_DEFINITION
      SCHEMA
      SCALAR
      OBJECT
      FIELD_DEFINITION
      ARGUMENT_DEFINITION
      INTERFACE
      UNION
      ENUM
      ENUM_VALUE
      INPUT_OBJECT
      INPUT_FIELD_DEFINITION
    }
    """#)

  static let scalars: Set<String> = ["String", "Int", "Float", "Boolean", "ID"]
  static let directives: Set<String> = ["include", "skip", "deprecated", "specifiedBy", "oneOf"]

  /// Whether a type is built in. Names with `__` are reserved, so no other type has one.
  static func contains(type name: String) -> Bool { scalars.contains(name) || name.hasPrefix("__") }
}
