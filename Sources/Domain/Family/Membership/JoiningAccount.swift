import GraphQL
import Planning
import SQL

/// An account that comes into a family.
struct JoiningAccount: Sendable {
  let account: AccountViewer
  let role: Role?
  /// Nil while the owner has not said any.
  let name: String?
  private let email: String?

  static let hasFamily = MutationFailure.conflict(
    "Your account is in a family already: leave it first.", at: [], version: nil)

  static let isProvider = MutationFailure.forbidden(
    "A provider is an account of its own: sign in with one that offers no services.", at: [])

  /// The account that asks, in a family or not.
  static func profile(_ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> JoiningAccount {
    let account = try rows.account()
    let found = try await rows.locked(Account.self, key: account.accountID, columns: [.chosenRole, .name, .email])
    guard found.count == 1 else { throw .refused("This needs a valid session token.", code: .unauthenticated) }
    return JoiningAccount(
      account: account, role: found.text(row: 0, column: 0).flatMap(Role.init(rawValue:)),
      name: found.text(row: 0, column: 1), email: found.text(row: 0, column: 2))
  }

  private init(account: AccountViewer, role: Role?, name: String?, email: String?) {
    self.account = account
    self.role = role
    self.name = name
    self.email = email
  }

  /// Name and address, as columns of a member or of a request to become one.
  /// - Throws: `.invalid` for an account whose owner has not said a name: a family has to call its members something.
  func profile() throws(MutationFailure) -> EntityMutations.Values {
    guard let name else {
      throw .invalid("Say what you are called first, with updateViewer(input: {name: …}).", at: [])
    }
    return [.init("name", .text(name)), .init("email", email.map { .text($0) } ?? .null(.text))]
  }

  /// Counts the account's version up, which has no family. It is locked, so that it does not get two.
  func claim(_ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    try await refuseProvider(rows)
    guard try await rows.call(.claimAccount(account.accountID)).count == 1 else { throw Self.hasFamily }
  }

  /// Refuses an account that offers services: it would read what concerns it as a member, and nothing as a provider any more.
  func refuseProvider(_ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    let found = try await rows.found(ProviderPlace.self, columns: [.id]) { "\($0[.accountID]) = \(bind: .uuid(account.accountID))" }
    guard found.count == 0 else { throw Self.isProvider }
  }

  /// Makes the newcomer a member: a new one, or the student whose profile is there already.
  /// - Parameter rows: in the scope of the family.
  /// - Returns: the rows as the new member sees them.
  func join(
    _ family: UUIDValue, as role: Role, student: UUIDValue? = nil, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> ScopedRows<Viewer> {
    let profile = try profile()
    try await claim(rows)
    let member = Membership(familyID: family, memberID: student ?? .timeOrdered(), role: role)
    let joined = try await rows.acting(in: member)
    try await joined.admit(account.accountID, as: member, isProfile: student != nil, profile)
    // The family is locked: no member leaves from here on. A parent may be the first one, of a family that a student
    // founded.
    if role == .student {
      let parents = try await joined.keys(of: Parent.self, where: .familyID, isAmong: [family])
      guard !parents.isEmpty else { throw .notFound("This family has no parents.", at: []) }
    }
    return joined
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Adds a member with an account, or gives a student's profile its account. The account's requests to join, this family
  /// or others, end with that: see migrations/0030_end_of_join_requests.sql.
  /// - Throws: `.conflict` when the profile has an account already, or is gone; `LIMIT_EXCEEDED` when there are too
  ///   many members.
  func admit(
    _ account: UUIDValue, as member: Membership, isProfile: Bool, _ profile: EntityMutations.Values
  ) async throws(MutationFailure) {
    if isProfile {
      let claimed = try await update(Student.self, [Student.set(.accountID, .uuid(account))]) {
        "\($0[.id]) = \(bind: .uuid(member.memberID)) AND \($0[.accountID]) IS NULL"
      }
      guard claimed.count == 1 else {
        throw .conflict("The student's profile has an account already, or is gone: ask a parent for another invitation.", at: [], version: nil)
      }
    } else {
      try await insert(
        FamilyMember.self, key: member.memberID,
        [
          FamilyMember.set(.accountID, .uuid(account)), FamilyMember.set(.role, .text(member.role.rawValue)),
        ] + profile)
    }
    try await call(.endJoinRequests(account: account))
  }
}
