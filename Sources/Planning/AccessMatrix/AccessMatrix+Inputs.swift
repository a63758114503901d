import GraphQL

/// The inputs that filter and order lists.
extension AccessMatrix {
  /// The types of listed objects, by the name of a filter's type, or of the enum that an order has its values from.
  struct ListInputs {
    var filters: [String: [String]] = [:]
    var orders: [String: [String]] = [:]
  }

  /// A value of a filter or of an order, which is as what it reads: a viewer cannot filter or order by a value that it
  /// may not see.
  struct ListInput {
    let verdicts: [Verdict]
    /// `Student.email`
    let source: String
  }

  var listInputs: ListInputs {
    var inputs = ListInputs()
    for typeName in map.schema.typeNames {
      for field in map.schema.objectType(named: typeName)?.fields.map(\.self) ?? [] {
        guard let target = listed(by: field, of: typeName) else { continue }
        for argument in field.arguments {
          switch argument.name {
          case "where": addFilter(argument.type.namedType, of: target, to: &inputs)
          case "orderBy":
            let order = map.schema.inputObjectType(named: argument.type.namedType)
            guard let choices = order?.fields.first(where: { $0.name == "field" })?.type.namedType else { continue }
            if inputs.orders[choices]?.contains(target) != true { inputs.orders[choices, default: []].append(target) }
          default: break
          }
        }
      }
    }
    return inputs
  }

  /// The type of the objects that a field lists or sums up.
  private func listed(by field: FieldType, of typeName: String) -> String? {
    switch map.resolver(of: field.name, on: typeName)?.kind {
    case .relation(.toMany), .relation(.all): field.type.namedType
    case .connection: ConnectionTypes(of: field.type.namedType, in: map.schema)?.node
    case .summary(.summary(let summarized, _)): summarized
    default: nil
    }
  }

  private func addFilter(_ name: String, of target: String, to inputs: inout ListInputs) {
    guard let type = map.schema.inputObjectType(named: name), inputs.filters[name]?.contains(target) != true else {
      return
    }
    inputs.filters[name, default: []].append(target)
    for field in type.fields {
      guard let objectType = map.objectTypes(listedAs: target).first,
        let next = map.schema.field(field.name, of: objectType)?.type.namedType
      else { continue }
      switch map.resolver(of: field.name, on: objectType)?.kind {
      case .relation(.toOne): addFilter(field.type.namedType, of: next, to: &inputs)
      case .relation(.toMany):
        // `some`, `every` and `none`.
        for quantifier in map.schema.inputObjectType(named: field.type.namedType)?.fields ?? [] {
          addFilter(quantifier.type.namedType, of: next, to: &inputs)
        }
      default: break
      }
    }
  }

  /// - Returns: nil for what joins filters.
  func filter(by field: String, of target: String) -> ListInput? {
    let types = map.objectTypes(listedAs: target).filter { map.resolver(of: field, on: $0) != nil }
    guard !types.isEmpty else { return nil }
    let verdicts = viewers.map { viewer in
      let verdicts = types.compactMap { verdict(of: field, on: $0, for: viewer) }
      // Rows of several types follow the rules of their own types.
      return verdicts.allSatisfy { $0 == verdicts[0] } ? verdicts[0] : .someRows
    }
    return ListInput(verdicts: verdicts, source: types.map { "\($0).\(field)" }.joined(separator: ", "))
  }

  func order(by value: String, of target: String) -> ListInput? {
    let path = map.orderPath(value, of: target)
    var typeName = target
    var steps: [ListInput] = []
    for name in path.relations + [path.field] {
      guard let step = filter(by: name, of: typeName) else { return nil }
      steps.append(step)
      guard let objectType = map.objectTypes(listedAs: typeName).first else { return nil }
      typeName = map.schema.field(name, of: objectType)?.type.namedType ?? typeName
    }
    let verdicts = viewers.indices.map { viewer in
      steps.map { $0.verdicts[viewer] }.first { $0 != .allowed } ?? .allowed
    }
    return ListInput(verdicts: verdicts, source: "\(target).\(path.name)")
  }
}

extension EntityMap {
  /// The object types of the rows that a list of a type has.
  fileprivate func objectTypes(listedAs typeName: String) -> [String] {
    entity(typeName)?.discriminator.map { $0.typeNames.values.sorted() } ?? [typeName]
  }
}
