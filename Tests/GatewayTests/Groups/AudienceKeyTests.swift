import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The keys of groups, providers and conversations of families are no ids that a school could choose: classes have keys, too.
@Suite(.serialized) struct AudienceKeyTests {
  private static let database = Task { try await SchoolDatabase("audience_keys", families: 2) }

  private func run(_ body: (GroupGround) async throws -> Void) async throws { try await GroupGround.run(Self.database, body) }

  @Test(
    "A key of a household, a group or a provider is of version 8",
    arguments: ["group", "groups", "moderators", "row", "parents", "home", "self", "provider", "clients", "family f", "direct a b"])
  func version(_ part: String) async throws {
    try await run { ground in
      let others = try await ground.talk.text(
        """
        SELECT count(*)::text FROM (SELECT audience_key(gen_random_uuid(), \(bind: .text(part)))::text AS key FROM generate_series(1, 200)) keys \
        WHERE substr(key, 15, 1) <> '8'
        """)
      #expect(others == "0")
    }
  }

  @Test func `A key of a school is as it was, and the same for the same place`() async throws {
    try await run { ground in
      for part in ["staff", "team", "talk", "version", "grade 4", "administrators"] {
        let isSame = try await ground.talk.text(
          """
          SELECT bool_and(audience_key(place, \(bind: .text(part))) = md5(place::text || ' ' || \(bind: .text(part)))::uuid)::text \
          FROM (SELECT gen_random_uuid() AS place FROM generate_series(1, 50)) places
          """)
        #expect(isSame == "true", "\(part)")
      }
    }
  }

  /// A group of two families who talk and have written, and a conversation of two members.
  private func fill(_ ground: GroupGround) async throws {
    let group = try await ground.groupOfSeveral()
    let post = try await ground.posted("Hello", in: group, as: ground.first)
    _ = try await ground.commented("Hi", on: post, as: ground.second)
    let two = try await ground.family("Two", in: group, as: ground.first)
    let mateo = try #require(ground.talk.mateo.membership).memberID
    for input in [#"groupFamilyId: "\#(two)""#, #"memberIds: ["\#(mateo)"], text: "Hello""#] {
      let begun = try await ground.answer("startConversation(input: {\(input)}) { conversation { id } }", as: ground.first)
      #expect(begun.at("errors") == nil, "\(begun)")
    }
  }

  /// All keys by which families read each other's texts.
  private static let keys: SQL = """
    SELECT DISTINCT key::text FROM (\
    SELECT unnest(audience) AS key FROM groups UNION ALL SELECT id FROM group_families UNION ALL SELECT unnest(audience) FROM group_posts \
    UNION ALL SELECT author_id FROM group_posts UNION ALL SELECT unnest(audience) FROM group_comments \
    UNION ALL SELECT moderator_key FROM group_posts UNION ALL SELECT home_id FROM conversations UNION ALL SELECT unnest(audience) FROM conversations\
    ) keys
    """

  @Test func `An administrator makes no class whose id is a key of a group or of a conversation`() async throws {
    try await run { ground in
      try await fill(ground)
      let rows = try await ground.talk.database.run(Self.keys)
      let keys = (0..<rows.count).compactMap { rows.text(row: $0, column: 0) }
      // The group, its moderators, two families with their parents, the household and two of its members.
      #expect(keys.count >= 8, "\(keys)")
      for key in keys {
        #expect(key.dropFirst(14).first == "8", "\(key)")
        for id in [key, key.uppercased()] {
          let made = try await ground.answer(
            #"createSchoolClass(input: {id: "\#(id)", schoolId: "\#(DemonstrationFamily.schoolID)", name: "Key"}) { schoolClass { id } }"#,
            as: ground.talk.administrator)
          #expect(made.code == "BAD_USER_INPUT" && made.inputPath == "input.id", "\(made)")
        }
      }
      let classes = try await ground.talk.text("SELECT count(*)::text FROM school_classes WHERE substr(id::text, 15, 1) = '8'")
      #expect(classes == "0")
    }
  }

  @Test func `A class has an id of another version, or one that the server draws`() async throws {
    try await run { ground in
      for (id, name) in [(#"id: "018f0000-0000-7000-8000-0000000000a8", "#, "Seven"), (#"id: "018f0000-0000-4000-8000-0000000000a8", "#, "Four"), ("", "Drawn")] {
        let made = try await ground.answer(
          #"createSchoolClass(input: {\#(id)schoolId: "\#(DemonstrationFamily.schoolID)", name: "\#(name)"}) { schoolClass { id } }"#,
          as: ground.talk.administrator)
        let drawn = try #require(made.at("data", "createSchoolClass", "schoolClass", "id")?.string, "\(made)")
        #expect(drawn.dropFirst(14).first != "8")
      }
    }
  }

  @Test func `The id of a person of a school, which is a key as well, is drawn by the server`() async throws {
    try await run { ground in
      let type = try await ground.talk.ask(
        #"{ __type(name: "AcceptStaffInvitationInput") { inputFields { name } } }"#, as: ground.talk.administrator)
      let fields = (type.at("__type", "inputFields")?.array ?? []).compactMap { $0.at("name")?.string }
      #expect(fields.contains("code") && !fields.contains("id"), "\(fields)")
    }
  }
}
