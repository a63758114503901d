import Derivation
import GraphQL
import TestSupport
import Testing

@testable import Planning
@testable import Domain

struct ScopeTests {
  private var entities: [Entity<Viewer>] {
    get throws {
      let map = try EntityMap<Viewer>.shared
      return map.schema.typeNames.compactMap { map.entity($0) }
    }
  }

  @Test func `Every entity's rows are of a declared scope`() throws {
    for entity in try entities { #expect(Scope.of(entity) != nil, "\(entity.typeName)") }
  }

  @Test func `A change locks the owner of a scope, and bumps a version that its viewers watch`() {
    for scope in Scope.all {
      let isOfFamily = scope.lock == .family
      #expect(scope.versions.contains(.family) == isOfFamily, "\(scope.name)")
      #expect((scope.mirrored != nil) == (scope.versions == [.family, .place]), "\(scope.name)")
    }
  }

  /// A parent whom a school has barred learns by no number that there are rows it may not see.
  @Test func `Tables of pickups with a quota are not counted for a barred parent`() throws {
    let map = try EntityMap<Viewer>.shared
    let counted = map.mirrors(of: .enrolment).union(["enrolments"]).intersection(map.quotas.keys)
    #expect(counted.isSubset(of: StorageUse.kindsOfPickups), "\(counted.subtracting(StorageUse.kindsOfPickups))")
    #expect(counted.count >= 5)
  }

  @Test func `Writers are named once, and belong to a scope`() {
    #expect(Set(Writers.all.map(\.name)).count == Writers.all.count)
    #expect(Scope.administration.writers.map(\.writers.name) == ["ADMINISTRATORS"])
  }

  @Test func `Every entity's table compares the same column under row-level security`() throws {
    let migrations = MigrationText.shared
    let (tables, text) = (migrations.tables, migrations.text)
    let placePolicy = /CREATE POLICY \w+ ON (\w+) [A-Z ]*TO hatched_app USING \((\w+) = ANY \(nullif\(current_setting\('([a-z_.]+)'/
    let placePolicies = Set(text.matches(of: placePolicy).map { "\($0.1) \($0.2) \($0.3)" })
    // Entities that have another origin than a table consist of rows that are made of tables' rows.
    for entity in try entities where entity.isTable {
      // A view that is read with the rights of whoever reads it has the policies of its tables.
      if text.contains("CREATE VIEW \(entity.table) WITH (security_invoker = true)") { continue }
      let table = try #require(tables.first { $0.name == entity.table }, "\(entity.table)")
      // CatalogTests compare the policies of `guard_table` with the scope.
      if migrations.isGuarded(table) { continue }
      if let audience = entity.scope.audience {
        let condition = "(\(audience.column) && nullif(current_setting('hatched.audience_ids', true), '')::uuid[])"
        #expect(text.contains("ON \(entity.table) FOR SELECT TO hatched_app USING \(condition);"), "\(entity.typeName)")
        continue
      }
      let columns = ([entity.scope.column] + (entity.scope.other.map { [$0.column] } ?? []))
      for (column, setting) in zip(columns, entity.scope.attributes.map(\.setting)) {
        guard let setting else {
          #expect(table.scope.column == column || table.otherOwner == column, "\(entity.typeName)")
          continue
        }
        #expect(placePolicies.contains("\(entity.table) \(column) \(setting)"), "\(entity.typeName): \(column)")
      }
    }
  }

  @Test func `Every type that has an id is rows of a table, and every entity is a type of the schema`() throws {
    let map = try EntityMap<Viewer>.shared
    let nodes = try #require(map.schema.possibleTypes["Node"])
    #expect(nodes.count > 15)
    // Functions alone read the terms that an operator has published: they are in no scope.
    for name in nodes where name != "Terms" { #expect(map.entity(name)?.isTable == true, "\(name)") }
    for entity in try entities { #expect(map.schema.types[entity.typeName] != nil, "\(entity.typeName)") }
  }
}

extension Entity {
  fileprivate var isTable: Bool { if case .table = origin { true } else { false } }
}
