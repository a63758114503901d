import GraphQL
import SQL

extension PlanDraft {
  /// Resolves a field that finds an object of any type by its id: a level for each type that it may be of. Only those are
  /// looked for that the fragments name; all of them where no fragment names any.
  ///
  ///     node(id: "…") { id ... on Assignment { title } }        looks among assignments
  func node(
    _ group: FieldGroup, _ definition: FieldType, argument: String, path: [PathSegment]
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    let arguments = arguments(of: group.first, definition, path: path).planned
    let isList = definition.type.itemType != nil
    let ids = BindSource<Viewer>.argument(of: arguments, at: ArgumentPath(argument), as: isList ? .uuids : .uuid).slot
    let interface = definition.type.namedType
    let possible = planner.schema.possibleTypes[interface] ?? []
    let named = namedTypes(in: group.selectionSets, besides: interface)
    var levels: [ResolvedLevel<Viewer>] = []
    for typeName in possible where named.isEmpty || named.contains(typeName) {
      guard let entity = planner.map.entity(typeName)?.seen(by: planClass) else { throw .fault("\(typeName) is not an entity") }
      let rows = RowSet(
        start(of: entity), path: path, under: nil, isList ? .lookups(keys: ids) : .lookup(key: "\(ids)"),
        arguments: noArguments)
      let content = try content(of: rows, selecting: group.selectionSets, path: path)
      levels.append(ResolvedLevel(rows: rows, content: content))
    }
    return ResolvedField(
      group: group, type: definition.type, arguments: arguments,
      output: isList ? .nodes(levels, arguments, argument: argument) : .node(levels))
  }

  /// The object types that fragments of a selection are for, directly or as one of an interface's.
  private func namedTypes(in selectionSets: [SelectionSet], besides interface: String) -> Set<String> {
    var types: Set<String> = []
    var visited: Set<String> = []
    var rest = selectionSets
    while let set = rest.popLast() {
      for selection in set.selections {
        var condition: String?
        switch selection {
        case .field: continue
        case .inlineFragment(let fragment):
          condition = fragment.typeCondition?.value
          rest.append(fragment.selectionSet)
        case .fragmentSpread(let spread):
          guard visited.insert(spread.name.value).inserted, let fragment = operation.fragments[spread.name.value]
          else { continue }
          condition = fragment.typeCondition.value
          rest.append(fragment.selectionSet)
        }
        guard let condition, condition != interface else { continue }
        types.formUnion(planner.schema.possibleTypes[condition] ?? [condition])
      }
    }
    return types
  }
}
