import GraphQL
import Gateway
import SQL
import SampleData
import Domain
import TestSupport
import Testing

@testable import Planning

/// Limits on a session that was left open: the mutations that ask for a recent sign-in follow from their effects, and
/// not from a list of names. The walk runs every mutation of the schema, and compares the places, accounts,
/// credentials and codes that it changed.
@Suite(.serialized) struct RecentSignInTests {
  private static let shared = Task { try await WalkedSchema.domain.contractDatabase("recent_sign_in") }
  private let schema: Schema
  private let map: EntityMap<Viewer>

  init() throws {
    schema = try WalkedSchema.domain.schema
    map = try EntityMap<Viewer>.shared
  }

  /// The places, accounts, credentials and codes that there are: one text each, of which the first word is the kind.
  private static let facts: SQL = """
    SELECT 'family ' || family_id FROM families
    UNION ALL SELECT 'open-family ' || family_id FROM families WHERE join_policy = 'AUTOMATIC'
    UNION ALL SELECT 'account ' || id FROM accounts
    UNION ALL SELECT 'member ' || family_id || ' ' || account_id FROM members WHERE account_id IS NOT NULL
    UNION ALL SELECT 'password ' || account_id || ' ' || hash FROM passwords
    UNION ALL SELECT 'identity ' || account_id || ' ' || subject FROM identities
    UNION ALL SELECT 'address ' || account_id || ' ' || lookup FROM sign_in_addresses
    UNION ALL SELECT 'invitation ' || id FROM invitations
    UNION ALL SELECT 'staff ' || school_id || ' ' || account_id || ' ' || role FROM school_staff
    UNION ALL SELECT 'staff-invitation ' || id FROM staff_invitations
    UNION ALL SELECT 'reader ' || id FROM card_readers
    UNION ALL SELECT 'enrolment-code ' || id FROM enrolment_codes
    """

  /// The mutations that change such facts and ask for no sign-in, each with the reason.
  private static let exceptions: [String: String] = [
    "register": "makes the account of who sends it", "signInWithApple": "makes the account of who sends it",
    "createFamily": "gives a place to who sends it alone", "acceptInvitation": "gives a place to who sends it alone",
    "acceptStaffInvitation": "gives a place to who sends it alone", "requestToJoinFamily": "gives a place to who sends it alone",
    "resetPassword": "has a proof of its own", "confirmAddress": "has a proof of its own",
    "leaveSchoolStaff": "takes a place from who sends it alone, at a school",
    "exportComplaint": "hands out what its administrator reads in other ways, and each time is told in the school's disclosures",
    "inviteToShoppingList": "lets somebody see one list of things to buy, which its owner ends again",
    "inviteToGroup": "lets a family into a group, where each shows itself by a name that it chooses",
    "removeSchoolStaff": "takes a place at a school, which an administrator gives again",
  ]

  /// The facts that a mutation has changed, apart from those that it may.
  private func changes(_ before: Set<String>, _ after: Set<String>) -> [String] {
    before.symmetricDifference(after).sorted()
  }

  private func facts(_ database: SchoolDatabase) async throws -> Set<String> { Set(try await database.run(Self.facts).texts) }

