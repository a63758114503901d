import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// The contract of every mutation that makes a row: a client that chooses the id may send it again.
@Suite(.serialized) struct CreationTests {
  private static let database = Task { try await WalkedSchema.recipe.contractDatabase("creations") }
  private let schema: Schema

  init() throws { schema = try WalkedSchema.recipe.schema }

  @Test func `There are mutations that make something`() {
    #expect(ContractMutation.creations.count > 10)
  }

  @Test("The same input sent again is one row, and the same answer", arguments: ContractMutation.creations)
  func again(_ mutation: ContractMutation) async throws {
    try #require(mutation.field("id")?.type == .named("ID"))
    try await Conversation.with(Self.database) { talk in
      let sender = try await ContractViewer.sender(of: mutation, talk)
      let id = newID()
      let input = try sender.input(of: mutation, schema, with: ["id": .string(id)])
      let first = try await sender.send(mutation, input, schema, talk)
      #expect(first.at("errors") == nil)
      // The id of a family names the input alone: see `FamilyTests`.
      #expect((mutation.answered(first)?.at("id")?.string == id) == (mutation.name != "createFamily"))
      let count = try await talk.rowCount()
      for id in [id, id.uppercased()] {
        let again = try await sender.send(mutation, input.merging(["id": .string(id)]) { $1 }, schema, talk)
        // The case of an id's letters does not count, except in the input itself.
        if again.at("errors") != nil { #expect(again.code == "CONFLICT") } else {
          #expect(mutation.answered(again) == mutation.answered(first))
        }
      }
      #expect(try await sender.send(mutation, input, schema, talk).at("errors") == nil)
      #expect(try await talk.rowCount() == count)
    }
  }

