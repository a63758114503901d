extension SchemaRule {
  /// An extension extends a type that is defined, and is of its kind — specification section 3.4.3.
  static let possibleTypeExtensions = SchemaRule { draft, _, report in
    // Built-in types cannot be extended.
    let defined = draft.types.filter { type in
      !type.parts[0].node.isExtension && !draft.isBuiltIn(source: type.parts[0].source)
    }
    .map(\.name)
    for type in draft.types {
      let extensions = type.parts.filter(\.node.isExtension)
      let isDefined = !type.parts[0].node.isExtension && !draft.isBuiltIn(source: type.parts[0].source)
      for part in extensions where !isDefined {
        report.report(
          "Cannot extend type \"\(type.name)\" because it is not defined."
            + didYouMean(similar(to: type.name, in: defined)),
          at: part.place(part.node.name.position))
      }
      for part in extensions where isDefined && part.node.kind.word != type.kind.word {
        report.report(
          "Cannot extend non-\(part.node.kind.word) type \"\(type.name)\".",
          at: [type.parts[0].place(type.parts[0].node.position), part.place(part.node.position)])
      }
    }
  }
}

extension TypeDefinition.Kind {
  fileprivate var word: String {
    switch self {
    case .scalar: "scalar"
    case .object: "object"
    case .interface: "interface"
    case .union: "union"
    case .enum: "enum"
    case .inputObject: "input object"
    }
  }
}
