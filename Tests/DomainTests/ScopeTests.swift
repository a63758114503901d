import GraphQL
import TestSupport
import Testing

@testable import Planning
@testable import Domain

struct ScopeTests {
  private var entities: [Entity<Viewer>] {
    get throws {
      let map = try EntityMap(domain: .domain())
      return map.schema.typeNames.compactMap { map.entity($0) }
    }
  }

  @Test func `Every entity's rows belong to the viewer's family, to a school of its, or are the viewer's account`() throws {
    for entity in try entities {
      switch entity.scope.attribute {
      case .familyID: #expect(entity.scope.column == "family_id", "\(entity.typeName)")
      case .accountID where entity.isTable:
        #expect(entity.scope.column == (entity.table == "accounts" ? "id" : "account_id"), "\(entity.typeName)")
      // A function of the database reads the scope.
      case .accountID: #expect(["OwnJoinRequest", "SignInWay"].contains(entity.typeName))
      // Only the database knows which schools they are.
      case .schoolIDs, .administeredSchoolIDs:
        let column = entity.table == "schools" ? "id" : "school_id"
        #expect(entity.scope.column == column && entity.scope.other == nil, "\(entity.typeName)")
      case .staffSchoolIDs:
        // Rows of a family have a column for the school that they are shared with.
        let isOfSchool = ["SchoolStudent", "PickupRecord"].contains(entity.typeName)
        let column = isOfSchool ? "school_id" : "staff_school_id"
        #expect(entity.scope.column == column && entity.scope.other?.column == "class_id", "\(entity.typeName)")
        #expect(entity.scope.other?.attribute == .staffClassIDs, "\(entity.typeName)")
      case .readerSchoolIDs: #expect(entity.scope.column == "staff_school_id" && entity.scope.other == nil, "\(entity.typeName)")
      case .memberID, .role, .staffClassIDs: Issue.record("\(entity.typeName) has no scope that the database enforces")
      }
    }
  }

  @Test func `Every entity's table compares the same column under row-level security`() throws {
    let tables = MigrationText().tables
    // Entities that have another origin than a table consist of rows that are made of tables' rows.
    let text = MigrationText().text
    for entity in try entities where entity.isTable {
      // A view that is read with the rights of whoever reads it has the policies of its tables.
      if text.contains("CREATE VIEW \(entity.table) WITH (security_invoker = true)") { continue }
      let table = try #require(tables.first { $0.name == entity.table }, "\(entity.table)")
      let columns = ([entity.scope.column] + (entity.scope.other.map { [$0.column] } ?? []))
      for (column, setting) in zip(columns, entity.scope.attributes.map(\.setting)) {
        guard let setting else {
          #expect(table.scope.column == column, "\(entity.typeName)")
          continue
        }
        let policy = /CREATE POLICY \w+ ON (\w+) [A-Z ]*TO hatched_app USING \((\w+) = ANY \(nullif\(current_setting\('([a-z_.]+)'/
        #expect(
          text.matches(of: policy).contains { $0.1 == entity.table && $0.2 == column && String($0.3) == setting },
          "\(entity.typeName): \(column)")
      }
    }
  }

  @Test func `Every type that has an id is rows of a table, and every entity is a type of the schema`() throws {
    let map = try EntityMap(domain: .domain())
    let nodes = try #require(map.schema.possibleTypes["Node"])
    #expect(nodes.count > 15)
    for name in nodes { #expect(map.entity(name)?.isTable == true, "\(name)") }
    for entity in try entities { #expect(map.schema.types[entity.typeName] != nil, "\(entity.typeName)") }
  }
}

extension Entity {
  fileprivate var isTable: Bool { if case .table = origin { true } else { false } }
}
