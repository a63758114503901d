import ArgumentParser
import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import SessionTokens

/// `hatched token`
struct Token: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Issues session tokens.",
    discussion: """
      A token of an account starts a new session of it. Tokens of a sample are those of the first parent
      of each of its families, one a line, for measurements.

      Examples:
        hatched token 0198f000-0000-7000-8002-000000000001 --days 1
        hatched token --demo
        hatched token --demo-staff teacher
        hatched token --demo-reader
        hatched token --demo-people > people.json    # for the explorer
        source .hatched/environment && hatched token --demo    # with scripts/serve
        hatched token --sample-families 2000 --seed 1 > tokens.txt
      """)

  @ArgumentParser.Argument(help: "The id of the account.")
  var account: String?

  @Flag(help: "For the first parent of the demonstration family.")
  var demo = false

  @Option(
    help: ArgumentHelp("For one of the staff of the demonstration school.", valueName: "role"))
  var demoStaff: DemonstrationRole?

  @Flag(help: "For the card reader of the demonstration school. The token is the same each time.")
  var demoReader = false

  @Flag(help: "For each person of the demonstration, as a JSON list for the explorer.")
  var demoPeople = false

  @Option(help: "For families of the sample that `hatched seed --families N` made.")
  var sampleFamilies: Int?

  @Option(help: "With --sample-families: the seed of the sample.")
  var seed: UInt64 = 1

  @Option(help: "For how many days the token is valid, up to 90.")
  var days = 30

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func validate() throws {
    guard [account != nil, demo, demoStaff != nil, demoReader, demoPeople, sampleFamilies != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("Say one of: the id of an account, --demo, --demo-staff ROLE, --demo-reader, --demo-people, or --sample-families N.")
    }
    try NumberRange("--days", 1...90).check(days)
  }

  func run() async throws {
    if demoReader { return print(DemonstrationFamily.cardReaderToken) }
    let signer = try TokenConfiguration().signer
    if demoPeople { return print(try await people(signer)) }
    if let sampleFamilies {
      let sample = try SampleFamilies(count: sampleFamilies, seed: seed)
      for family in 0..<sampleFamilies { print(token(of: AccountViewer(sample.parentAccount(of: family)), signer)) }
    } else {
      print(token(of: try await newSession(of: try accountID()), signer))
    }
  }

  /// The list that `ExplorerPeople` reads. A card reader has no session.
  private func people(_ signer: TokenSigner) async throws -> String {
    let family = DemonstrationFamily().accounts.map { (name: $0.name, role: $0.role.rawValue.lowercased(), account: $0.account) }
    let staff = DemonstrationStaff.allCases.map { (name: $0.name, role: $0.role.lowercased(), account: $0.accountID) }
    var people: [JSONValue] = []
    for person in family + staff {
      let token = token(of: try await newSession(of: person.account), signer)
      people.append(Self.person(person.name, person.role, token))
    }
    people.append(Self.person("The reader at the gate", "card reader", DemonstrationFamily.cardReaderToken))
    var writer = JSONWriter()
    writer.writeValue(.array(people))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func person(_ name: String, _ role: String, _ token: String) -> JSONValue {
    .object([.init("name", .string(name)), .init("role", .string(role)), .init("token", .string(token))])
  }

  private func accountID() throws -> UUIDValue {
    if let account {
      guard let id = UUIDValue(account) else {
        throw ValidationError("\"\(account)\" is not the id of an account: it must be a UUID.")
      }
      return id
    }
    if let demoStaff { return demoStaff.person.accountID }
    guard let parent = DemonstrationFamily().accounts.first else {
      throw CommandFailure("the demonstration family has no account")
    }
    return parent.account
  }

  /// Starts a session that ends with the token.
  private func newSession(of account: UUIDValue) async throws -> AccountViewer {
    let start = SessionStart(of: account, as: .random(), days: days)
    let viewer = try await owner.withConnection { connection in
      try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
        try await start.run(on: transaction)
      }
    }
    guard let viewer else { throw CommandFailure("there is no account \(account)") }
    return viewer
  }

  private func token(of viewer: AccountViewer, _ signer: TokenSigner) -> String {
    let now = TokenConfiguration.now
    return signer.sign(
      TokenClaims(
        subject: viewer.accountID.description, issuedAt: now, expiresAt: now + Int64(days) * 86_400,
        privateClaims: SessionToken(viewer: viewer).privateClaims))
  }
}

/// The person whose token `hatched token --demo-staff` prints.
enum DemonstrationRole: String, CaseIterable, ExpressibleByArgument {
  case administrator, dispatcher, teacher

  fileprivate var person: DemonstrationStaff {
    switch self {
    case .administrator: .administrator
    case .dispatcher: .dispatcher
    case .teacher: .teacher
    }
  }
}

extension AccountViewer {
  fileprivate init(_ sample: SampleAccount) {
    self.init(
      accountID: sample.account, sessionID: sample.session,
      membership: Role(rawValue: sample.role.rawValue).map {
        Membership(familyID: sample.family, memberID: sample.member, role: $0)
      })
  }
}
