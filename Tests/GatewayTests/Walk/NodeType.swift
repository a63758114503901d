import GraphQL
import Planning
import SQL
import Domain
import Testing

/// A type that has an id, and which of its rows a viewer finds by it: each type of the schema is one from its first day.
struct NodeType: CustomTestStringConvertible {
  let type: String
  let table: String
  let key: String
  /// The condition on rows `t` of the table that are of the type.
  private let condition: SQL
  private let sight: Sight

  var testDescription: String { type }

  /// The viewers who see a row `t` of the type, by a condition.
  private enum Sight: Sendable {
    /// All members of the family.
    case family
    /// Parents; of the rows that satisfy a condition.
    case parents(SQL = "true")
    /// The member whose key a column has; of the rows that satisfy a condition.
    case member(String, SQL = "true")
    /// Parents, and the student of the enrolment that the row names.
    case parentsAndStudent
    /// All members, of rows that satisfy a condition; of others the member whose key a column has.
    case owned(String, SQL)
    /// The same of the shopping list that a condition begins to look up.
    case listed(SQL)
  }

  /// The types of which members do not see all rows of the family, or whose table has rows of other types: said once more
  /// here, since the tests would else ask the map whether the map is right. A type that is missing here, and should not be,
  /// fails the tests that read all its rows.
  private static let exceptions: [String: (condition: SQL, sight: Sight)] = [
    "Parent": ("t.role = 'PARENT'", .family),
    "Student": ("t.role = 'STUDENT'", .family),
    "Invitation": ("true", .parents()),
    "AuditEntry": ("true", .parents()),
    "ShoppingList": ("true", .owned("owner_id", "t.is_shared")),
    "ShoppingItem": ("true", .owned("private_to", "t.private_to IS NULL")),
    "ShoppingListGuest": (
      "true", .listed("EXISTS (SELECT 1 FROM shopping_lists l WHERE l.family_id = t.family_id AND l.id = t.shopping_list_id AND ")),
    "ExpenseCategory": ("true", .parents()),
    "Expense": ("true", .parents()),
    "Budget": ("true", .parents()),
    "Webhook": ("true", .parents()),
    "WebhookDelivery": ("true", .parents()),
    "PickupCard": ("true", .parents()),
    "SchoolMessage": ("true", .parents()),
    "SchoolAttendance": ("true", .parentsAndStudent),
    "AbsenceReport": ("true", .parentsAndStudent),
    "JoinRequest": ("true", .parents("t.state = 'PENDING' AND t.expires_at > now()")),
    "Notification": ("true", .member("recipient_id", "t.deleted_at IS NULL")),
    "Device": ("true", .member("member_id")),
    "CalendarFeed": ("true", .member("member_id")),
  ]

  /// All types that have an id, but the viewer itself, which is an account.
  static func all(in walked: WalkedSchema? = nil) throws -> [NodeType] {
    let map = try (walked ?? .recipe).map
    let types = (map.schema.possibleTypes["Node"] ?? []).compactMap { name -> NodeType? in
      guard let entity = map.entity(name), entity.scope.column == "family_id" else { return nil }
      let (condition, sight) = exceptions[name] ?? ("true", .family)
      return NodeType(type: name, table: entity.table, key: entity.key, condition: condition, sight: sight)
    }
    try #require(Set(exceptions.keys).isSubset(of: types.map(\.type)), "an exception is of a type that there is not")
    return types
  }

  /// Whether all members of the family see all rows.
  var isForAll: Bool { if case .family = sight { true } else { false } }

  /// The column with the key of the one member who sees a row.
  var owner: String? { if case .member(let column, _) = sight { column } else { nil } }

  /// The keys of the rows that a member sees.
  func keys(in family: SQL, of member: SQL, as role: Role = .parent) -> SQL {
    "\(rows(in: family)) AND \(isSeen(by: member, as: role))"
  }

  /// The keys of the rows that a viewer sees.
  func keys(for membership: Membership) -> SQL {
    keys(in: "\(bind: .uuid(membership.familyID))", of: "\(bind: .uuid(membership.memberID))", as: membership.role)
  }

  /// The keys of the rows of the viewer's family that it does not see.
  func hiddenKeys(from membership: Membership) -> SQL {
    let isSeen = isSeen(by: "\(bind: .uuid(membership.memberID))", as: membership.role)
    return "\(rows(in: "\(bind: .uuid(membership.familyID))")) AND NOT (\(isSeen))"
  }

  private func rows(in family: SQL) -> SQL {
    "SELECT t.\(identifier: key) FROM \(identifier: table) t WHERE t.family_id = \(family) AND \(condition)"
  }

  private func isSeen(by member: SQL, as role: Role) -> SQL {
    switch sight {
    case .family: "true"
    case .parents(let condition): role == .parent ? condition : "false"
    case .member(let column, let condition): "t.\(identifier: column) = \(member) AND \(condition)"
    case .owned(let column, let condition): "(\(condition) OR t.\(identifier: column) = \(member))"
    case .listed(let list): "\(list)(l.is_shared OR l.owner_id = \(member)))"
    case .parentsAndStudent:
      role == .parent
        ? "true"
        : "EXISTS (SELECT 1 FROM enrolments e WHERE e.family_id = t.family_id AND e.id = t.enrolment_id AND e.student_id = \(member))"
    }
  }
}
