import GraphQL
import TestSupport
import Testing

@testable import Planning
@testable import School

struct ScopeTests {
  private var entities: [Entity<Viewer>] {
    get throws {
      let map = try EntityMap(school: .school())
      return map.schema.typeNames.compactMap { map.entity($0) }
    }
  }

  @Test func `Every entity's rows belong to the viewer's family, or are the viewer's account`() throws {
    for entity in try entities {
      switch entity.scope.attribute {
      case .familyID: #expect(entity.scope.column == "family_id", "\(entity.typeName)")
      case .accountID where entity.isTable:
        #expect(entity.table == "accounts" && entity.scope.column == "id", "\(entity.typeName)")
      // A function of the database reads the scope.
      case .accountID: #expect(["OwnJoinRequest", "SignInWay"].contains(entity.typeName))
      case .memberID, .role: Issue.record("\(entity.typeName) has no scope that the database enforces")
      }
    }
  }

  @Test func `Every entity's table compares the same column under row-level security`() throws {
    let tables = MigrationText().tables
    // Of other origins than a table are only rows that are made of tables' rows.
    let text = MigrationText().text
    for entity in try entities where entity.isTable {
      // A view that is read with the rights of whoever reads it has the policies of its tables.
      if text.contains("CREATE VIEW \(entity.table) WITH (security_invoker = true)") { continue }
      let table = try #require(tables.first { $0.name == entity.table }, "\(entity.table)")
      #expect(table.scope.column == entity.scope.column, "\(entity.typeName)")
    }
  }

  @Test func `Every type that has an id is rows of a table, and every entity is a type of the schema`() throws {
    let map = try EntityMap(school: .school())
    let nodes = try #require(map.schema.possibleTypes["Node"])
    #expect(nodes.count > 15)
    for name in nodes { #expect(map.entity(name)?.isTable == true, "\(name)") }
    for entity in try entities { #expect(map.schema.types[entity.typeName] != nil, "\(entity.typeName)") }
  }
}

extension Entity {
  fileprivate var isTable: Bool { if case .table = origin { true } else { false } }
}
