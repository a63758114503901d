import Planning
import SQL

/// `SchoolPerson`: a side of an account at a school. See migrations/functions/school/follow_person.sql.
enum SchoolPerson: EntityType {
  enum Column: String, ColumnName {
    case id, kind, name
    case schoolID = "school_id"
    case accountID = "account_id"
  }

  /// The side on which a school knows a person.
  enum Kind: String, Sendable {
    case staff = "STAFF"
    case parent = "PARENT"
    case student = "STUDENT"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("school_people_account", "the account goes on"),
    .unreachable("school_people_kind", "a trigger copies the role"),
    .unreachable("school_people_name", "a trigger copies the name, which has the same bounds"),
    .unreachable("school_people_member", "a trigger writes both"),
    .unreachable("school_people_school", "a trigger writes the row with the place there"),
  ]

  static let entity = Entity<Viewer>(
    "SchoolPerson", table: "school_people", scope: .community, visibility: .wholeScope, extent: .unbounded, order: [.ascending("name")],
    stored: [.schoolPeople: ["id", "name", "kind"]],
    resolvers: ["picture": .toOne(foreignKey: "picture_id", access: .schoolPeople).reading(File.ofPeople)])
}

/// A side of the viewer's own, which outlasts its enrolments. No object of the schema shows it.
enum OwnSchoolPerson: EntityType {
  static let entity = Entity<Viewer>(
    "OwnSchoolPerson", table: "school_people", scope: .account, visibility: .wholeScope, extent: .unbounded)
}

/// The sides of the viewer at a school, on which it acts.
struct SchoolSides: Sendable {
  struct Side: Sendable {
    let id: UUIDValue
    let kind: SchoolPerson.Kind
    let name: String
  }

  let staff: Side?
  /// As a parent or a student.
  let family: Side?
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The sides of the viewer at a school that last: a place in the staff, and a member of a family with a confirmed enrolment there.
  func sides(at school: UUIDValue) async throws(MutationFailure) -> SchoolSides {
    let account = try account()
    let found = try await found(SchoolPerson.self, columns: [.id, .kind, .name]) {
      "\($0[.schoolID]) = \(bind: .uuid(school)) AND \($0[.accountID]) = \(bind: .uuid(account.accountID))"
    }
    let sides = (0..<found.count).compactMap { row -> SchoolSides.Side? in
      guard let id = found.uuid(row: row, column: 0), account.places.audience.contains(id),
        let kind = found.text(row: row, column: 1).flatMap(SchoolPerson.Kind.init(rawValue:))
      else { return nil }
      return SchoolSides.Side(id: id, kind: kind, name: found.text(row: row, column: 2) ?? "")
    }
    return SchoolSides(staff: sides.first { $0.kind == .staff }, family: sides.first { $0.kind != .staff })
  }
}
