package import GraphQL

/// Queries for every field that can be read, with every argument, filter and order: what plans there are.
package struct QueryWalk: Sendable {
  package struct Query: Sendable, CustomStringConvertible {
    /// `Family.assignments(where: {isOverdue: …})`
    package let place: String
    package let document: String

    package var description: String { "\(place): \(document)" }
  }

  private let schema: Schema
  private let ids: [String: String]
  private let ways: [String: Way]

  /// - Parameter ids: a row of each type, where there is one: it is read by its id, too.
  package init(_ schema: Schema, ids: [String: String] = [:]) {
    self.schema = schema
    self.ids = ids
    ways = Way.all(in: schema)
  }

  package var queries: [Query] {
    schema.typeNames.filter { !$0.hasPrefix("__") }.flatMap { name -> [Query] in
      guard let type = schema.objectType(named: name) else { return [] }
      let starts = [ways[name], ids[name].map { Way(opening: "{ node(id: \"\($0)\") { ... on \(name) { ", closing: " } } }") }]
      return starts.compactMap(\.self).flatMap { queries(of: type, $0) }
    }
  }

  private func queries(of type: ObjectType, _ way: Way) -> [Query] {
    let leaves = type.fields.filter { schema.isLeaf($0.type.namedType) && $0.arguments.isEmpty }.map(\.name)
    let plain = Query(place: type.name, document: way.query("__typename \(leaves.joined(separator: " "))"))
    return [plain]
      + type.fields.filter { !leaves.contains($0.name) }.flatMap { field in
        variants(of: field).map { arguments in
          let selection = schema.isLeaf(field.type.namedType) ? "" : " { __typename }"
          return Query(
            place: "\(type.name).\(field.name)\(arguments)", document: way.query("__typename \(field.name)\(arguments)\(selection)"))
        }
      }
  }

  /// The arguments of a field: those that it needs, and with them each other one.
  private func variants(of field: FieldType) -> [String] {
    let required = field.arguments.filter(\.isRequired).map { "\($0.name): \(self.literal(of: $0.type, for: field))" }
    func text(_ more: [String]) -> String {
      let all = required + more
      return all.isEmpty ? "" : "(\(all.joined(separator: ", ")))"
    }
    let pages: Set = ["first", "offset", "last", "before", "after"]
    let others = field.arguments.filter { !$0.isRequired && !pages.contains($0.name) }
    return [text([])] + others.flatMap { argument in literals(of: argument.type, for: field).map { text(["\(argument.name): \($0)"]) } }
  }

  /// Values of a type: of a filter one for each field, of an order one for each key.
  private func literals(of type: TypeReference, for field: FieldType) -> [String] {
    if let item = type.itemType { return literals(of: item, for: field).map { "[\($0)]" } }
    switch schema.types[type.namedType] {
    case .enum(let choices): return choices.values.map(\.name)
    case .inputObject(let input):
      let required = input.fields.filter(\.isRequired)
      guard let key = required.first else {
        return input.fields.map { "{\($0.name): \(literal(of: $0.type, for: field))}" }
      }
      return literals(of: key.type, for: field).map { value in
        let rest = required.dropFirst().map { ", \($0.name): \(literal(of: $0.type, for: field))" }
        return "{\(key.name): \(value)\(rest.joined())}"
      }
    default: return [literal(of: type, for: field)]
    }
  }

  private func literal(of type: TypeReference, for field: FieldType, depth: Int = 0) -> String {
    if let item = type.itemType { return "[\(literal(of: item, for: field, depth: depth))]" }
    if type.namedType == "ID" {
      let known = ids[field.type.namedType] ?? ids.sorted { $0.key < $1.key }.first?.value
      return "\"\(known ?? "0198f000-0000-7000-8fff-00000000ffff")\""
    }
    switch schema.types[type.namedType] {
    case .enum(let choices): return choices.values[0].name
    case .inputObject(let input):
      let required = input.fields.filter(\.isRequired)
      let given = required.isEmpty && depth < 4 ? input.fields.prefix(1).map(\.self) : required.map(\.self)
      return "{\(given.map { "\($0.name): \(literal(of: $0.type, for: field, depth: depth + 1))" }.joined(separator: ", "))}"
    default: break
    }
    return switch type.namedType {
    case "Int", "Float": "1"
    case "Boolean": "true"
    case "Date": #""2026-09-07""#
    case "DateTime": #""2026-09-07T08:30:00Z""#
    case "Time": #""08:30:00""#
    case "Color": ##""#2E86AB""##
    case "Decimal": "\"12.5\""
    case "Currency": "\"EUR\""
    case "TimeZone": #""UTC""#
    default: #""x""#
    }
  }

  /// A way of fields from the query type to objects of a type.
  private struct Way {
    let opening: String
    let closing: String

    func query(_ selection: String) -> String { "\(opening)\(selection)\(closing)" }

    static func all(in schema: Schema) -> [String: Way] {
      var ways = [schema.queryType: Way(opening: "{ ", closing: " }")]
      var open = [schema.queryType]
      while !open.isEmpty {
        let typeName = open.removeFirst()
        guard let way = ways[typeName] else { continue }
        for field in schema.objectType(named: typeName)?.fields.map(\.self) ?? [] where !field.arguments.contains(where: \.isRequired) {
          let targets = schema.possibleTypes[field.type.namedType] ?? (schema.objectType(named: field.type.namedType).map { [$0.name] } ?? [])
          for target in targets where ways[target] == nil {
            ways[target] = Way(opening: "\(way.opening)\(field.name) { ... on \(target) { ", closing: " } }\(way.closing)")
            open.append(target)
          }
        }
      }
      return ways
    }
  }
}