  @Test("Two of the same at the same time are one row", arguments: ContractMutation.creations)
  func atOnce(_ mutation: ContractMutation) async throws {
    try await Conversation.with(Self.database) { talk in
      let sender = try await ContractViewer.sender(of: mutation, talk)
      let input = try sender.input(of: mutation, schema, with: ["id": .string(newID())])
      let count = try await talk.rowCount()
      async let one = sender.send(mutation, input, schema, talk)
      async let other = sender.send(mutation, input, schema, talk)
      let answers = try await [one, other]
      for answer in answers { #expect(answer.at("errors") == nil) }
      #expect(mutation.answered(answers[0]) == mutation.answered(answers[1]))
      let third = try await sender.send(mutation, input, schema, talk)
      #expect(mutation.answered(third) == mutation.answered(answers[0]))
      // The row, its id, the parent of a new family, its versions and changes, and what the audit trail says of it.
      #expect(try await talk.rowCount() - count <= 8)
    }
  }

  @Test("Other content under the same id is a conflict", arguments: ContractMutation.creations)
  func otherContent(_ mutation: ContractMutation) async throws {
    try await Conversation.with(Self.database) { talk in
      let sender = try await ContractViewer.sender(of: mutation, talk)
      let input = try sender.input(of: mutation, schema, with: ["id": .string(newID())])
      let made = try await sender.send(mutation, input, schema, talk)
      #expect(made.at("errors") == nil, "\(made)")
      let count = try await talk.rowCount()
      let other = try await sender.send(mutation, try Self.changed(input, of: mutation), schema, talk)
      #expect(other.code == "CONFLICT")
      #expect(other.inputPath == "input.id")
      #expect(try await talk.rowCount() == count)
      #expect(mutation.answered(try await sender.send(mutation, input, schema, talk)) == mutation.answered(made))
    }
  }

  @Test("The id of what is gone stays used", arguments: ContractMutation.creations)
  func gone(_ mutation: ContractMutation) async throws {
    let delete = mutation.name == "createStudent" ? "removeMember" : "delete\(mutation.subject)"
    guard ContractMutation.all(of: schema).contains(where: { $0.name == delete && $0.field("id") != nil }) else {
      // An invitation and an absence report are taken back and stay, a ticket is closed, and a booking cancelled; a group goes with its last
      // family; of a family that is removed nothing stays, its id neither.
      #expect(
        ["createInvitation", "createAbsenceReport", "createTicket", "createBooking", "createGroup", "createFamily"].contains(mutation.name))
      return
    }
    try await Conversation.with(Self.database) { talk in
      let sender = try await ContractViewer.sender(of: mutation, talk)
      let id = newID()
      let input = try sender.input(of: mutation, schema, with: ["id": .string(id)])
      #expect(try await sender.send(mutation, input, schema, talk).at("errors") == nil)
      let viewer = try #require(sender.viewer)
      _ = try await talk.ask(#"mutation { \#(delete)(input: {id: "\#(id)"}) { id } }"#, as: viewer)
      let count = try await talk.rowCount()
      // The same input is answered as the first time, but for what is no longer there.
      let again = try await sender.send(mutation, input, schema, talk)
      if mutation.name == "createUpload" {
        // Its payload has an upload in any case, and none can be told that has ended.
        #expect(again.code == "CONFLICT")
      } else {
        #expect(again.at("errors") == nil)
        #expect(mutation.answered(again) == .null)
      }
      let other = try await sender.send(mutation, try Self.changed(input, of: mutation), schema, talk)
      #expect(other.code == "CONFLICT")
      #expect(try await talk.rowCount() == count)
    }
  }

  /// The types of a family's rows that staff of schools find by `node(id:)`.
  /// And uploads: the store keeps files under their ids alone. And lists, bookings and groups, which guests, providers and other families
  /// find by theirs.
  private static let readByStaff = Set((try? WalkedSchema.recipe.map.views(in: .enrolment))?.keys.map { $0 } ?? []).union([
    "Upload", "Ticket", "ShoppingList", "ShoppingItem", "Booking", "Group",
  ])

  @Test("An id of another family is free but for what schools and guests read, and nobody learns that it is used there", arguments: ContractMutation.creations)
  func otherFamily(_ mutation: ContractMutation) async throws {
    try await Conversation.with(Self.database) { talk in
      let sender = try await ContractViewer.sender(of: mutation, talk)
      let id = newID()
      let input = try sender.input(of: mutation, schema, with: ["id": .string(id)])
      let made = try await sender.send(mutation, input, schema, talk)
      if mutation.name == "createFamily" {
        // The id belongs to the account that sent it. Another account gets a family of its own, with another id.
        let other = try await ContractViewer.sender(of: mutation, talk).send(mutation, input, schema, talk)
        #expect(other.at("errors") == nil)
        #expect(mutation.answered(other)?.at("id") != mutation.answered(made)?.at("id"))
        return
      }
      let stranger = try await ContractViewer.parent(talk.stranger, talk)
      var given: [String: JSONValue] = ["id": .string(id)]
      if mutation.name == "createTicket" {
        // The school of their own child, and no file of it.
        let school = try await talk.database.ids(
          "SELECT school_id FROM enrolments WHERE id = \(bind: .text(try #require(stranger.references["enrolmentId"])))::uuid")
        given["schoolId"] = .string(try #require(school.first))
        given["fileIds"] = .array([])
      }
      let theirs = try await stranger.send(mutation, try stranger.input(of: mutation, schema, with: given), schema, talk)
      if ["GroupPost", "GroupComment"].contains(mutation.subject) {
        // The stranger is in no group: GroupTests have those who are.
        #expect(["FORBIDDEN", "NOT_FOUND"].contains(theirs.code))
        #expect(!theirs.indented().contains(id))
      } else if Self.readByStaff.contains(mutation.subject) {
        // Staff find these rows by their ids alone, so that an id is one row's. The error is the same as for the
        // sender's own id.
        #expect(theirs.code == "CONFLICT")
        #expect(theirs.at("errors", 0, "message") == .string("This id was used for something else: send another."))
        #expect(!theirs.indented().contains(id))
      } else {
        #expect(theirs.at("errors") == nil)
        #expect(mutation.answered(theirs)?.at("id")?.string == id)
      }
      #expect(mutation.answered(try await sender.send(mutation, input, schema, talk)) == mutation.answered(made))
    }
  }

  @Test("What is no UUID is no id", arguments: ContractMutation.creations)
  func noID(_ mutation: ContractMutation) async throws {
    try await Conversation.with(Self.database) { talk in
      let sender = try await ContractViewer.sender(of: mutation, talk)
      for id in ["", "1", "00000000-0000-0000-0000-00000000000g", newID() + " ", String(repeating: "a", count: 10_000)] {
        let answer = try await sender.send(
          mutation, try sender.input(of: mutation, schema, with: ["id": .string(id)]), schema, talk)
        #expect(answer.code == "BAD_USER_INPUT", "\(id.prefix(40))")
        #expect(answer.inputPath == "input.id")
      }
    }
  }

  /// The same input, but for one value.
  private static func changed(
    _ input: [String: JSONValue], of mutation: ContractMutation
  ) throws -> [String: JSONValue] {
    var changed = input
    if let text = mutation.input?.fields.first(where: { $0.type.namedType == "String" })?.name {
      changed[text] = .string("Other text")
    } else if let address = mutation.input?.fields.first(where: { $0.type.namedType == "URL" })?.name {
      changed[address] = .string("https://other.example.org/")
    } else {
      let number = try #require(mutation.input?.fields.first { ["Int", "Float", "Date"].contains($0.type.namedType) })
      changed[number.name] = number.type.namedType == "Date" ? .string("2009-09-09") : .number("4")
    }
    return changed
  }
}
