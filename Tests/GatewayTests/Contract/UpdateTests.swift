import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// The contract of every mutation that changes a row: absent is not null, and the client may require a version.
@Suite(.serialized) struct UpdateTests {
  private static let database = Task { try await WalkedSchema.recipe.contractDatabase("updates") }
  private let schema: Schema

  init() throws { schema = try WalkedSchema.recipe.schema }

  /// Something to change: by whom, with its id if it has one.
  private struct Target {
    let sender: ContractViewer
    let base: [String: JSONValue]
  }

  /// A new row of the type, as full as it can be, where the update names one; else the sender's own.
  private func target(of mutation: ContractMutation, _ talk: Conversation) async throws -> Target {
    let sender = try await ContractViewer.sender(of: mutation, talk)
    guard mutation.field("id") != nil else { return Target(sender: sender, base: [:]) }
    return Target(sender: sender, base: ["id": try await sender.id(for: mutation, schema, talk)])
  }

  /// The object as it is.
  private func read(_ mutation: ContractMutation, _ target: Target, _ talk: Conversation) async throws -> JSONValue {
    let answer = try await target.sender.send(mutation, target.base, schema, talk)
    #expect(answer.at("errors") == nil)
    return try #require(mutation.answered(answer))
  }

  @Test func `There are mutations that change something`() {
    #expect(ContractMutation.updates.count > 10)
  }

  @Test("What is absent stays as it is, and the version too", arguments: ContractMutation.updates)
  func absent(_ mutation: ContractMutation) async throws {
    try await Conversation.with(Self.database) { talk in
      let target = try await target(of: mutation, talk)
      let before = try await read(mutation, target, talk)
      #expect(before.at("version")?.number != nil)
      #expect(try await read(mutation, target, talk) == before)
    }
  }

  @Test("A version that is not the row's is a conflict, and says which is", arguments: ContractMutation.updates)
  func version(_ mutation: ContractMutation) async throws {
    try #require(mutation.field("ifVersion")?.type == .named("Int"))
    try await Conversation.with(Self.database) { talk in
      let target = try await target(of: mutation, talk)
      let before = try await read(mutation, target, talk)
      let version = try #require(before.at("version")?.number)
      let changes = try target.sender.input(of: mutation, schema, with: target.base)
      for wrong in [version - 1, version + 1, 0, -1] {
        let refused = try await target.sender.send(
          mutation, changes.merging(["ifVersion": .number("\(Int(wrong))")]) { $1 }, schema, talk)
        #expect(refused.code == "CONFLICT")
        #expect(refused.inputPath == "input.ifVersion")
        #expect(refused.at("errors", 0, "extensions", "currentVersion")?.number == version)
      }
      #expect(try await read(mutation, target, talk) == before)
      let right = changes.merging(["ifVersion": .number("\(Int(version))")]) { $1 }
      let changed = try await target.sender.send(mutation, right, schema, talk)
      #expect(changed.at("errors") == nil)
      #expect(mutation.answered(changed)?.at("version")?.number == version + 1)
      #expect(try await target.sender.send(mutation, right, schema, talk).code == "CONFLICT")
      // Null asks for nothing.
      let any = try await target.sender.send(mutation, changes.merging(["ifVersion": .null]) { $1 }, schema, talk)
      #expect(any.at("errors") == nil)
    }
  }

  @Test("Of two at the same time who saw the same version one is told", arguments: ContractMutation.updates)
  func atOnce(_ mutation: ContractMutation) async throws {
    try await Conversation.with(Self.database) { talk in
      let target = try await target(of: mutation, talk)
      let version = try #require(try await read(mutation, target, talk).at("version"))
      let input = try target.sender.input(of: mutation, schema, with: target.base.merging(["ifVersion": version]) { $1 })
      async let one = target.sender.send(mutation, input, schema, talk)
      async let other = target.sender.send(mutation, input, schema, talk)
      #expect(try await [one.code, other.code].compactMap(\.self) == ["CONFLICT"])
    }
  }

  @Test("Null takes a value away where there may be none, and is refused elsewhere", arguments: ContractMutation.updates)
  func null(_ mutation: ContractMutation) async throws {
    try await Conversation.with(Self.database) { talk in
      // A grade without a day is of the day on which it was given.
      for field in mutation.input?.fields ?? [] where !["id", "ifVersion", "gradedOn"].contains(field.name) {
        let target = try await target(of: mutation, talk)
        let before = try await read(mutation, target, talk)
        var input = target.base.merging([field.name: .null]) { $1 }
        // A time needs its day.
        if field.name == "dueDate" { input["dueTime"] = .null }
        let answer = try await target.sender.send(mutation, input, schema, talk)
        let output = field.name.hasSuffix("Id") ? String(field.name.dropLast(2)) : field.name
        if answer.at("errors") == nil {
          #expect(mutation.answered(answer)?.at(.key(output)) == .null, "\(field.name)")
        } else {
          #expect(answer.code == "BAD_USER_INPUT", "\(field.name)")
          #expect(answer.inputPath == "input.\(field.name)")
          #expect(try await read(mutation, target, talk) == before)
          #expect(field.description?.contains("Null takes") != true, "\(field.name)")
        }
      }
    }
  }

  @Test("What another family has is not found", arguments: ContractMutation.updates)
  func otherFamily(_ mutation: ContractMutation) async throws {
    guard mutation.field("id") != nil else { return }
    try await Conversation.with(Self.database) { talk in
      let target = try await target(of: mutation, talk)
      let before = try await read(mutation, target, talk)
      let stranger = try await ContractViewer.parent(talk.stranger, talk)
      let theirs = try await stranger.send(
        mutation, try stranger.input(of: mutation, schema, with: target.base), schema, talk)
      let nobodys = try await stranger.send(
        mutation, try stranger.input(of: mutation, schema, with: ["id": .string(newID())]), schema, talk)
      #expect(theirs.code == "NOT_FOUND")
      #expect(theirs.errorsWithoutLocations == nobodys.errorsWithoutLocations)
      #expect(try await read(mutation, target, talk) == before)
    }
  }
}
