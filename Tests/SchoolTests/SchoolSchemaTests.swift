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
      for field in type.fields where field.type.itemType.map({ schema.isComposite($0.namedType) }) ?? false {
        let first = field.arguments.first { ["first", "days"].contains($0.name) }
        #expect(first?.description?.contains("\(RequestLimits().pageSize)") == true, "\(type.name).\(field.name)")
      }
    }
  }
}
