import GraphQL

extension AttackWalk {
  /// How many relations a generated filter goes through.
  private static let relations = 2
  /// How many filters a request has.
  private static let batch = 20

  /// A filter with a hole.
  private struct Filter {
    /// `{course: {id: {eq: $Course}}}`
    var text: String
    let hole: (name: String, value: Attack.Hole)
    var covers: Set<String>
    /// Through how many relations it goes.
    var relations = 0

    func inside(_ open: String, _ close: String) -> Filter {
      var outer = self
      outer.text = open + text + close
      return outer
    }

    func behind(_ open: String, _ close: String, _ places: String...) -> Filter {
      var outer = inside(open, close)
      outer.covers.formUnion(places)
      outer.relations += 1
      return outer
    }
  }

  /// Every filter of every field, by each id and text that it reaches.
  var filters: [Attack] {
    places.flatMap { place in
      place.field.arguments.flatMap { argument -> [Attack] in
        guard let type = schema.inputObjectType(named: argument.type.namedType), type.isFilter else { return [] }
        let filters = filters(of: type, Self.relations)
        return stride(from: 0, to: filters.count, by: Self.batch).compactMap { start in
          attack(place, argument, filters[start..<min(start + Self.batch, filters.count)])
        }
      }
    }
  }

  private func attack(_ place: Place, _ argument: InputValueType, _ filters: ArraySlice<Filter>) -> Attack? {
    let selection = counts(of: place.field.type.namedType)
    let asked = filters.enumerated().map { index, filter in
      "f\(index): \(place.field.name)(\(argument.name): \(filter.text)) \(selection)"
    }
    let holes = Dictionary(filters.map(\.hole).map { ($0.name, $0.value) }) { first, _ in first }
    let variables = holes.sorted { $0.key < $1.key }.map { "$\($0.key): \($0.value == .text ? "String" : "ID")!" }
    guard
      let document = document(
        asked.joined(separator: "\n"), of: place.type, variables: variables.joined(separator: ", "))
    else { return nil }
    return Attack(
      kind: .filter, document: document.text, own: document.own, holes: holes,
      covers: filters.reduce([place.named(argument.name)]) { $0.union($1.covers) })
  }

  /// The selection that identifies the number of rows, and the rows: of a list, a page or a summary.
  private func counts(of typeName: String) -> String {
    guard let fields = schema.types[typeName]?.fields else { return "" }
    if fields["id"] != nil { return "{ id }" }
    let leaves = fields.filter { schema.isLeaf($0.type.namedType) && $0.arguments.isEmpty }.map(\.name)
    let nodes = fields["nodes"] == nil ? [] : ["nodes { id }"]
    return "{ \((leaves + nodes).joined(separator: " ")) }"
  }

  /// - Parameter relations: through how many it may go from here.
  private func filters(of type: InputObjectType, _ relations: Int) -> [Filter] {
    let found = type.fields.flatMap { field -> [Filter] in
      guard !InputObjectType.combinators.contains(field.name),
        let target = schema.inputObjectType(named: field.type.namedType)
      else { return [] }
      let place = "\(type.name).\(field.name)"
      if target.isFilter {
        return relations == 0
          ? [] : filters(of: target, relations - 1).map { $0.behind("{\(field.name): ", "}", place) }
      }
      if target.isListFilter {
        return relations == 0 ? [] : target.fields.flatMap { quantifier -> [Filter] in
          guard let inner = schema.inputObjectType(named: quantifier.type.namedType) else { return [] }
          return filters(of: inner, relations - 1).map {
            $0.behind("{\(field.name): {\(quantifier.name): ", "}}", place, "\(target.name).\(quantifier.name)")
          }
        }
      }
      return comparisons(of: type, field, target, isFirst: relations == Self.relations)
    }
    guard relations == Self.relations else { return found }
    return found.enumerated().flatMap { index, filter -> [Filter] in
      let negated = filter.inside("{not: ", "}")
      // Those that go far are many.
      if filter.relations == Self.relations { return [index % 2 == 0 ? filter : negated] }
      return [filter, negated, filter.inside("{and: [{or: [", "]}]}")]
    }
  }

  private func comparisons(
    of type: InputObjectType, _ field: InputValueType, _ comparison: InputObjectType, isFirst: Bool
  ) -> [Filter] {
    let hole: (name: String, value: Attack.Hole)
    switch comparison.operand {
    case "ID":
      let owner = String(type.name.dropLast("Filter".count))
      let name = schema.possibleTypes[owner]?.first ?? owner
      hole = (name, .id(of: name))
    case "String": hole = ("text", .text)
    default: return []
    }
    let operators = comparison.fields.filter { $0.type.namedType == comparison.operand }
    let chosen = operators.filter { isFirst || hole.value != .text || ["eq", "contains"].contains($0.name) }
    return chosen.map { comparing in
      let operand = comparing.type.itemType == nil ? "$\(hole.name)" : "[$\(hole.name)]"
      return Filter(
        text: "{\(field.name): {\(comparing.name): \(operand)}}", hole: hole,
        covers: ["\(type.name).\(field.name)", "\(comparison.name).\(comparing.name)"])
    }
  }
}
