extension NamedType {
  package var name: String {
    switch self {
    case .scalar(let type): type.name
    case .object(let type): type.name
    case .interface(let type): type.name
    case .union(let type): type.name
    case .enum(let type): type.name
    case .inputObject(let type): type.name
    }
  }

  package var description: String? {
    switch self {
    case .scalar(let type): type.description
    case .object(let type): type.description
    case .interface(let type): type.description
    case .union(let type): type.description
    case .enum(let type): type.description
    case .inputObject(let type): type.description
    }
  }

  /// Whether it is an object, interface or union.
  package var isComposite: Bool {
    switch self {
    case .object, .interface, .union: true
    case .scalar, .enum, .inputObject: false
    }
  }

  /// The fields of an object or interface type.
  package var fields: FieldTable? {
    switch self {
    case .object(let type): type.fields
    case .interface(let type): type.fields
    case .scalar, .union, .enum, .inputObject: nil
    }
  }

  /// The interfaces that an object or interface type says it implements.
  package var interfaces: [String] {
    switch self {
    case .object(let type): type.interfaces
    case .interface(let type): type.interfaces
    case .scalar, .union, .enum, .inputObject: []
    }
  }
}
