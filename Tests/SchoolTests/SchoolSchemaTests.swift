import GraphQL
import Testing

@testable import Planning
@testable import School

struct SchoolSchemaTests {
  @Test func `The schema and its resolvers fit`() throws {
    let map = try EntityMap(school: .school())
    #expect(map.schema.queryType == "Query")
    #expect(map.entity("Student")?.table == "members")
  }

  @Test func `Whatever the SDL defines is described`() throws {
    let schema = try Schema.school()
    let builtIn: Set = ["Int", "Float", "String", "Boolean", "ID"]
    var undescribed: [String] = []
    func check(_ description: String?, _ coordinate: String) {
      if (description ?? "").allSatisfy(\.isWhitespace) { undescribed.append(coordinate) }
    }
    check(schema.description, "schema")
    for name in schema.typeNames where !name.hasPrefix("__") && !builtIn.contains(name) {
      let type = try #require(schema.types[name])
      check(type.description, name)
      for field in type.fields.map(Array.init) ?? [] {
        check(field.description, "\(name).\(field.name)")
        for argument in field.arguments { check(argument.description, "\(name).\(field.name)(\(argument.name):)") }
      }
      if case .enum(let type) = type {
        for value in type.values { check(value.description, "\(name).\(value.name)") }
      }
      if case .inputObject(let type) = type {
        for field in type.fields { check(field.description, "\(name).\(field.name)") }
      }
    }
    #expect(undescribed == [])
  }

  @Test func `Every list says how many items it has at most`() throws {
    let schema = try Schema.school()
    for case .object(let type)? in schema.typeNames.map({ schema.types[$0] }) where !type.name.hasPrefix("__") {
      for field in type.fields {
        // A connection's edges and nodes are as many as the connection is asked for.
        let isConnection = field.type.namedType.hasSuffix("Connection")
        let isList = field.type.itemType.map { schema.isComposite($0.namedType) } ?? false
        guard isConnection || isList && !type.name.hasSuffix("Connection") else { continue }
        for bound in isConnection ? ["first", "last"] : field.type.namedType == "Node" ? ["ids"] : ["first"] {
          let argument = field.arguments.first { $0.name == bound || bound == "first" && $0.name == "days" }
          #expect(
            argument?.description?.contains("\(RequestLimits().pageSize)") == true, "\(type.name).\(field.name)(\(bound):)")
        }
      }
    }
  }

  @Test func `Every list of a type that has a filter takes it, and an order`() throws {
    let map = try EntityMap(school: .school())
    for case .object(let type)? in map.schema.typeNames.map({ map.schema.types[$0] }) {
      for field in type.fields where field.type.itemType != nil || field.type.namedType.hasSuffix("Connection") {
        switch map.resolver(of: field.name, on: type.name)?.kind {
        case .toMany, .connection:
          let filter = field.type.namedType.replacing("Connection", with: "") + "Filter"
          guard map.schema.inputObjectType(named: filter) != nil else { continue }
          let arguments = field.arguments.map(\.name)
          #expect(arguments.contains("where") && arguments.contains("orderBy"), "\(type.name).\(field.name)")
        default: break
        }
      }
    }
  }
}
