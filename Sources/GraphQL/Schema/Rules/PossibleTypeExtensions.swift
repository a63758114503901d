extension SchemaRule {
  /// An extension extends a type that is defined, and is of its kind — specification section 3.4.3.
  static let possibleTypeExtensions = SchemaRule { draft, _, report in
    for type in draft.types {
      if type.parts[0].node.isExtension {
        let names = draft.types.filter { !$0.parts[0].node.isExtension }.map(\.name)
        report.report(
          "Cannot extend type \"\(type.name)\" because it is not defined."
            + didYouMean(similar(to: type.name, in: names)),
          at: type.places)
        continue
      }
      for part in type.parts where part.node.isExtension && part.node.kind.word != type.kind.word {
        report.report(
          "Cannot extend non-\(part.node.kind.word) type \"\(type.name)\".",
          at: [type.places[0], part.place(part.node.name.position)])
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
