import GraphQL
import TestSupport

/// A way of fields from the query type to objects of a type, none of which needs to be told an id.
struct Way: Sendable {
  /// The names of the fields.
  let keys: [String]
  private let opening: String
  private let closing: String

  static let root = Way(keys: [], opening: "{ ", closing: "}")

  /// The query for what is selected of the objects at the end.
  func query(_ selection: String) -> String { "\(opening)\(selection) \(closing)" }

  private func through(_ field: FieldType, to typeName: String, in schema: Schema) -> Way {
    let given = field.arguments.compactMap { argument -> String? in
      if argument.name == "first" { return "first: 10" }
      return argument.isRequired ? "\(argument.name): \(schema.literal(of: argument.type))" : nil
    }
    let page = given.isEmpty ? "" : "(\(given.joined(separator: ", ")))"
    return Way(
      keys: keys + [field.name], opening: "\(opening)\(field.name)\(page) { ... on \(typeName) { ",
      closing: "} } \(closing)")
  }

  /// The shortest way to each object type there is one to. The viewer's own objects come last: the family has more.
  static func all(in schema: Schema) -> [String: Way] {
    var ways = [schema.queryType: Way.root]
    var open = [schema.queryType]
    var later: [String] = []
    while !open.isEmpty || !later.isEmpty {
      let typeName = open.isEmpty ? later.removeFirst() : open.removeFirst()
      guard let way = ways[typeName] else { continue }
      for field in schema.objectType(named: typeName)?.fields.map(\.self) ?? []
      where !field.arguments.contains(where: { $0.isRequired && $0.type.namedType == "ID" })
        // Empty without a version of before.
        && field.type.namedType != "FamilyRecord"
      {
        for target in schema.objectTypes(of: field.type) where ways[target] == nil {
          ways[target] = way.through(field, to: target, in: schema)
          if target == "Viewer" { later.append(target) } else { open.append(target) }
        }
      }
    }
    return ways
  }

  /// The objects at the end, each with its place in the answer.
  func objects(in answer: JSONValue) -> [(path: [String], object: JSONValue)] {
    var found: [(path: [String], object: JSONValue)] = answer.at("data").map { [([], $0)] } ?? []
    for key in keys {
      found = found.flatMap { path, object in Self.items(object.at(.key(key)), at: path + [key]) }
    }
    // An object of another type, where there may be several, has no such selection.
    return found.filter { $0.object.at("__typename") != nil }
  }

  private static func items(_ value: JSONValue?, at path: [String]) -> [(path: [String], object: JSONValue)] {
    switch value {
    case .array(let items)?: items.enumerated().flatMap { Self.items($1, at: path + ["\($0)"]) }
    case .object?: value.map { [(path, $0)] } ?? []
    default: []
    }
  }
}

extension Schema {
  fileprivate func objectTypes(of type: TypeReference) -> [String] {
    possibleTypes[type.namedType] ?? (objectType(named: type.namedType).map { [$0.name] } ?? [])
  }

  /// Some value of an input type, with no more than it needs: an id is of nothing that there is.
  func literal(of type: TypeReference) -> String {
    if let item = type.itemType { return "[\(literal(of: item))]" }
    switch types[type.namedType] {
    case .enum(let choices): return choices.values[0].name
    case .inputObject(let input):
      let fields = input.fields.filter(\.isRequired).map { "\($0.name): \(literal(of: $0.type))" }
      return "{\(fields.joined(separator: ", "))}"
    default: break
    }
    return switch type.namedType {
    case "Int", "Float": "1"
    case "Boolean": "true"
    case "ID": #""0198f000-0000-7000-8fff-00000000ffff""#
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
}

extension JSONValue {
  /// The paths of the errors with a code, as their keys and indices stand in the answer.
  func paths(of code: String) -> Set<[String]> {
    let errors = (at("errors")?.array ?? []).filter { $0.at("extensions", "code")?.string == code }
    return Set(
      errors.map { error in
        (error.at("path")?.array ?? []).compactMap { segment in
          switch segment {
          case .string(let key): key
          case .number(let index): index
          default: nil
          }
        }
      })
  }
}
