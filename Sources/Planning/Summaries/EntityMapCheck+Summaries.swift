import GraphQL
import SQL

extension EntityMapCheck {
  /// The objects that an object type without rows sums up.
  struct Summarized: Hashable {
    let entity: String
    /// The key of a group.
    var key: GroupKey?
  }

  /// The types of summaries and of their groups, with what each of them is over.
  static func summaryTypes(
    _ schema: Schema, _ resolvers: [String: [String: Resolver<Viewer>]]
  ) -> [String: Set<Summarized>] {
    var types: [String: Set<Summarized>] = [:]
    for (typeName, fields) in resolvers {
      for (name, resolver) in fields {
        guard case .summary(.summary(let entity, _)) = resolver.kind, let field = schema.field(name, of: typeName) else {
          continue
        }
        let summary = field.type.namedType
        types[summary, default: []].insert(Summarized(entity: entity))
        for (name, resolver) in resolvers[summary] ?? [:] {
          guard case .summary(.groups(let key, _)) = resolver.kind, let field = schema.field(name, of: summary) else { continue }
          types[field.type.namedType, default: []].insert(Summarized(entity: entity, key: key))
        }
      }
    }
    return types
  }

  /// The objects that a field of a summary or of a group is over; nil when the type is none, or more than one.
  private func summarized(_ typeName: String) -> Summarized? {
    let all = summaryTypes[typeName] ?? []
    return all.count == 1 ? all.first : nil
  }

  func problems(
    of part: Resolver<Viewer>.SummaryField, _ field: FieldType, _ coordinate: String, on typeName: String
  ) -> [String] {
    switch part {
    case .summary(let summarized, _):
      summaryProblems(field, coordinate, of: summarized, on: typeName) + parentProblems(coordinate, on: typeName)
    case .measure(let measure): measureProblems(measure, field, coordinate, on: typeName)
    case .aggregate(let type, let measured, _): aggregateProblems(type, over: measured, field, coordinate, on: typeName)
    case .groups(let key, _): groupsProblems(key, field, coordinate, on: typeName)
    case .groupKey: groupKeyProblems(field, coordinate, on: typeName)
    }
  }

  private func summaryProblems(
    _ field: FieldType, _ coordinate: String, of typeName: String, on parent: String
  ) -> [String] {
    guard let entity = entities[typeName], entity.discriminator == nil else {
      return ["\(coordinate) sums up \(typeName), which is bound to no entity of one type"]
    }
    var problems: [String] = []
    if field.type.itemType != nil || schema.objectType(named: field.type.namedType) == nil
      || entities[field.type.namedType] != nil
    {
      problems.append("\(coordinate) is \(field.type), which is no summary")
    }
    if entities[parent]?.scope.attribute != entity.scope.attribute {
      problems.append("\(coordinate) sums up \(typeName), which is not of the scope of \(parent)")
    }
    return problems + listArgumentProblems(field, coordinate, of: typeName)
  }

  private func measureProblems(
    _ measure: Measure, _ field: FieldType, _ coordinate: String, on typeName: String
  ) -> [String] {
    guard let summarized = summarized(typeName) else {
      return ["\(coordinate) is a measure, but \(typeName) is no summary of one type"]
    }
    var problems: [String] = []
    if LeafFormat(measure.type, as: field.type, in: schema) == nil {
      problems.append("\(coordinate) is \(field.type), which \(measure.type) cannot be")
    }
    guard let measured = measure.field else { return problems }
    if case .mean = measure, field.type.isNonNull {
      problems.append("\(coordinate) is a mean, which there may not be, but is non-null")
    }
    return problems + valueProblems(measured, coordinate, of: summarized.entity)
  }

  private func aggregateProblems(
    _ type: SQLType, over measured: String, _ field: FieldType, _ coordinate: String, on typeName: String
  ) -> [String] {
    guard let summarized = summarized(typeName) else {
      return ["\(coordinate) aggregates, but \(typeName) is no summary of one type"]
    }
    var problems: [String] = []
    if LeafFormat(type, as: field.type, in: schema) == nil {
      problems.append("\(coordinate) is \(field.type), which \(type) cannot be")
    }
    if field.type.isNonNull { problems.append("\(coordinate) is an aggregate, which there may not be, but is non-null") }
    return problems + valueProblems(measured, coordinate, of: summarized.entity)
  }

  private func groupsProblems(_ key: GroupKey, _ field: FieldType, _ coordinate: String, on typeName: String) -> [String] {
    guard let summarized = summarized(typeName), summarized.key == nil else {
      return ["\(coordinate) groups, but \(typeName) is no summary of one type"]
    }
    var problems = boundProblems(field, coordinate, .page)
    if field.type.itemType.map({ schema.objectType(named: $0.namedType) }) == nil {
      problems.append("\(coordinate) is \(field.type), which is no list of groups")
    }
    switch key {
    case .field(let name): problems += valueProblems(name, coordinate, of: summarized.entity)
    case .week(let name):
      problems += valueProblems(name, coordinate, of: summarized.entity)
      if valueType(of: name, on: summarized.entity) != .date {
        problems.append("\(coordinate) is by the week of \(summarized.entity).\(name), which is no date")
      }
    case .relation:
      if target(of: key, on: summarized.entity) == nil {
        problems.append("\(coordinate) is by a way that does not lead from \(summarized.entity) to one object")
      }
    }
    return problems
  }

  private func groupKeyProblems(_ field: FieldType, _ coordinate: String, on typeName: String) -> [String] {
    guard let summarized = summarized(typeName), let key = summarized.key else {
      return ["\(coordinate) is the key of a group, but \(typeName) is no group of one kind"]
    }
    let fits =
      switch key {
      case .relation(let way):
        target(of: key, on: summarized.entity) == field.type.namedType
          && (!field.type.isNonNull || isNonNull(way, on: summarized.entity))
      case .week: LeafFormat(.date, as: field.type, in: schema) != nil
      case .field(let name):
        valueType(of: name, on: summarized.entity).map { LeafFormat($0, as: field.type, in: schema) != nil } ?? false
      }
    return fits ? [] : ["\(coordinate) is \(field.type), which the key of the group cannot be"]
  }

  /// An aggregated value must be one that is refused to no viewer: a sum would show it.
  private func valueProblems(_ name: String, _ coordinate: String, of entity: String) -> [String] {
    guard valueType(of: name, on: entity) != nil else {
      return ["\(coordinate) is over \(entity).\(name), which is no value of its rows"]
    }
    return isRefusable(name, on: entity) ? ["\(coordinate) is over \(entity).\(name), which may be refused"] : []
  }

  /// Whether each object has one that the way leads to.
  private func isNonNull(_ way: [String], on entity: String) -> Bool {
    var typeName = entity
    for name in way {
      guard let type = schema.field(name, of: typeName)?.type, type.isNonNull else { return false }
      typeName = type.namedType
    }
    return true
  }

  func target(of key: GroupKey, on entity: String) -> String? {
    guard case .relation(let way) = key, !way.isEmpty else { return nil }
    var typeName = entity
    for name in way {
      guard let resolver = resolvers[typeName]?[name], case .relation(.toOne) = resolver.kind, !resolver.access.isRefusable,
        let next = schema.field(name, of: typeName)?.type.namedType, entities[next]?.discriminator == nil
      else { return nil }
      typeName = next
    }
    return typeName
  }
}
