/// An element that a schema coordinate names — specification section 2.13, "Semantics".
package enum SchemaElement: Sendable {
  case type(NamedType)
  /// A field of an object or interface type.
  case field(FieldType)
  case inputField(InputValueType)
  case enumValue(EnumValue)
  case fieldArgument(InputValueType)
  case directive(DirectiveType)
  case directiveArgument(InputValueType)

  /// The definition of the element, with its description: what stands in a schema's SDL for it.
  package var sdl: String {
    Printer.print { printer in
      switch self {
      case .type(let type): printer.write(type.node)
      case .field(let field): printer.write(field.node)
      case .inputField(let value), .fieldArgument(let value), .directiveArgument(let value):
        printer.write(value.node)
      case .enumValue(let value): printer.write(value.node)
      case .directive(let directive): printer.write(directive.node)
      }
    }
  }
}
