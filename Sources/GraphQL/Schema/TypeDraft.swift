/// A named type as SDL texts define it: its definition and its extensions.
struct TypeDraft: Sendable {
  var name: String
  /// The definition, then the extensions. Never empty.
  var parts: [Located<TypeDefinition>]

  /// The kind of the definition, without what extensions add.
  var kind: TypeDefinition.Kind { parts[0].node.kind }

  /// Where the definition and the extensions start.
  var places: [SDLPlace] { parts.map { $0.place($0.node.position) } }

  /// The interfaces of an object or interface type.
  var interfaces: [Located<Name>] {
    collect { kind in
      switch kind {
      case .object(let interfaces, _), .interface(let interfaces, _): interfaces
      case .scalar, .union, .enum, .inputObject: []
      }
    }
  }

  /// The fields of an object or interface type.
  var fields: [Located<FieldDefinition>] {
    collect { kind in
      switch kind {
      case .object(_, let fields), .interface(_, let fields): fields
      case .scalar, .union, .enum, .inputObject: []
      }
    }
  }

  /// The fields of an input object type.
  var inputFields: [Located<InputValueDefinition>] {
    collect { if case .inputObject(let fields) = $0 { fields } else { [] } }
  }

  /// The members of a union type.
  var members: [Located<Name>] {
    collect { if case .union(let members) = $0 { members } else { [] } }
  }

  /// The values of an enum type.
  var values: [Located<EnumValueDefinition>] {
    collect { if case .enum(let values) = $0 { values } else { [] } }
  }

  var directives: [Directive] { parts.flatMap(\.node.directives) }

  private func collect<Node>(_ nodes: (TypeDefinition.Kind) -> [Node]) -> [Located<Node>] {
    parts.flatMap { part in
      nodes(part.node.kind).map { Located(node: $0, source: part.source) }
    }
  }
}
