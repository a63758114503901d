import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Every value that a client may send to a mutation is taken, or refused with a code that tells the client what to change.
@Suite(.serialized) struct BoundaryTests {
  private static let database = Task {
    let database = try await WalkedSchema.recipe.contractDatabase("boundaries")
    // The tests try limited mutations more often than the limits allow.
    try await database.execute(
      script: """
        CREATE FUNCTION uncounted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.count := 0; RETURN NEW; END';
        CREATE TRIGGER uncounted BEFORE INSERT OR UPDATE ON attempts FOR EACH ROW EXECUTE FUNCTION uncounted();
        """)
    return database
  }
  private let schema: Schema

  init() throws { schema = try WalkedSchema.recipe.schema }

  /// Those that end what others of the walk need, where they succeed.
  private static let ending: Set = ["deleteFamily", "deleteAccount", "leaveSchool", "leaveSchoolStaff", "removeSchoolStaff", "checkInByCard"]
  static let mutations = ((try? ContractMutation.all(of: WalkedSchema.recipe.schema)) ?? []).filter {
    $0.input != nil && !ending.contains($0.name)
  }

  @Test func `There are mutations with inputs`() { #expect(Self.mutations.count > 100) }

  @Test("No value of an input is a fault of the server", arguments: mutations)
  func values(_ mutation: ContractMutation) async throws {
    try await Conversation.with(Self.database) { talk in
      let sender = try await ContractViewer.sender(of: mutation, talk)
      let input = try #require(mutation.input)
      let document = "mutation ($input: \(input.name)!) { \(mutation.name)(input: $input) { __typename } }"
      let full = try sender.input(of: mutation, schema)
      let bare = try sender.input(of: mutation, schema, onlyRequired: true)
      for field in input.fields {
        // The rows that other parts of the walk need stay.
        let known = mutation.name.hasPrefix("delete") ? ContractViewer(viewer: sender.viewer, references: [:]) : sender
        for (index, value) in values(of: field, known, full[field.name]).enumerated() {
          // With all other fields, and with those that have to be there.
          var given = index % 2 == 0 ? full : bare
          if mutation.field("id") != nil, field.name != "id" {
            given["id"] = .string(mutation.field("id")?.isRequired == true ? known.references[Self.reference(mutation)] ?? newID() : newID())
          }
          given[field.name] = value
          let answer = try await send(document, given, as: sender.viewer, talk)
          check(answer, "\(mutation.name).\(field.name) = \("\(value)".prefix(60))")
        }
      }
    }
  }

  /// The arguments of fields that are scalars, enums and lists of them, with the fields' types.
  static let places: [ContractArgument] = {
    guard let schema = try? WalkedSchema.recipe.schema else { return [] }
    return Way.all(in: schema).sorted { $0.key < $1.key }.flatMap { typeName, way in
      (schema.objectType(named: typeName)?.fields.map(\.self) ?? []).flatMap { field in
        field.arguments.filter { schema.isLeaf($0.type.namedType) }.map { ContractArgument(way: way, field: field, argument: $0) }
      }
    }
  }()

  @Test("No value of an argument is a fault of the server", arguments: places)
  func argument(_ place: ContractArgument) async throws {
    try await Conversation.with(Self.database) { talk in
      let edges = BoundaryValues(schema: schema)
      for value in edges.values(of: place.argument.type.itemType == nil ? .named(place.argument.type.namedType) : place.argument.type, nil, known: nil) {
        let answer = try await talk.gateway.answer(
          place.document(schema), variables: .object([.init("value", value)]), as: place.isOfSchool ? talk.administrator : talk.elena)
        check(answer, "\(place.testDescription) = \("\(value)".prefix(60))")
      }
    }
  }

  @Test func `Half of a surrogate pair is no text`() async throws {
    try await Conversation.with(Self.database) { talk in
      for escape in [#"\ud800"#, #"\udc00"#, #"a\ud83d"#, #"\ude00\ud83d"#] {
        for place in [
          #"{"query":"mutation ($n: String!) { createSubject(input: {name: $n}) { __typename } }","variables":{"n":"\#(escape)"}}"#,
          #"{"query":"mutation { createSubject(input: {name: \"\\\#(escape)\"}) { __typename } }"}"#,
        ] {
          do {
            let json = try await talk.gateway.send(json: place, as: talk.elena).json
            #expect(json.at("errors") == nil || ["BAD_USER_INPUT", "GRAPHQL_PARSE_FAILED"].contains(json.code), "\(place): \(json)")
          } catch let error as GraphQLError {
            #expect(error.code == .badUserInput, "\(place): \(error)")
          }
        }
      }
    }
  }

  private func values(of field: InputValueType, _ sender: ContractViewer, _ usual: JSONValue?) -> [JSONValue] {
    let edges = BoundaryValues(schema: schema)
    let type: TypeReference = field.type.itemType == nil ? .named(field.type.namedType) : field.type
    if let item = schema.inputObjectType(named: field.type.namedType), case .array(let items)? = usual, case .object(let members)? = items.first {
      // Each field of an item is tried by itself.
      let known = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
      return [.array([]), .array([items[0], items[0]])]
        + item.fields.flatMap { inner in
          edges.values(
            of: inner.type.itemType == nil ? .named(inner.type.namedType) : inner.type, inner.description,
            known: sender.references[inner.name]
          ).map { value in
            .array([.object(known.merging([inner.name: value]) { $1 }.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })])
          }
        }
    }
    return [.null] + edges.values(of: type, field.description, known: sender.references[field.name])
  }

  private static func reference(_ mutation: ContractMutation) -> String {
    mutation.subject.prefix(1).lowercased() + mutation.subject.dropFirst() + "Id"
  }

  private func send(
    _ document: String, _ input: [String: JSONValue], as viewer: AccountViewer?, _ talk: Conversation
  ) async throws -> JSONValue {
    let members = input.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
    return try await talk.gateway.answer(document, variables: .object([.init("input", .object(members))]), as: viewer)
  }

  /// No fault, and no answer that the server had to guess, since no rule expects the violation.
  private func check(_ answer: JSONValue, _ place: String) {
    for error in answer.at("errors")?.array ?? [] {
      let code = error.at("extensions", "code")?.string ?? ""
      #expect(code != "INTERNAL" && code != "UNAVAILABLE" || place.hasPrefix("signInWithApple") || place.hasPrefix("linkApple"), "\(place): \(error)")
      let message = error.at("message")?.string ?? ""
      #expect(!message.hasPrefix("A value of the input does not fit the others"), "\(place): \(error)")
      #expect(!message.hasPrefix("A row that it needs is gone"), "\(place): \(error)")
      #expect(message != "There is a row of this kind already.", "\(place): \(error)")
    }
  }
}
