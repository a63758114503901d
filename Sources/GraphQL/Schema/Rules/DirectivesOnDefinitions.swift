extension SchemaRule {
  /// Directives on definitions are known, allowed there, used once unless repeatable, and have the
  /// arguments they need — specification sections 5.4 and 5.7 for type system documents.
  static let directivesOnDefinitions = SchemaRule { draft, schema, report in
    for use in draft.directiveUses {
      var firstPlaces: [String: SDLPlace] = [:]
      for (directive, location) in use.directives {
        let place = directive.place(directive.node.position)
        let name = directive.node.name.value
        for (name, positions) in repeatedNames(directive.node.arguments.map(\.name)) {
          report.report(
            "There can be only one argument named \"\(name)\".", at: positions.map(directive.place))
        }
        guard let definition = schema.directive(named: name) else {
          report.report("Unknown directive \"@\(name)\".", at: place)
          continue
        }
        if !definition.locations.contains(location) {
          report.report("Directive \"@\(name)\" may not be used on \(location.rawValue).", at: place)
        }
        if let first = firstPlaces[name], !definition.isRepeatable {
          report.report(
            "The directive \"@\(name)\" can only be used once at this location.", at: [first, place])
        }
        if firstPlaces[name] == nil { firstPlaces[name] = place }
        checkArguments(of: directive, definition, &report)
      }
    }
  }

  private static func checkArguments(
    of directive: Located<Directive>, _ definition: DirectiveType, _ report: inout SchemaReport
  ) {
    let name = directive.node.name.value
    let arguments = directive.node.arguments
    for argument in arguments {
      let argumentName = argument.name.value
      let known = definition.arguments.map(\.name)
      if known.contains(argumentName) { continue }
      report.report(
        "Unknown argument \"\(argumentName)\" on directive \"@\(name)\"."
          + didYouMean(similar(to: argumentName, in: known)),
        at: directive.place(argument.position))
    }
    for required in definition.arguments where required.isRequired {
      if arguments.contains(where: { $0.name.value == required.name }) { continue }
      report.report(
        "Argument \"@\(name)(\(required.name):)\" of type \"\(required.type)\" is required, "
          + "but it was not provided.",
        at: directive.place(directive.node.position))
    }
  }
}

/// The directives on one definition and its extensions. An extension that is of another kind than its definition,
/// which is wrong in itself, is another location.
private struct DirectiveUse {
  var directives: [(directive: Located<Directive>, location: DirectiveLocation)] = []

  mutating func add(_ nodes: [Directive], in source: Int, on location: DirectiveLocation) {
    directives += nodes.map { (Located(node: $0, source: source), location) }
  }
}

extension SchemaDraft {
  /// All directives on definitions.
  var appliedDirectives: [Located<Directive>] { directiveUses.flatMap(\.directives).map(\.directive) }

  fileprivate var directiveUses: [DirectiveUse] {
    var ofSchema = DirectiveUse()
    for part in schemaParts { ofSchema.add(part.node.directives, in: part.source, on: .schema) }
    var uses = [ofSchema]
    for type in types {
      var ofType = DirectiveUse()
      for part in type.parts {
        ofType.add(part.node.directives, in: part.source, on: part.node.kind.directiveLocation)
      }
      // An extension may stand before its definition.
      ofType.directives.sort { one, other in
        (one.directive.source, one.directive.node.position.offset)
          < (other.directive.source, other.directive.node.position.offset)
      }
      uses.append(ofType)
      for field in type.fields {
        uses.append(DirectiveUse(field.node.directives, in: field.source, on: .fieldDefinition))
      }
      for value in type.values {
        uses.append(DirectiveUse(value.node.directives, in: value.source, on: .enumValue))
      }
      for field in type.inputFields {
        uses.append(DirectiveUse(field.node.directives, in: field.source, on: .inputFieldDefinition))
      }
    }
    for argument in argumentDefinitions.flatMap(\.arguments) {
      uses.append(DirectiveUse(argument.node.directives, in: argument.source, on: .argumentDefinition))
    }
    return uses
  }
}

extension DirectiveUse {
  fileprivate init(_ directives: [Directive], in source: Int, on location: DirectiveLocation) {
    add(directives, in: source, on: location)
  }
}

extension TypeDefinition.Kind {
  fileprivate var directiveLocation: DirectiveLocation {
    switch self {
    case .scalar: .scalar
    case .object: .object
    case .interface: .interface
    case .union: .union
    case .enum: .enum
    case .inputObject: .inputObject
    }
  }
}
