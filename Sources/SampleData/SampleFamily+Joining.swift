import SQL

extension SampleFamily {
  /// In one of four families someone waits to be let in, who has an account and no family.
  var joiningPersonCount: Int { index % 4 == 1 ? 1 : 0 }

  private var joiningPersonName: String { "Newcomer \(index)" }
  private var joiningPersonEmail: String { "newcomer.\(index)@seed\(sample.seed).example.com" }

  func writeJoiningPerson(_ text: inout CopyText) {
    let row = identity(.joiningPerson, 0)
    text.appendRow(row.id, joiningPersonName, joiningPersonEmail, row.created, row.created)
  }

  static let joinRequests = TableOutline(
    name: "join_requests",
    columns: ["family_id", "id", "account_id", "name", "email", "created_at", "updated_at"],
    rowCount: \.joiningPersonCount,
    write: { family, number, text in
      let row = family.identity(.joinRequest, number)
      text.appendRow(
        family.id, row.id, family.identity(.joiningPerson, number).id, family.joiningPersonName, family.joiningPersonEmail,
        row.created, row.created)
    })

  /// One for a student who has no account, or for a parent: used, taken back, expired or open. No code is known to have
  /// its hash.
  static let invitations = TableOutline(
    name: "invitations",
    columns: [
      "family_id", "id", "code_hash", "role", "student_id", "expires_at", "used_at", "revoked_at", "created_at",
      "updated_at",
    ],
    rowCount: { _ in 1 },
    write: { family, number, text in
      var row = family.identity(.invitation, number)
      let hash = "\\x" + row.generator.drawHexadecimal(bytes: 32)
      let state = row.generator.draw(below: 4)
      let expires = Moment(family.sample.referenceDay.adding(days: state == 2 ? 0 : SampleFamilies.sessionDays))
      let student = (0..<family.personCount).first { !family.hasAccount($0) }
      text.appendRow(
        family.id, row.id, hash, (student == nil ? SampleRole.parent : .student).rawValue,
        student.map { family.identity(.member, $0).id }, expires, state == 0 ? row.created : nil,
        state == 1 ? row.created : nil, row.created, row.created)
    })

  /// The id of something that is gone: it stays used.
  static let idempotencyKeys = TableOutline(
    name: "used_ids",
    columns: ["family_id", "id", "type", "input_hash", "used_at"],
    rowCount: { _ in 1 },
    write: { family, number, text in
      var row = family.identity(.idempotencyKey, number)
      text.appendRow(
        family.id, row.id, "Subject", "\\x" + row.generator.drawHexadecimal(bytes: 32), row.created)
    })
}

extension SplitMix64 {
  /// Random bytes, two digits each.
  mutating func drawHexadecimal(bytes: Int) -> String {
    let digits = Array("0123456789abcdef")
    return String((0..<2 * bytes).map { _ in draw(from: digits) })
  }

  /// A family's code: ten characters of Crockford's base 32.
  mutating func drawFamilyCode() -> String {
    let characters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    return String((0..<10).map { _ in draw(from: characters) })
  }
}
