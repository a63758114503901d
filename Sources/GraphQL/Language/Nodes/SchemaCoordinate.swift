/// `SchemaCoordinate : TypeCoordinate | MemberCoordinate | ArgumentCoordinate | DirectiveCoordinate |
/// DirectiveArgumentCoordinate` — specification section 2.13.
///
/// It names one element of a schema: `Student.assignments(first:)`.
package enum SchemaCoordinate: Hashable, Sendable {
  /// `TypeCoordinate : Name`
  case type(Name)
  /// `MemberCoordinate : Name . Name`
  case member(Name, of: Name)
  /// `ArgumentCoordinate : Name . Name ( Name : )`
  case argument(Name, ofField: Name, of: Name)
  /// `DirectiveCoordinate : @ Name`
  case directive(Name)
  /// `DirectiveArgumentCoordinate : @ Name ( Name : )`
  case directiveArgument(Name, of: Name)
}

extension SchemaCoordinate: CustomStringConvertible {
  /// As it is written; parsing it gives an equal coordinate.
  package var description: String {
    switch self {
    case .type(let type): type.value
    case .member(let member, let type): "\(type.value).\(member.value)"
    case .argument(let argument, let field, let type): "\(type.value).\(field.value)(\(argument.value):)"
    case .directive(let directive): "@\(directive.value)"
    case .directiveArgument(let argument, let directive): "@\(directive.value)(\(argument.value):)"
    }
  }
}
