import GraphQL
import SQL

extension EntityMapCheck {
  /// The errors in the arguments `where` and `orderBy` of a field that lists or summarizes objects of a type.
  func listArgumentProblems(_ field: FieldType, _ coordinate: String, of target: String) -> [String] {
    var visited: Set<String> = []
    guard entities[target]?.origin.isListed == true else { return unreadArgumentProblems(field, coordinate) }
    return field.arguments.flatMap { argument -> [String] in
      let place = "\(coordinate)(\(argument.name):)"
      switch argument.name {
      case "where":
        guard case .named(let typeName) = argument.type, argument.defaultValue == nil else {
          return ["\(place) is \(argument.type), but a filter may be left out and has no default"]
        }
        return filterProblems(typeName, of: target, visited: &visited)
      case "orderBy":
        guard let item = argument.type.itemType, item.isNonNull, !argument.type.isNonNull else {
          return ["\(place) is \(argument.type), but an order is a list that may be left out"]
        }
        return orderProblems(item.namedType, of: target)
      default: return []
      }
    }
  }

  /// Arguments that nothing would read.
  func unreadArgumentProblems(_ field: FieldType, _ coordinate: String) -> [String] {
    field.arguments.filter { $0.name == "where" || $0.name == "orderBy" }
      .map { "\(coordinate)(\($0.name):) filters or orders what is no list" }
  }

  /// The object types whose rows an entity has.
  private func objectTypes(of typeName: String) -> [String] {
    entities[typeName]?.discriminator.map { $0.typeNames.values.sorted() } ?? [typeName]
  }

  /// The SQL type of a field that is a value of each row, whatever the row's object type; nil when it is none.
  func valueType(of field: String, on typeName: String) -> SQLType? {
    var type: SQLType?
    for objectType in objectTypes(of: typeName) {
      guard case .value(let found, _)? = resolvers[objectType]?[field]?.kind, type == nil || type == found,
        schema.field(field, of: objectType)?.arguments.contains(where: \.isRequired) == false
      else { return nil }
      type = found
    }
    return type
  }

  func isRefusable(_ field: String, on typeName: String) -> Bool {
    objectTypes(of: typeName).contains { resolvers[$0]?[field]?.access.isRefusable ?? true }
  }

  // MARK: Filters

  private func filterProblems(_ typeName: String, of target: String, visited: inout Set<String>) -> [String] {
    guard visited.insert("\(typeName) of \(target)").inserted else { return [] }
    guard let type = schema.inputObjectType(named: typeName) else {
      return ["\(typeName) is no filter of \(target)"]
    }
    var problems: [String] = []
    for field in type.fields {
      let place = "\(typeName).\(field.name)"
      if field.type.isNonNull || field.defaultValue != nil {
        problems.append("\(place) cannot be left out of a filter without filtering")
      }
      switch field.name {
      case "and", "or":
        if field.type != .list(.nonNull(.named(typeName))) {
          problems.append("\(place) is \(field.type), but joins filters of its own type")
        }
      case "not":
        if field.type != .named(typeName) {
          problems.append("\(place) is \(field.type), but turns its own type around")
        }
      default:
        problems += fieldFilterProblems(field, place, of: target, visited: &visited)
      }
    }
    return problems
  }

