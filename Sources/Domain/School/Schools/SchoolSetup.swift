import Planning
package import SQL

/// How operators make schools and let in their first administrators. Everything here runs with the rights of the owner.
package enum SchoolSetup {
  /// A school as operators see it.
  package struct Summary: Sendable {
    package let id: String
    package let name: String
    /// Families register with it, as in `7QX2M-9KDPA`.
    package let code: String
    package let timeZone: String
    package let administrators: Int
    package let staff: Int
    package let families: Int
  }

  /// A code for one person. Only its hash is stored: it is shown once.
  package struct InvitationCode: Sendable {
    private let code = JoinCode.randomInvitation()

    package init() {}

    /// As in `K7QM-2XW9-4D1Z-TT0P`.
    package var text: String { code.grouped }
    fileprivate var hash: SQLValue { code.hash }
  }

  package enum InvitationOutcome: Sendable {
    case done, noSuchSchool
    /// The school has 200 open invitations.
    case limit
  }

  /// The number of days for which an invitation by an operator is valid.
  package static let invitationDays: Int32 = 7

  /// - Parameter id: a new one.
  /// - Returns: false where PostgreSQL knows no such time zone.
  /// - Throws: `StatementError`.
  package static func create(
    _ id: UUIDValue, name: String, timeZone: String, address: String?, on transaction: some Transaction
  ) async throws(StatementError) -> Bool {
    let insert: SQL = """
      INSERT INTO schools (id, name, address, time_zone) \
      SELECT \(bind: .uuid(id)), \(bind: .text(name)), \(bind: address.map { .text($0) } ?? .null(.text)), zone.name \
      FROM time_zone_names zone WHERE zone.name = \(bind: .text(timeZone)) RETURNING id
      """
    return try await transaction.run([insert.statement])[0].count == 1
  }

  /// Makes an invitation as an administrator of the school does.
  /// - Throws: `StatementError`.
  package static func invite(
    _ role: SchoolRole, to school: UUIDValue, with code: InvitationCode, on transaction: some Transaction
  ) async throws(StatementError) -> InvitationOutcome {
    let administration: SQL =
      "SELECT set_config('hatched.administered_school_ids', \(bind: .text("{\(school)}")), true)"
    let call = FunctionCall.createStaffInvitation(
      school: school, invitation: .timeOrdered(), hash: code.hash, staffRole: role.rawValue, classes: [], days: invitationDays)
    let rows = try await transaction.run([administration.statement, call.sql.statement])
    let outcome = (try? call.result(rows[1])) ?? CreateStaffInvitationOutcome.none
    return switch outcome {
    case .done: .done
    case .limit: .limit
    case .none, .class: .noSuchSchool
    }
  }

  /// The schools by name, or the one with an id.
  /// - Throws: `StatementError`.
  package static func schools(
    _ id: UUIDValue? = nil, on transaction: some Transaction
  ) async throws(StatementError) -> [Summary] {
    let condition: SQL = id.map { "WHERE schools.id = \(bind: .uuid($0))" } ?? ""
    let sql: SQL = """
      SELECT id::text, name, substr(code, 1, 5) || '-' || substr(code, 6), time_zone, \
      (SELECT count(*)::int4 FROM school_staff staff WHERE staff.school_id = schools.id AND staff.role = 'ADMINISTRATOR'), \
      (SELECT count(*)::int4 FROM school_staff staff WHERE staff.school_id = schools.id), \
      (SELECT count(*)::int4 FROM school_families families WHERE families.school_id = schools.id) \
      FROM schools \(condition) ORDER BY name, id
      """
    let rows = try await transaction.run([sql.statement])[0]
    return (0..<rows.count).map { row in
      func text(_ column: Int) -> String { rows.text(row: row, column: column) ?? "" }
      func number(_ column: Int) -> Int { Int(rows.int4(row: row, column: column) ?? 0) }
      return Summary(
        id: text(0), name: text(1), code: text(2), timeZone: text(3), administrators: number(4), staff: number(5),
        families: number(6))
    }
  }
}
