import Derivation
import Planning
import SQL

/// The rights to rows of the scope `AUDIENCE`: administrators write all rows of their school, and teachers those that are for
/// classes of their own alone. The school is locked first: see `StaffWriting`.
struct AudienceWriting: StudentRights {
  /// The most classes that a row names.
  static let maximumOfClasses = 50

  static let refusal = "Only administrators may do this, or a teacher where all classes are its own: ask one of them."

  /// The viewer's own place at the school is the author.
  func creation(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> RowWrite<Viewer>.Content {
    let school = try input.requiredID("schoolId")
    return .init([
      .init(
        "author_id",
        sql: """
          (SELECT staff.id FROM school_staff staff WHERE staff.school_id = \(bind: .uuid(school)) \
          AND staff.account_id = \(bind: viewer.value(of: .accountID)))
          """)
    ])
  }

  func update(_ input: MutationInput, _ viewer: Viewer) -> [RowRequirement<Viewer>] { deletion(input, viewer) }

  func deletion(_ input: MutationInput, _ viewer: Viewer) -> [RowRequirement<Viewer>] {
    [RowRequirement(unmet: .failure { _ in .forbidden(Self.refusal, at: input.path(of: "id")) }) { Self.isWritten($0) }]
  }

  /// Whether the viewer may change a row.
  static func isWritten(_ row: RowReference<Viewer>) -> SQL {
    """
    (\(row["school_id"]) = ANY (\(row.viewer(.administeredSchoolIDs))) \
    OR coalesce(\(row["only_classes"]) <@ \(row.viewer(.staffClassIDs)), false))
    """
  }

  /// Checks the audience that an input names: its classes are of the school; and, for a teacher, its own, without grades.
  /// - Parameter isNew: whether absent fields mean an empty list.
  static func check(
    _ input: MutationInput, of school: UUIDValue, isNew: Bool, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    let classes = try input.ids("classIds", atLeast: 0, atMost: maximumOfClasses)
    if let classes, !classes.isEmpty {
      let found = try await rows.found(SchoolClass.self, columns: [.id]) {
        "\($0[.schoolID]) = \(bind: .uuid(school)) AND \($0[.id]) = ANY (\(bind: .uuidArray(classes)))"
      }
      let known = (0..<found.count).compactMap { found.uuid(row: $0, column: 0) }
      if let index = classes.firstIndex(where: { !known.contains($0) }) {
        throw .notFound("The school has no class with this id.", at: input.path(of: "classIds") + ["\(index)"])
      }
    }
    guard case .account(let account) = rows.viewer, !account.places.administeredSchools.contains(school) else { return }
    if input.isGiven("grades") && !input.isEmptyList("grades") { throw .forbidden(refusal, at: input.path(of: "grades")) }
    if isNew || classes != nil {
      let own = classes.map { !$0.isEmpty && $0.allSatisfy(account.places.staffClasses.contains) } ?? false
      if !own { throw .forbidden(refusal, at: input.path(of: "classIds")) }
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Refuses who neither administers a school nor teaches: as not found where it is none of its schools.
  func requireWriting(of school: UUIDValue, _ input: MutationInput, _ name: String) throws(MutationFailure) {
    guard case .account(let account) = viewer else { throw input.notFound(name) }
    if account.places.staffClasses.isEmpty { return try requireAdministration(of: school, input, name) }
    if !account.places.schools.contains(school) { throw input.notFound(name) }
  }

  /// The rows of the account as a member of its family, too: a staff mutation knows it at its places alone. Nil without a family.
  func asMember() async throws(MutationFailure) -> ScopedRows? {
    guard case .account(var account) = viewer, let membership = try await lockedPlace() else { return nil }
    account.membership = membership
    return try await acting(as: .account(account)).loadingStaffScopes()
  }

  /// The refusal of a change of a row that the account does not see as staff: `FORBIDDEN` where its family sees the row.
  func refusal(of entity: Entity<Viewer>, key: UUIDValue, _ input: MutationInput) async throws(MutationFailure) -> MutationFailure {
    let member = try await asMember()
    let row = try await member?.reference(of: entity, key: key, by: entity.scope.column) { _ in "true" }
    return row == nil ? input.notFound("id") : .forbidden(AudienceWriting.refusal, at: input.path(of: "id"))
  }

  /// Refuses an account that knows a school through a student of its family alone.
  func refuseMember(of school: UUIDValue, _ input: MutationInput, _ name: String) async throws(MutationFailure) {
    if knowsAsPeople(school) { return }
    guard let member = try await asMember(), member.knowsAsPeople(school) else { throw input.notFound(name) }
    throw .forbidden(AudienceWriting.refusal, at: input.path(of: name))
  }

  private func knowsAsPeople(_ school: UUIDValue) -> Bool {
    if case .account(let account) = viewer { account.places.audience.contains(school) } else { false }
  }
}
