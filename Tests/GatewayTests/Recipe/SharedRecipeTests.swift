import Domain
import GraphQL
import Gateway
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

/// The types of `docs/adding-a-type.md` that a school has, and that a family shares with the staff of a class.
@Suite(.serialized) struct SharedRecipeTests {
  private func run(_ name: String, _ body: (PickupGround) async throws -> Void) async throws {
    let database = try await WalkedSchema.recipe.database(name, families: 1)
    let gateway = try TestGateway(database.app, of: database.walked)
    try await body(PickupGround(gateway: gateway, database: database))
    await gateway.pool.shutdown()
  }

  private func code(_ answer: JSONValue) -> String? { answer.at("errors", 0, "extensions", "code")?.string }

  @Test func `Administrators write the rooms of their school, all its people see them, and nobody else does`() async throws {
    try await run("recipe_rooms") { ground in
      let school = DemonstrationFamily.schoolID
      func create(_ name: String, _ rest: String = "", as viewer: AccountViewer) async throws -> JSONValue {
        try await ground.ask(
          #"mutation { createRoom(input: {schoolId: "\#(school)", name: "\#(name)"\#(rest)}) { room { id version school { name } } } }"#,
          as: viewer)
      }
      let made = try await create("Hall", ", floor: 0", as: ground.administrator)
      let room = made.at("data", "createRoom", "room")
      let id = try #require(room?.at("id")?.string, "\(made)")
      #expect(room?.at("version")?.number == 1 && room?.at("school", "name")?.string != nil)
      #expect(code(try await create("Attic", ", floor: 100", as: ground.administrator)) == "BAD_USER_INPUT")
      for (viewer, refusal) in [(ground.teacher, "FORBIDDEN"), (ground.parent, "NOT_FOUND")] {
        #expect(code(try await create("Attic", as: viewer)) != nil)
        let seen = try await ground.ask("{ schools { rooms(where: {floor: {lte: 0}}) { name floor } } }", as: viewer)
        #expect(seen.at("data", "schools", 0, "rooms", 0, "name")?.string == "Hall", "\(seen)")
        let refused = try await ground.ask(
          #"mutation { updateRoom(input: {id: "\#(id)", name: "Mine"}) { room { id } } }"#, as: viewer)
        #expect(code(refused) == refusal, "\(refused)")
      }
      let changed = try await ground.ask(
        #"mutation { updateRoom(input: {id: "\#(id)", ifVersion: 1, floor: null}) { room { floor version } } }"#,
        as: ground.administrator)
      #expect(changed.at("data", "updateRoom", "room", "version")?.number == 2, "\(changed)")
      let strange = AccountViewer(ground.database.sample.parentAccount(of: 0))
      #expect(try await ground.ask(#"{ room(id: "\#(id)") { name } }"#, as: strange).at("data", "room") == .null)
      #expect(
        code(try await ground.ask(#"mutation { deleteRoom(input: {id: "\#(id)"}) { id } }"#, as: strange)) == "NOT_FOUND")
      let deleted = try await ground.ask(#"mutation { deleteRoom(input: {id: "\#(id)"}) { id } }"#, as: ground.administrator)
      #expect(deleted.at("data", "deleteRoom", "id")?.string == id, "\(deleted)")
    }
  }

  @Test func `Parents write what the staff of the student's class sees, and no other staff`() async throws {
    try await run("recipe_allergies") { ground in
      let enrolment = try await ground.enrolment(of: "Mia")
      let input = #"enrolmentId: "\#(enrolment)", name: "Nuts", advice: "Call us""#
      let made = try await ground.ask("mutation { createAllergy(input: {\(input)}) { allergy { id } } }", as: ground.parent)
      let id = try #require(made.at("data", "createAllergy", "allergy", "id")?.string, "\(made)")
      let own = try await ground.ask(#"{ allergy(id: "\#(id)") { name enrolment { id } } }"#, as: ground.otherParent)
      #expect(own.at("data", "allergy", "name")?.string == "Nuts", "\(own)")
      #expect(own.at("data", "allergy", "enrolment", "id")?.string == enrolment, "\(own)")
      let query = "{ schools { students { name allergies { id name advice } } } }"
      for (viewer, sees) in [(ground.teacher, true), (ground.administrator, true), (ground.otherTeacher, false)] {
        let seen = try await ground.ask(query, as: viewer)
        let students = seen.at("data", "schools", 0, "students")?.array ?? []
        let names = students.flatMap { $0.at("allergies")?.array ?? [] }.filter { $0.at("id")?.string == id }
        #expect(!students.isEmpty && names.count == (sees ? 1 : 0), "\(seen)")
        let node = try await ground.ask(#"{ node(id: "\#(id)") { __typename } }"#, as: viewer)
        #expect(node.at("data", "node", "__typename")?.string == (sees ? "ClassAllergy" : nil), "\(node)")
        let refused = try await ground.ask(#"mutation { deleteAllergy(input: {id: "\#(id)"}) { id } }"#, as: viewer)
        #expect(code(refused) != nil, "\(refused)")
      }

      // A parent whom the school has barred reads none, and changes none.
      let barred = try await ground.newParent(invitedBy: ground.parent)
      try await ground.bar("New")
      let hidden = try await ground.ask(#"{ enrolment(id: "\#(enrolment)") { allergies { id } } }"#, as: barred)
      #expect(hidden.at("data", "enrolment", "allergies")?.array?.isEmpty != false, "\(hidden)")
      #expect(code(try await ground.ask("mutation { createAllergy(input: {\(input)}) { allergy { id } } }", as: barred)) == "FORBIDDEN")
      for change in [#"updateAllergy(input: {id: "\#(id)", advice: "Nothing"})"#, #"deleteAllergy(input: {id: "\#(id)"})"#] {
        #expect(code(try await ground.ask("mutation { \(change) { __typename } }", as: barred)) != nil, "\(change)")
      }

      // The rows follow the student into another class.
      try await ground.database.run(
        """
        UPDATE enrolments SET class_id = \(bind: .uuid(DemonstrationClass.foxes.id)) WHERE id = \(bind: .text(enrolment))::uuid
        """)
      for (viewer, sees) in [(ground.teacher, false), (ground.otherTeacher, true)] {
        let node = try await ground.ask(#"{ node(id: "\#(id)") { ... on ClassAllergy { advice } } }"#, as: viewer)
        #expect(node.at("data", "node", "advice")?.string == (sees ? "Call us" : nil), "\(node)")
      }
    }
  }
}
