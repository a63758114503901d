import Derivation
package import Planning
import SQL

/// The rules of writes by the administrators of the school that a row belongs to. The school is locked first: see `LockOrder`.
///
/// A row of a school where the viewer works, and which it does not administer, is `FORBIDDEN`; any other row is not found.
struct StaffWriting: Sendable {
  let entity: Entity<Viewer>
  /// The field of a creation's input that names the school: `schoolId`.
  let owner: String
  /// Whether teachers write rows, too: see `AudienceWriting`.
  let admitsTeachers: Bool
  /// The greatest number of rows that a school may have, and the words for them; nil for any.
  let maximum: (count: Int, rows: String)?

  init(_ declaration: TypeDeclaration, _ entity: Entity<Viewer>, _ writers: Writers) {
    self.entity = entity
    admitsTeachers = writers == WriterRule.administratorsAndTeachers.writers
    let column = entity.scope.column
    owner = declaration.creation?.fields.first { $0.isReference && $0.column(of: entity) == column }?.input ?? "id"
    maximum = declaration.creation?.maximum.map { ($0, declaration.words.many) }
  }

  /// The input under which the id of a new row is kept: of one account, so that others of the staff do not learn by the same input
  /// what somebody has made.
  func identified(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> MutationInput {
    guard case .account(let account) = viewer else { return input }
    return input.adding(["by": account.accountID.description])
  }

  func creation(_ input: MutationInput) throws(MutationFailure) -> RowWrite<Viewer>.Creation {
    let school = try input.requiredID(owner)
    let maximum = maximum.map { count, rows in
      RowMaximum(
        count, rows.camelCased, column: entity.scope.column, of: school, field: owner,
        message: "A school has at most \(count) \(rows).")
    }
    return .init(
      register: IDRegister(table: "school_used_ids", column: "school_id", owner: .uuid(school)), maximum: maximum, isRowNeeded: true)
  }

  func locks(forNew input: MutationInput) throws(MutationFailure) -> RowWrite<Viewer>.Step {
    let (school, owner, admitsTeachers) = (try input.requiredID(owner), owner, admitsTeachers)
    let isForPeople = Scope.of(entity)?.isForPeople == true
    return { rows throws(MutationFailure) in
      if isForPeople { try await rows.refuseMember(of: school, input, owner) }
      if admitsTeachers {
        try rows.requireWriting(of: school, input, owner)
        guard try await rows.call(.lockSchoolAsStaff(school: school)) else { throw input.notFound(owner) }
        try await AudienceWriting.check(input, of: school, isNew: true, rows)
        return
      }
      try rows.requireAdministration(of: school, input, owner)
      guard try await rows.locked(School.self, key: school, columns: [.id]).count == 1 else { throw input.notFound(owner) }
    }
  }

  /// - Parameter first: the locks that come before that of the school.
  func locks(
    for key: UUIDValue, _ input: MutationInput, after first: WriteRules.Step? = nil
  ) -> RowWrite<Viewer>.Step {
    let (entity, column, admitsTeachers) = (entity, entity.scope.column, admitsTeachers)
    return { rows throws(MutationFailure) in
      try await first?(key, rows)
      if admitsTeachers {
        let row = try await rows.reference(of: entity, key: key, by: column, where: AudienceWriting.isWritten)
        guard let (school, isWritten) = row else { throw try await rows.refusal(of: entity, key: key, input) }
        try rows.requireWriting(of: school, input, "id")
        // Row-level security locks no row that the viewer does not write: it would not be found.
        guard isWritten else { throw .forbidden(AudienceWriting.refusal, at: input.path(of: "id")) }
        guard try await rows.call(.lockSchoolAsStaff(school: school)) else { throw input.notFound("id") }
        try await AudienceWriting.check(input, of: school, isNew: false, rows)
        return
      }
      let isSchool = entity.table == School.entity.table
      let school = isSchool ? key : try await rows.lock(School.self, of: entity, key: key, by: column)
      guard let school else {
        throw Scope.of(entity)?.isForPeople == true ? try await rows.refusal(of: entity, key: key, input) : input.notFound("id")
      }
      try rows.requireAdministration(of: school, input, "id")
    }
  }
}

extension String {
  /// `staffInvitations` of `staff invitations`.
  fileprivate var camelCased: String {
    let words = split(separator: " ")
    return (words.prefix(1).map(String.init) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }).joined()
  }
}

extension DeclaredWrite where Viewer == Domain.Viewer {
  /// The mutation that runs the write alone.
  package var resolver: Resolver<Viewer> {
    if !isStaffWrite { return .write(access: access, write) }
    return .staffMutation { [write] input, rows throws(MutationFailure) in try await write(input, rows.viewer).run(rows) }
  }
}
