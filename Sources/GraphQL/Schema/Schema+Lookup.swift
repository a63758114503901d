extension Schema {
  package func type(named name: String) -> NamedType? { types[name] }

  /// The object type `name`; nil when there is none, or it is a type of another kind.
  package func objectType(named name: String) -> ObjectType? {
    if case .object(let type) = types[name] { type } else { nil }
  }

  /// The input object type `name`; nil when there is none, or it is a type of another kind.
  package func inputObjectType(named name: String) -> InputObjectType? {
    if case .inputObject(let type) = types[name] { type } else { nil }
  }

  /// A field of an object or interface type; meta-fields such as `__typename` are none.
  package func field(_ name: String, of typeName: String) -> FieldType? { types[typeName]?.fields?[name] }

  package func directive(named name: String) -> DirectiveType? {
    directives.first { $0.name == name }
  }

  /// The type that operations of a kind start at.
  package func rootType(of operation: OperationType) -> String? {
    switch operation {
    case .query: queryType
    case .mutation: mutationType
    case .subscription: subscriptionType
    }
  }

  /// Whether `name` is a scalar or enum.
  package func isLeaf(_ name: String) -> Bool {
    switch types[name] {
    case .scalar, .enum: true
    default: false
    }
  }

  /// Whether `name` is an object, interface or union.
  package func isComposite(_ name: String) -> Bool { types[name]?.isComposite ?? false }

  /// Whether `name` may be the type of an argument, an input field or a variable: section 3.4.2.
  package func isInput(_ name: String) -> Bool {
    switch types[name] {
    case .scalar, .enum, .inputObject: true
    default: false
    }
  }

  /// Whether `name` may be the type of a field: section 3.4.2.
  package func isOutput(_ name: String) -> Bool { isLeaf(name) || isComposite(name) }

  /// Whether `name` is an interface or union.
  package func isAbstract(_ name: String) -> Bool {
    switch types[name] {
    case .interface, .union: true
    default: false
    }
  }

  /// Whether a value of the interface or union `abstract` can be the object type `object`.
  package func isPossible(_ object: String, for abstract: String) -> Bool {
    possibleTypes[abstract]?.contains(object) ?? false
  }

  /// Whether an object can be of both composite types — specification section 5.5.2.3.
  package func overlap(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    let others = Set(possibleTypes[other] ?? [other])
    return (possibleTypes[one] ?? [one]).contains(where: others.contains)
  }

  /// `IsValidImplementationFieldType` of section 3.6: whether each value of `type` is one of `superType`.
  package func isSubtype(_ type: TypeReference, of superType: TypeReference) -> Bool {
    switch (type, superType) {
    case (.nonNull(let inner), .nonNull(let superInner)): isSubtype(inner, of: superInner)
    case (.nonNull(let inner), _): isSubtype(inner, of: superType)
    case (.list(let item), .list(let superItem)): isSubtype(item, of: superItem)
    case (.named(let name), .named(let superName)):
      name == superName || isPossible(name, for: superName)
        || types[name]?.interfaces.contains(superName) ?? false
    default: false
    }
  }
}
