import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// A viewer who asks for the fields of the access matrix.
struct Asker: Sendable {
  let name: String
  /// Nil without a token, and for a card reader.
  let account: AccountViewer?
  /// The token of a card reader.
  var reader: ReaderToken?
  /// The places at schools, which no token names.
  var places = Places()

  /// The viewer's class, and its places, as the matrix names them: all that it knows of the viewer.
  var viewer: Viewer {
    if let reader {
      var viewer = ReaderViewer(reader)
      // The database finds the school by the token. Only its presence counts here.
      viewer.schoolID = .random()
      return .reader(viewer)
    }
    guard var account else { return .anonymous }
    account.places = places
    return .account(account)
  }

  /// The viewer as the matrix knows it for a field. A student who is enrolled nowhere has the keys of its family's groups, too.
  func viewer(asking field: String, of typeName: String) -> Viewer {
    guard typeName.hasPrefix("Group") || field == "groups", account?.membership != nil else { return viewer }
    var asker = self
    asker.places.audience = places.schools
    return asker.viewer
  }

  /// The header of its requests.
  func authorization(at gateway: TestGateway) -> String? {
    (reader?.text ?? account.map { gateway.token(of: $0) }).map { "Bearer \($0)" }
  }

  /// The id of the member that the viewer is.
  var memberID: String? { account?.membership?.memberID.description }

  static let stranger = Asker(name: "stranger", account: nil)

  /// The reader of the demonstration school.
  static let reader = Asker(name: "reader", account: nil, reader: ReaderToken(DemonstrationFamily.cardReaderToken))

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

  /// Someone who works at the demonstration school.
  static func staff(_ person: DemonstrationStaff) -> Asker {
    var places = Places()
    places.schools = [DemonstrationFamily.schoolID]
    places.audience = places.schools
    if person.role == SchoolRole.administrator.rawValue { places.administeredSchools = places.schools }
    if let taught = person.taughtClass { places.staffClasses = [taught.id] } else { places.staffSchools = places.schools }
    return Asker(name: "\(person)", account: AccountViewer(person), places: places)
  }

  /// The provider of services to the demonstration family, which has a conversation with it.
  static let provider: Asker = {
    var places = Places()
    places.schools = [DemonstrationProvider.id]
    places.audience = places.schools
    return Asker(
      name: "provider",
      account: AccountViewer(
        accountID: DemonstrationProvider.accountID, sessionID: DemonstrationProvider.sessionID, membership: nil), places: places)
  }()

  /// One asker of each kind, and a student's sibling, in the demonstration family, which is registered at a school;
  /// one of each role there; and its provider of services.
  static func all(in database: SchoolDatabase) async throws -> [Asker] {
    let members = database.demonstration.accounts
    let students = members.filter { $0.role == .student }
    try #require(students.count > 1)
    var registered = Places()
    registered.schools = [DemonstrationFamily.schoolID]
    // The first student who has an account is enrolled no more, and the second one is.
    var enrolled = registered
    enrolled.audience = registered.schools
    return [
      .stranger, .reader, try await newcomer(in: database), Asker(name: "parent", account: database.parent, places: enrolled),
      Asker(name: "student", account: AccountViewer(students[0]), places: registered),
      Asker(name: "sibling", account: AccountViewer(students[1]), places: enrolled),
      .staff(.administrator), .staff(.dispatcher), .staff(.teacher),
      .provider,
    ]
  }
}
