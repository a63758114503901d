import GraphQL

/// How a filter compares a field: the type of the filter's field, or why there is none.
enum Comparison {
  case by(filter: String, of: Target)
  case none(reason: String)

  enum Target {
    case scalar
    case enumeration(String)
    case object(String)
    case list(String)
  }

  init(of field: FieldDefinition, in table: TypeTable) {
    let (name, isList) = (field.type.base, field.type.isList)
    guard let entry = table[name] else {
      self = .none(reason: "its type \(name) is not defined")
      return
    }
    if field.arguments.contains(where: { $0.type.isNonNull && $0.defaultValue == nil }) {
      self = .none(reason: "it has a required argument")
      return
    }
    switch entry.kind {
    case .composite:
      guard entry.directive("filter") != nil else {
        self = .none(reason: "\(name) has no @filter. Write one at \(name)")
        return
      }
      self = isList ? .by(filter: "\(name)ListFilter", of: .list(name)) : .by(filter: "\(name)Filter", of: .object(name))
    case .enumeration where !isList: self = .by(filter: "\(name)Filter", of: .enumeration(name))
    case .scalar where !isList:
      let filter = "\(entry.directive("comparedAs")?.text("scalar") ?? name)Filter"
      guard table[filter]?.kind == .input else {
        self = .none(reason: "there is no input \(filter). Write it, or @comparedAs at the scalar \(name)")
        return
      }
      self = .by(filter: filter, of: .scalar)
    case .scalar, .enumeration, .union, .input: self = .none(reason: "filters do not compare \(field.type.printed)")
    }
  }
}
