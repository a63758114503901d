import GraphQL
import Planning
import SQL
import School
import Testing

/// A type that has an id, and which of its rows a viewer finds by it: each type of the schema is one from its first day.
struct NodeType: CustomTestStringConvertible {
  let type: String
  let table: String
  let key: String
  /// Which rows `t` of the table, for a member.
  let condition: @Sendable (SQL) -> SQL
  /// Whether all members of the family see the row; else a parent does who is the member.
  let isForAll: Bool

  var testDescription: String { type }

  /// A type of which members do not see all rows of the family, or of which a table has others as well.
  private struct Exception {
    var condition: @Sendable (SQL) -> SQL = { _ in "true" }
    var isForAll = true
  }

  private static let exceptions = [
    "Parent": Exception(condition: { _ in "t.role = 'PARENT'" }),
    "Student": Exception(condition: { _ in "t.role = 'STUDENT'" }),
    "Invitation": Exception(isForAll: false),
    "AuditEntry": Exception(isForAll: false),
    "JoinRequest": Exception(condition: { _ in "t.state = 'PENDING' AND t.expires_at > now()" }, isForAll: false),
    "Notification": Exception(condition: { "t.recipient_id = \($0) AND t.deleted_at IS NULL" }, isForAll: false),
    "Device": Exception(condition: { "t.member_id = \($0)" }, isForAll: false),
  ]

  /// All types that have an id, but the viewer itself, which is an account.
  static func all() throws -> [NodeType] {
    let map = try EntityMap(school: .school())
    let types = (map.schema.possibleTypes["Node"] ?? []).compactMap { name -> NodeType? in
      guard let entity = map.entity(name), entity.scope.column == "family_id" else { return nil }
      let exception = exceptions[name] ?? Exception()
      return NodeType(
        type: name, table: entity.table, key: entity.key, condition: exception.condition, isForAll: exception.isForAll)
    }
    try #require(Set(exceptions.keys).isSubset(of: types.map(\.type)), "an exception is of a type that there is not")
    return types
  }

  /// The keys of the rows that a member sees.
  func keys(in family: SQL, of member: SQL) -> SQL {
    "SELECT t.\(identifier: key) FROM \(identifier: table) t WHERE t.family_id = \(family) AND \(condition(member))"
  }
}
