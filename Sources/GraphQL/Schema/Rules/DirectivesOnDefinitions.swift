extension SchemaRule {
  /// Directives on definitions are known, allowed there, used once unless repeatable, and have the
  /// arguments they need — specification sections 5.4 and 5.7 for type system documents.
  static let directivesOnDefinitions = SchemaRule { draft, schema, report in
    for use in draft.directiveUses {
      var seen: Set<String> = []
      for directive in use.directives {
        let place = directive.place(directive.node.position)
        let name = directive.node.name.value
        guard let definition = schema.directive(named: name) else {
          report.report("Unknown directive \"@\(name)\".", at: place)
          continue
        }
        if !definition.locations.contains(use.location) {
          report.report("Directive \"@\(name)\" may not be used on \(use.location.rawValue).", at: place)
        }
        if !seen.insert(name).inserted && !definition.isRepeatable {
          report.report("The directive \"@\(name)\" can only be used once at this location.", at: place)
        }
        for message in argumentErrors(of: directive.node, definition, schema: schema) {
          report.report(message, at: place)
        }
      }
    }
  }

  private static func argumentErrors(
    of directive: Directive, _ definition: DirectiveType, schema: Schema
  ) -> [String] {
    let name = directive.name.value
    var messages: [String] = []
    var seen: Set<String> = []
    for argument in directive.arguments {
      let argumentName = argument.name.value
      if !seen.insert(argumentName).inserted {
        messages.append("There can be only one argument named \"\(argumentName)\".")
      }
      guard let type = definition.arguments.first(where: { $0.name == argumentName })?.type else {
        let known = definition.arguments.map(\.name)
        messages.append(
          "Unknown argument \"\(argumentName)\" on directive \"@\(name)\"."
            + didYouMean(similar(to: argumentName, in: known)))
        continue
      }
      var check = LiteralCheck(schema: schema)
      check.check(argument.value, type: type)
      messages += check.problems.map(\.message)
    }
    for argument in definition.arguments where argument.isRequired && !seen.contains(argument.name) {
      messages.append(
        "Directive \"@\(name)\" argument \"\(argument.name)\" of type \"\(argument.type)\" is required, "
          + "but it was not provided.")
    }
    return messages
  }
}

/// The directives on one definition and its extensions.
private struct DirectiveUse {
  var directives: [Located<Directive>]
  var location: DirectiveLocation
}

extension SchemaDraft {
  fileprivate var directiveUses: [DirectiveUse] {
    var uses = [
      DirectiveUse(
        directives: schemaParts.flatMap { part in
          part.node.directives.map { Located(node: $0, source: part.source) }
        }, location: .schema)
    ]
    for type in types {
      let ofType = type.parts.flatMap { part in
        part.node.directives.map { Located(node: $0, source: part.source) }
      }
      uses.append(DirectiveUse(directives: ofType, location: type.kind.directiveLocation))
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
    self.init(directives: directives.map { Located(node: $0, source: source) }, location: location)
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
