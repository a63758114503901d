import SQL
import SampleData
import School
import TestSupport
import Testing

/// Whoever asks for the fields of the access matrix.
struct Asker: Sendable {
  let name: String
  /// Nil without a token.
  let account: AccountViewer?

  /// What the matrix calls the viewer's class is all that it knows of it.
  var viewer: Viewer { account.map { .account($0) } ?? .anonymous }

  /// The id of the member that the viewer is.
  var memberID: String? { account?.membership?.memberID.description }

  static let stranger = Asker(name: "stranger", account: nil)

  /// An account without a family, made now.
  static func newcomer(in database: SchoolDatabase) async throws -> Asker {
    let account = AccountViewer(accountID: .random(), sessionID: .random(), membership: nil)
    try await database.run(
      "INSERT INTO accounts (id, name) VALUES (\(bind: .uuid(account.accountID)), 'Newcomer')")
    try await database.run(
      """
      INSERT INTO sessions (account_id, id, expires_at)
      VALUES (\(bind: .uuid(account.accountID)), \(bind: .uuid(account.sessionID)), now() + interval '1 day')
      """)
    return Asker(name: "newcomer", account: account)
  }

  /// Of each kind one, and a student's sibling, in the demonstration family.
  static func all(in database: SchoolDatabase) async throws -> [Asker] {
    let members = database.demonstration.accounts
    let students = members.filter { $0.role == .student }
    try #require(students.count > 1)
    return [
      .stranger, try await newcomer(in: database), Asker(name: "parent", account: database.parent),
      Asker(name: "student", account: AccountViewer(students[0])),
      Asker(name: "sibling", account: AccountViewer(students[1])),
    ]
  }
}
