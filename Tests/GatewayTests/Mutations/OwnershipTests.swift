import Derivation
import GraphQL
import Planning
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Types that students write for themselves, `PARENTS_AND_OWNER`: each from its first day.
@Suite(.serialized) struct OwnershipTests {
  private static let database = Task { try await WalkedSchema.recipe.contractDatabase("ownership") }
  private static let types = (try? TypeDeclaration.domain().filter { $0.creation?.writers.claim == .owner }) ?? []
  private let schema: Schema

  init() throws { schema = try WalkedSchema.recipe.schema }

  @Test func `There are types that students write for themselves`() throws {
    #expect(Self.types.map(\.name).contains("StudyTime"))
    // The rule for creating rows of a type is the rule for changing and deleting them.
    for type in Self.types {
      let deletion = try #require(type.deletion)
      #expect((type.updates.map(\.writers) + [deletion.writers]).map(\.claim) == [.owner, .owner])
    }
  }

  /// The mutations and inputs that the tests send for a type.
  private struct Ground {
    let type: TypeDeclaration
    let create: ContractMutation
    let update: ContractMutation
    /// Without the owner.
    let input: [String: JSONValue]
    /// The field of the creation that names the owner.
    let owner: String?
  }

  private func ground(_ type: TypeDeclaration, _ talk: Conversation) async throws -> Ground {
    let mutations = ContractMutation.all(of: schema)
    let create = try #require(mutations.first { $0.name == "create\(type.name)" })
    let update = try #require(mutations.first { $0.name == "update\(type.name)" })
    let parent = try await ContractViewer.parent(talk.elena, talk)
    let owner = type.creation?.fields.first { $0.isOwner }?.input
    let input = try parent.input(of: create, schema).filter { $0.key != owner }
    return Ground(type: type, create: create, update: update, input: input, owner: owner)
  }

  private func send(
    _ mutation: ContractMutation, _ input: [String: JSONValue], as viewer: AccountViewer, _ talk: Conversation
  ) async throws -> JSONValue {
    try await ContractViewer(viewer: viewer, references: [:]).send(mutation, input, schema, talk)
  }

  /// A row that a viewer creates for itself.
  private func row(_ ground: Ground, of viewer: AccountViewer, _ talk: Conversation) async throws -> String {
    let id = newID()
    let made = try await send(ground.create, ground.input.merging(["id": .string(id)]) { $1 }, as: viewer, talk)
    #expect(made.at("errors") == nil)
    return id
  }

  private func version(_ ground: Ground, _ id: String, _ talk: Conversation) async throws -> Double? {
    let name = ground.type.key
    return try await talk.ask(#"{ \#(name)(id: "\#(id)") { version } }"#, as: talk.mateo).at(.key(name), "version")?.number
  }

  private func delete(
    _ ground: Ground, _ id: String, as viewer: AccountViewer, _ talk: Conversation
  ) async throws -> JSONValue {
    try await talk.answer(#"mutation { delete\#(ground.type.name)(input: {id: "\#(id)"}) { id } }"#, as: viewer)
  }

  @Test("A student writes its own rows, and a parent any", arguments: types)
  func own(_ type: TypeDeclaration) async throws {
    try await Conversation.with(Self.database) { talk in
      let ground = try await ground(type, talk)
      let changes = ground.input.filter { ground.update.field($0.key) != nil }
      for writer in [talk.ada, talk.elena] {
        let id = try await row(ground, of: talk.ada, talk)
        let changed = try await send(ground.update, changes.merging(["id": .string(id)]) { $1 }, as: writer, talk)
        #expect(changed.at("errors") == nil)
        #expect(try await version(ground, id, talk) == 2)
        #expect(try await delete(ground, id, as: writer, talk).at("errors") == nil)
        #expect(try await version(ground, id, talk) == nil)
      }
    }
  }

  @Test("What another member owns a student neither changes nor deletes, whatever it sends", arguments: types)
  func others(_ type: TypeDeclaration) async throws {
    try await Conversation.with(Self.database) { talk in
      let ground = try await ground(type, talk)
      let changes = ground.input.filter { ground.update.field($0.key) != nil }
      let id = try await row(ground, of: talk.ada, talk)
      let full = changes.merging(["id": .string(id)]) { $1 }
      for input in [full, full.merging(["ifVersion": .number("1")]) { $1 }, ["id": .string(id)]] {
        let refused = try await send(ground.update, input, as: talk.leo, talk)
        #expect(refused.code == "FORBIDDEN")
        #expect(refused.inputPath == "input.id")
      }
      let kept = try await delete(ground, id, as: talk.leo, talk)
      #expect(kept.code == "FORBIDDEN")
      #expect(kept.inputPath == "input.id")
      #expect(try await version(ground, id, talk) == 1)
      // To a student of another family it is not there.
      let foreign = AccountViewer(try #require(talk.database.sample.studentAccount(of: 0)))
      #expect(try await send(ground.update, full, as: foreign, talk).code == "NOT_FOUND")
      #expect(try await delete(ground, id, as: foreign, talk).code == "NOT_FOUND")
      #expect(try await version(ground, id, talk) == 1)
    }
  }

  @Test("A student creates rows for itself alone, and a parent says for whom", arguments: types)
  func creation(_ type: TypeDeclaration) async throws {
    try await Conversation.with(Self.database) { talk in
      let ground = try await ground(type, talk)
      guard let owner = ground.owner else { return }
      let count = try await talk.rowCount()
      let ada = JSONValue.string(try #require(talk.ada.membership).memberID.description)
      let refused = try await send(ground.create, ground.input.merging([owner: ada]) { $1 }, as: talk.leo, talk)
      #expect(refused.code == "FORBIDDEN")
      #expect(refused.inputPath == "input.\(owner)")
      for missing in [ground.input, ground.input.merging([owner: .null]) { $1 }] {
        let nobodys = try await send(ground.create, missing, as: talk.elena, talk)
        #expect(nobodys.code == "BAD_USER_INPUT")
        #expect(nobodys.inputPath == "input.\(owner)")
      }
      #expect(try await talk.rowCount() == count)
      let named = try await send(ground.create, ground.input.merging([owner: ada]) { $1 }, as: talk.ada, talk)
      #expect(named.at("errors") == nil)
      let given = try await send(ground.create, ground.input.merging([owner: ada]) { $1 }, as: talk.elena, talk)
      #expect(given.at("errors") == nil)
      #expect(ground.create.answered(given)?.at(.key(type.owner ?? ""), "id") == ada)
    }
  }

  @Test("The database refuses to give a row another owner", arguments: types)
  func guarded(_ type: TypeDeclaration) async throws {
    try await Conversation.with(Self.database) { talk in
      let map = try WalkedSchema.recipe.map
      let table = try #require(map.entity(type.name)).table
      let field = try #require(type.owner)
      let column = try #require(map.column(of: field, on: type.name))
      let guards = try await talk.text(
        """
        SELECT count(*)::text FROM pg_trigger JOIN pg_attribute ON attrelid = tgrelid AND attnum = ANY (tgattr)
        WHERE tgrelid = \(bind: .text(table))::regclass AND tgname = 'fixed_columns' AND attname = \(bind: .text(column))
        """)
      #expect(guards == "1", "name \(column) in the trigger fixed_columns of \(table)")
    }
  }
}

extension TypeDeclaration: CustomTestStringConvertible {
  package var testDescription: String { name }
}
