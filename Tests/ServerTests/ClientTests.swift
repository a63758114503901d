import Foundation
import GraphQL
import TestSupport
import Testing

/// Clients that others wrote, in Python, against a running server: see Tests/Clients. `scripts/test` makes the
/// environments that have them.
@Suite struct ClientTests {
  private static let database = Task { try await SchoolDatabase("clients", families: 1) }
  private static let clients = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Clients")
  private static let root = clients.deletingLastPathComponent().deletingLastPathComponent()

  @Test(
    "The reference implementation's port builds from introspection the schema that hatched schema prints, and the generated file",
    .enabled(if: Program.reference.isThere, "HATCHED_TEST_PYTHON_REFERENCE is not set: scripts/test sets it where PyPI is reachable")
  )
  func sameSchema() async throws {
    let database = try await Self.database.value
    let printed = try await ChildProcess.run(.hatched, ["schema"])
    try await withFile("schema.graphql", printed.output) { sdl in
      try await RunningServer.run(on: database.app) { server in
        let end = try await run(
          .reference, "same_schema.py",
          ["http://127.0.0.1:\(server.port)/graphql", sdl, Self.root.appending(path: "schema/expanded.graphql").path],
          token: RunningServer.token(for: database))
        #expect(end.output.contains("types and 5 directives are the same"))
      }
    }
  }

  /// All that SDL can say.
  private static let everything = #"""
    """A \""" school."""
    schema @tag { query: Root mutation: Changes }
    extend schema @tag(name: "more") { subscription: News }
    "Marks." directive @tag("As what." name: String = "it", weights: [Float!]! = [1, 2.5e3]) repeatable on
      SCHEMA | OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | ENUM | ENUM_VALUE | INPUT_OBJECT | UNION | SCALAR | INTERFACE | INPUT_FIELD_DEFINITION | QUERY
    directive @bare on FIELD
    """
    Where all begins.

      Indented,
    """
    type Root implements Node & Named @tag {
      id: ID! @tag
      name: String! @deprecated
      " leading space"
      find(
        text: String = "a \"b\" \\ \u{1F600} é\n"
        filter: Filter! = {kinds: [A, B], nested: {range: {from: -1, to: 2.5}}, text: null}
        old: Int = 3 @deprecated(reason: "Gone.\nFor good.")
        choice: Choice = {day: "2026-01-01"}
      ): [[Named!]!]! @deprecated(reason: "Why.")
    }
    extend type Root @tag { any: Any ids(of: [ID!]! = ["1", 2]): [ID!] }
    interface Node implements Named { id: ID! name: String! @deprecated }
    interface Named @tag { name: String! @deprecated(reason: "Nobody is.") }
    interface Alone { a: Int }
    union Any @tag = Root
    extend union Any = Changes
    "Kinds." enum Kind @tag { A "The second." B @deprecated }
    extend enum Kind { C @tag D @deprecated(reason: "") }
    input Filter @tag { kinds: [Kind!] = [A] nested: Filter range: Range text: String @deprecated }
    extend input Filter { more: Boolean! = true }
    input Range { from: Int! = 0 to: Float = 1e10 }
    input Choice @oneOf { day: Day id: ID }
    scalar Day @specifiedBy(url: "https://example.com/\"day\"")
    scalar Untold
    type Changes { do(what: Untold = "x", which: [Untold] = [1, true, null]): Kind }
    type News { came: Root }
    type Subscription { notARoot: Int }
    """#

  @Test(
    "Whatever SDL can say is told alike by introspection and by the SDL that we print",
    .enabled(if: Program.reference.isThere, "HATCHED_TEST_PYTHON_REFERENCE is not set: scripts/test sets it where PyPI is reachable")
  )
  func everythingIsTold() async throws {
    let schema = try Schema(sdl: [Source(Self.everything)])
    try await withFile("given.graphql", Self.everything) { given in
      try await withFile("printed.graphql", schema.sdl) { printed in
        try await withFile("answer.json", try introspection(of: schema)) { answer in
          let end = try await run(.reference, "same_schema.py", [answer, given, printed])
          #expect(end.output.contains("types and 7 directives are the same"))
        }
      }
    }
  }

  @Test(
    "Two public generators make typed clients that read the family",
    .enabled(if: Program.generators.isThere, "HATCHED_TEST_PYTHON_GENERATORS is not set: scripts/test sets it where PyPI is reachable")
  )
  func generatedClients() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      let end = try await run(
        .generators, "generated_clients.py", ["http://127.0.0.1:\(server.port)/graphql"],
        token: RunningServer.token(for: database))
      #expect(end.output == "ariadne: the family is the same\nsgqlc: the family is the same\n")
    }
  }

  /// Runs a script to its good end, in a folder that is gone afterwards.
  private func run(
    _ python: Program, _ script: String, _ arguments: [String], token: String = ""
  ) async throws -> ChildProcess.End {
    let end = try await ChildProcess.run(
      python, [Self.clients.appending(path: script).path] + arguments,
      environment: ["HATCHED_TOKEN": token, "PYTHONDONTWRITEBYTECODE": "1"], within: .seconds(60))
    try #require(end.status == 0, "\(end.output)\(end.errors)")
    return end
  }

  private func withFile(
    _ name: String, _ text: String, _ body: (String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hatched-clients-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    try await body(file.path)
  }

  /// The `data` of the answer to what tools ask.
  private func introspection(of schema: Schema) throws -> String {
    let source = Source(
      """
      {
        __schema {
          description queryType { name kind } mutationType { name kind } subscriptionType { name kind }
          types { ...Type }
          directives { name description isRepeatable locations args(includeDeprecated: true) { ...Input } }
        }
      }
      fragment Type on __Type {
        kind name description specifiedByURL isOneOf
        fields(includeDeprecated: true) {
          name description args(includeDeprecated: true) { ...Input } type { ...Reference }
          isDeprecated deprecationReason
        }
        inputFields(includeDeprecated: true) { ...Input }
        interfaces { ...Reference }
        enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
        possibleTypes { ...Reference }
      }
      fragment Input on __InputValue {
        name description type { ...Reference } defaultValue isDeprecated deprecationReason
      }
      fragment Reference on __Type {
        kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
        ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } }
      }
      """)
    let operation = try Document(parsing: source).operation(named: nil, source: source)
    let collector = FieldCollector(operation: operation, schema: schema, variables: VariableValues())
    let group = try #require(
      collector.collect([operation.definition.selectionSet], on: schema.queryType).first)
    var writer = JSONWriter()
    writer.write(json: #"{"__schema":"#)
    try Introspection(schema: schema).write(
      group, collector: collector, variables: VariableValues(), into: &writer)
    writer.write(json: "}")
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