  /// An input that has the effect of a mutation at its best, and who sends it. Nil for mutations that the generated input fits.
  private func input(_ mutation: ContractMutation, _ talk: Conversation) async throws -> (ContractViewer, [String: JSONValue])? {
    let parent = try await ContractViewer.parent(talk.elena, talk)
    switch mutation.name {
    case "deleteFamily": return (parent, ["familyName": .string(try await talk.text("SELECT name FROM families WHERE family_id = \(bind: .uuid(try #require(talk.elena.membership).familyID))"))])
    case "deleteAccount":
      let newcomer = try await talk.newcomer()
      return (ContractViewer(viewer: newcomer, references: [:]), ["confirmation": .string("New")])
    case "removeMember": return (parent, ["id": .string(try #require(talk.mateo.membership).memberID.description)])
    case "leaveFamily": return (ContractViewer(viewer: talk.ada, references: [:]), [:])
    case "updateFamily": return (parent, ["joinPolicy": .string("AUTOMATIC")])
    case "confirmJoinRequest":
      let newcomer = try await talk.newcomer()
      let id = newID()
      try await talk.database.run(
        """
        INSERT INTO join_requests (family_id, id, account_id, name)
        VALUES (\(bind: .uuid(try #require(talk.elena.membership).familyID)), \(bind: .text(id))::uuid, \(bind: .uuid(newcomer.accountID)), 'New')
        """)
      return (parent, ["id": .string(id)])
    case "createInvitation": return (parent, ["role": .string("PARENT")])
    case "addPassword": return (parent, ["email": .string("ada@example.org"), "password": .string("correct horse battery")])
    case "changeAddress": return (parent, ["email": .string("ada@example.org")])
    case "unlinkSignIn": return (parent, ["id": .string(newID())])
    case "createStaffInvitation":
      return (try await ContractViewer.administrator(talk), ["schoolId": .string(DemonstrationFamily.schoolID.description), "role": .string("DISPATCHER")])
    case "createEnrolmentCode":
      return (try await ContractViewer.administrator(talk), ["schoolStudentId": .string(DemonstrationFamily.rollEntryID.description)])
    case "createCardReader":
      return (try await ContractViewer.administrator(talk), ["schoolId": .string(DemonstrationFamily.schoolID.description), "name": .string("Gate")])
    case "updateSchoolStaff":
      let id = try await talk.text("SELECT id::text FROM school_staff WHERE account_id = \(bind: .uuid(talk.dispatcher.accountID))")
      return (try await ContractViewer.administrator(talk), ["id": .string(id), "role": .string("ADMINISTRATOR")])
    default: return nil
    }
  }

  private func send(
    _ mutation: ContractMutation, _ sender: ContractViewer, _ input: [String: JSONValue], _ talk: Conversation
  ) async throws -> JSONValue {
    guard mutation.input != nil else {
      return try await talk.gateway.answer("mutation { \(mutation.name) { __typename } }", as: sender.viewer)
    }
    let members = input.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
    return try await talk.gateway.answer(
      "mutation ($input: \(try #require(mutation.input).name)!) { \(mutation.name)(input: $input) { __typename } }",
      variables: .object([.init("input", .object(members))]), as: sender.viewer)
  }

  private func age(_ database: SchoolDatabase, minutes: Int) async throws {
    try await database.run("UPDATE sessions SET authenticated_at = now() - make_interval(mins => \(bind: .int4(Int32(minutes))))")
  }

  @Test("No mutation changes who has a place or a credential in a session of long ago", arguments: ContractMutation.all)
  func walk(_ mutation: ContractMutation) async throws {
    let consequence = map.mutation(mutation.name)?.consequence
    // Mutations of the last step need a database of their own, and so do those that end the session.
    let database =
      consequence == nil && !mutation.name.hasPrefix("signOut")
      ? Self.shared : Task { try await WalkedSchema.domain.contractDatabase("recent_sign_in_\(mutation.name.lowercased())") }
    try await Conversation.with(database) { talk in
      let (sender, input): (ContractViewer, [String: JSONValue])
      if let special = try await self.input(mutation, talk) {
        (sender, input) = special
      } else {
        sender = try await ContractViewer.sender(of: mutation, talk)
        var given: [String: JSONValue] = [:]
        let reference = "\(mutation.subject.prefix(1).lowercased())\(mutation.subject.dropFirst())Id"
        if mutation.field("id") != nil, let id = sender.references[reference], !mutation.name.hasPrefix("create") { given["id"] = .string(id) }
        input = try sender.input(of: mutation, schema, with: given)
      }
      try await age(talk.database, minutes: 11)
      let before = try await facts(talk.database)
      let late = try await send(mutation, sender, input, talk)
      let changed = changes(before, try await facts(talk.database))
      if consequence != nil {
        #expect(late.code == "RECENT_SIGN_IN_REQUIRED", "\(late)")
        #expect(changed == [])
        try await age(talk.database, minutes: 9)
        let soon = try await send(mutation, sender, input, talk)
        #expect(soon.code != "RECENT_SIGN_IN_REQUIRED", "\(soon)")
      } else if Self.exceptions[mutation.name] == nil {
        #expect(changed == [], "\(mutation.name) changes this in a session of long ago: declare a Consequence, or an exception with its reason")
      }
    }
  }

  @Test("Each mutation that asks has the effect that it asks for", arguments: [
    "deleteFamily", "deleteAccount", "removeMember", "leaveFamily", "updateFamily", "confirmJoinRequest", "createInvitation",
    "createStaffInvitation", "createCardReader", "updateSchoolStaff",
  ])
  func effects(_ name: String) async throws {
    let mutation = try #require(ContractMutation.all.first { $0.name == name })
    let database = Task { try await WalkedSchema.domain.contractDatabase("sign_in_effect_\(name.lowercased())") }
    try await Conversation.with(database) { talk in
      let (sender, input) = try #require(try await self.input(mutation, talk))
      let before = try await facts(talk.database)
      let answer = try await send(mutation, sender, input, talk)
      #expect(answer.at("errors") == nil, "\(answer)")
      #expect(changes(before, try await facts(talk.database)) != [])
      #expect(map.mutation(name)?.consequence != nil)
    }
  }

  @Test func `What hands out a secret, a document or another way to sign in asks for a recent sign-in`() throws {
    // By the payload and the input, whatever the mutation is called. A session's own tokens are no secret of somebody new.
    for mutation in ContractMutation.all where Self.exceptions[mutation.name] == nil {
      if case .allowed? = map.resolver(of: mutation.name, on: "Mutation")?.access.decide(.anonymous) { continue }
      let handsOut = mutation.payload.fields.contains { ["code", "token", "document"].contains($0.name) }
      let takes = (mutation.input?.fields ?? []).contains { ["newPassword", "identityToken"].contains($0.name) }
        || mutation.field("password") != nil && mutation.name != "confirmPassword"
      if handsOut || takes { #expect(map.mutation(mutation.name)?.consequence != nil, "\(mutation.name)") }
    }
  }

  @Test func `The mutations that ask are these`() {
    // For reviewers: a change of this list is a decision, and docs/client-guide.md has it too.
    let asking = ContractMutation.all.compactMap { mutation in
      map.mutation(mutation.name)?.consequence.map { "\($0.rawValue) \(mutation.name)" }
    }
    #expect(
      asking.sorted() == [
        "ADMISSION confirmJoinRequest", "ADMISSION createCardReader", "ADMISSION createEnrolmentCode", "ADMISSION createInvitation",
        "ADMISSION createStaffInvitation",
        "ADMISSION updateFamily", "ADMISSION updateSchoolStaff", "EXPORT exportAccount", "EXPORT exportFamily", "REMOVAL deleteAccount",
        "REMOVAL deleteFamily", "REMOVAL leaveFamily", "REMOVAL removeMember", "SIGN_IN addPassword", "SIGN_IN changeAddress",
        "SIGN_IN changePassword", "SIGN_IN linkApple", "SIGN_IN linkProvider", "SIGN_IN unlinkSignIn",
      ])
  }
}