  private func fieldFilterProblems(
    _ filter: InputValueType, _ place: String, of target: String, visited: inout Set<String>
  ) -> [String] {
    if let type = valueType(of: filter.name, on: target) {
      return comparisonProblems(filter, place, of: target, type)
    }
    let names = objectTypes(of: target)
    let kinds = names.map { resolvers[$0]?[filter.name]?.kind }
    guard let objectType = names.first, let next = schema.field(filter.name, of: objectType)?.type.namedType,
      entities[next]?.origin.isListed == true
    else { return ["\(place) filters by \(target).\(filter.name), which is no value and no relation"] }
    let typeName = filter.type.namedType
    switch kinds.first ?? nil {
    case .relation(.toOne(let foreignKey))?:
      guard kinds.allSatisfy({ if case .relation(.toOne(foreignKey))? = $0 { true } else { false } }) else { break }
      return filterProblems(typeName, of: next, visited: &visited)
    case .relation(.toMany(let list))?:
      let hasSameKey = kinds.allSatisfy { kind in
        if case .relation(.toMany(let other))? = kind {
          other.key == list.key && other.junction?.entity.table == list.junction?.entity.table
        } else {
          false
        }
      }
      guard hasSameKey, list.tie == nil else { break }
      guard let type = schema.inputObjectType(named: typeName) else { return ["\(typeName) is no filter of a list"] }
      var problems: [String] = []
      for field in type.fields {
        if Quantifier(rawValue: field.name) == nil || field.type.isNonNull {
          problems.append("\(typeName).\(field.name) is not some, every or none, that may be left out")
        }
        problems += filterProblems(field.type.namedType, of: next, visited: &visited)
      }
      return problems
    default: break
    }
    return ["\(place) filters by \(target).\(filter.name), which is no value and no relation"]
  }

  /// The comparisons of a filter such as `StringFilter` are those of the field's type.
  private func comparisonProblems(
    _ filter: InputValueType, _ place: String, of target: String, _ type: SQLType
  ) -> [String] {
    guard let objectType = objectTypes(of: target).first, let field = schema.field(filter.name, of: objectType),
      let comparisons = schema.inputObjectType(named: filter.type.namedType)
    else { return ["\(place) is \(filter.type), which compares nothing"] }
    return comparisons.fields.compactMap { comparison in
      guard let known = FilterOperator(rawValue: comparison.name), comparison.defaultValue == nil,
        known.conversion(type) != nil, known.fits(comparison.type, field: field.type, type)
      else {
        return "\(place) compares \(objectType).\(field.name), which is \(field.type), with "
          + "\(comparisons.name).\(comparison.name): \(comparison.type)"
      }
      return nil
    }
  }

  // MARK: Orders

  private func orderProblems(_ typeName: String, of target: String) -> [String] {
    guard let type = schema.inputObjectType(named: typeName) else { return ["\(typeName) is no order of \(target)"] }
    var problems: [String] = []
    if !type.fields.contains(where: { $0.name == "field" }) { problems.append("\(typeName) has no field \"field\"") }
    for field in type.fields {
      guard case .enum(let choices)? = schema.types[field.type.namedType] else {
        problems.append("\(typeName).\(field.name) is \(field.type), which is no enum")
        continue
      }
      let names = choices.values.map(\.name)
      switch field.name {
      case "field":
        if !field.type.isNonNull { problems.append("\(typeName).field is \(field.type), but has to be given") }
        for name in names { problems += orderValueProblems("\(choices.name).\(name)", name, of: target) }
      case "direction" where Set(names) == ["ASC", "DESC"], "nulls" where Set(names) == ["FIRST", "LAST"]: break
      default: problems.append("\(typeName).\(field.name) says nothing about an order")
      }
    }
    return problems
  }

  private func orderValueProblems(_ place: String, _ value: String, of target: String) -> [String] {
    let paths = OrderPath.all(named: value, of: target, in: schema, resolvers)
    if paths.count > 1 {
      let names = paths.map { "\(target).\($0.name)" }.joined(separator: " or ")
      return ["\(place) orders by \(names): it may mean either"]
    }
    return paths.flatMap { orderPathProblems("\(place) orders by \(target).\($0.name)", $0, of: target) }
  }

  private func orderPathProblems(_ statement: String, _ path: OrderPath, of target: String) -> [String] {
    var typeName = target
    var problems: [String] = []
    for relation in path.relations {
      if isRefusable(relation, on: typeName) { problems.append("\(statement), behind what may be refused") }
      typeName = schema.field(relation, of: typeName)?.type.namedType ?? typeName
    }
    guard let type = valueType(of: path.field, on: typeName) else {
      return problems + ["\(statement), which is no value of its rows"]
    }
    if !CursorText.canWrite(type) { problems.append("\(statement), which a cursor cannot hold") }
    if isRefusable(path.field, on: typeName) {
      problems.append("\(statement), which may be refused: a place in the order would show it")
    }
    return problems
  }
}
