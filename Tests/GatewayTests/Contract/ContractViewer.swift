import Derivation
import GraphQL
import SQL
import School
import TestSupport
import Testing

/// Someone who sends generated input, and the rows that the input can refer to.
struct ContractViewer {
  let viewer: AccountViewer?
  /// Ids by the name of the input field that has them, such as `studentId`.
  let references: [String: String]

  /// Who may send a mutation, at its best: a parent, but for what is for others.
  static func sender(of mutation: ContractMutation, _ talk: Conversation) async throws -> ContractViewer {
    switch mutation.name {
    case "createFamily", "updateViewer", "acceptInvitation", "requestToJoinFamily":
      return ContractViewer(viewer: try await talk.newcomer(), references: [:])
    case "signInWithApple", "refreshSession": return ContractViewer(viewer: nil, references: [:])
    case "requestHelp":
      return ContractViewer(
        viewer: talk.ada, references: ["assignmentId": try await talk.newAssignment(of: talk.ada)])
    default: return try await parent(talk.elena, talk)
    }
  }

  /// A parent, with a row of each type of its family.
  static func parent(_ viewer: AccountViewer, _ talk: Conversation) async throws -> ContractViewer {
    let membership = try #require(viewer.membership)
    var references: [String: String] = [:]
    for node in try NodeType.all(in: talk.database.walked) {
      let name = "\(node.type.prefix(1).lowercased())\(node.type.dropFirst())Id"
      references[name] = try await talk.database.ids("\(node.keys(for: membership)) ORDER BY 1 LIMIT 1").first
    }
    // Without an account, as an invitation needs one.
    references["studentId"] = try await talk.studentWithoutAccount(of: membership.familyID)
    return ContractViewer(viewer: viewer, references: references)
  }

  /// The fields of creations that a student may leave out, and a parent may not.
  private static let owners: Set<String> = Set(
    ((try? TypeDeclaration.school()) ?? []).flatMap { type in
      (type.creation?.fields ?? []).filter(\.isOwner).map { "create\(type.name).\($0.input)" }
    })

  /// A value for every field of an input, or for those that have to be there.
  /// - Parameter schema: which says what there is: a type that is not known here fails the test.
  func input(
    of mutation: ContractMutation, _ schema: Schema, onlyRequired: Bool = false, with given: [String: JSONValue] = [:]
  ) throws -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    for field in mutation.input?.fields ?? [] where field.name != "id" && field.name != "ifVersion" {
      if !field.isRequired && onlyRequired && !Self.owners.contains("\(mutation.name).\(field.name)") { continue }
      // A note is on one of them.
      if mutation.subject == "Note", field.name == "assignmentId", given["assignmentId"] == nil { continue }
      values[field.name] = try value(of: field, schema)
      // Of a name there is one tag.
      if mutation.subject == "NoteTag", field.name == "name" { values["name"] = .string("Text \(newID())") }
    }
    return values.merging(given) { $1 }
  }

  private func value(of field: InputValueType, _ schema: Schema) throws -> JSONValue {
    if let id = references[field.name] { return .string(id) }
    if field.name == "recipientIds" { return .array([.string(try #require(references["studentId"]))]) }
    if let id = references["noteTagId"], field.name == "tagIds" { return .array([.string(id)]) }
    // An invitation for a profile is a student's.
    if field.name == "role" { return .string("STUDENT") }
    switch field.type.namedType {
    case "String": return .string("Text")
    case "Int", "Float": return .number("3")
    case "Boolean": return .bool(false)
    // Another day each time: of attendance there is one record a day.
    case "Date": return .string("20\(Int.random(in: 10...99))-0\(Int.random(in: 1...9))-\(Int.random(in: 10...28))")
    case "Time": return .string("08:30:00")
    case "DateTime": return .string("2026-09-07T08:30:00Z")
    case "Color": return .string("#2E86AB")
    case "URL": return .string("https://example.org/page")
    case "EmailAddress": return .string("ada@example.org")
    case "TimeZone": return .string("America/Denver")
    default:
      guard case .enum(let type)? = schema.types[field.type.namedType], let first = type.values.first else {
        Issue.record("no value is known here for \(field.name): \(field.type)")
        return .null
      }
      return .string(first.name)
    }
  }

  /// The id of a new row, as full as it can be, for what changes one; else one that nothing has.
  func id(for mutation: ContractMutation, _ schema: Schema, _ talk: Conversation) async throws -> JSONValue {
    let id = JSONValue.string(newID())
    guard mutation.name.hasPrefix("update") else { return id }
    let creation = try #require(ContractMutation.creations.first { $0.subject == mutation.subject })
    let made = try await send(creation, try input(of: creation, schema, with: ["id": id]), schema, talk)
    #expect(made.at("errors") == nil)
    return id
  }

  func send(_ mutation: ContractMutation, _ input: [String: JSONValue], _ schema: Schema, _ talk: Conversation) async throws -> JSONValue {
    let members = input.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
    return try await talk.gateway.answer(
      try mutation.document(schema), variables: .object([.init("input", .object(members))]), as: viewer)
  }
}

extension WalkedSchema {
  /// A database for suites that try every mutation.
  func contractDatabase(_ name: String) async throws -> SchoolDatabase {
    let database = try await database(name)
    // Each case makes a student, and there are cases for each type.
    try await database.run("SELECT set_quota('members', 10000, 100000000)")
    return database
  }
}

extension Conversation {
  fileprivate func studentWithoutAccount(of family: UUIDValue) async throws -> String {
    let id = newID()
    try await database.run(
      """
      INSERT INTO members (family_id, id, role, name)
      VALUES (\(bind: .uuid(family)), \(bind: .text(id))::uuid, 'STUDENT', 'Student of a test')
      """)
    return id
  }

  /// The rows of all tables of families together, without the students that tests made and without the counts of rows.
  func rowCount() async throws -> Int {
    let tables = try await database.run(
      """
      SELECT relname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'family_id'
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'family_usage'
      """)
    var total = 0
    for row in 0..<tables.count {
      let name = try #require(tables.text(row: row, column: 0))
      total += Int(try await text("SELECT count(*)::text FROM \(identifier: name)")) ?? 0
    }
    return total
  }
}
