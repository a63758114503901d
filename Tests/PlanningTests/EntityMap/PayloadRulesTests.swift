import GraphQL
@testable import Planning
import SQL
import Testing

/// Resolvers of payloads that no area writes.
struct PayloadRulesTests {
  private func map(
    _ fields: String, resolvers: KeyValuePairs<String, Resolver<LibraryViewer>> = [:]
  ) throws -> EntityMap<LibraryViewer> {
    let sdl = """
      type Mutation { make: MakePayload }
      type MakePayload { \(fields) }
      type Session { token: String }
      type Shelf { name: String! }
      """
    return try EntityMap(
      schema: Schema(sdl: [Source(MapMistake.soundSDL + sdl)]),
      areas: [
        MapMistake.soundArea,
        Area(
          entities: [
            .small("Shelf", table: "shelves", scopeColumn: "id", resolvers: ["name": MapMistake.text])
          ],
          resolvers: ["Mutation.make": .mutation(access: .everyViewer) { _, _ in [:] }.listing(atMost: 7)]),
        Area(entities: [], resolvers: resolvers),
      ],
      introspection: .anyone,
      payloads: PayloadRules(rows: { _ in .everyViewer }, values: { _, access in access }))
  }

  private static let token: KeyValuePairs<String, Resolver<LibraryViewer>> = [
    "Session.token": .given("token", access: .everyViewer)
  ]

  @Test func `They follow from the types of the fields`() throws {
    let map = try map("thing: Thing parts: [Part!]! shelf: Shelf! id: ID code: String session: Session!", resolvers: Self.token)
    func resolver(_ field: String) throws -> Resolver<LibraryViewer> {
      try #require(map.resolver(of: field, on: "MakePayload"))
    }
    #expect(try resolver("thing").isSamePayloadField(as: .changed("thing", access: .everyViewer)))
    #expect(try resolver("parts").isSamePayloadField(as: .changedList("parts", atMost: 7, access: .everyViewer)))
    #expect(try resolver("shelf").isSamePayloadField(as: .own(.library, access: .everyViewer)))
    #expect(try resolver("id").isSamePayloadField(as: .changedKey("id", access: .everyViewer)))
    #expect(try resolver("code").isSamePayloadField(as: .given("code", access: .everyViewer)))
    #expect(try resolver("session").isSamePayloadField(as: .part(access: .everyViewer)))
  }

  @Test("A resolver that follows is refused where an area writes it", arguments: [
    ("thing: Thing", Resolver<LibraryViewer>.changed("thing", access: .everyViewer)),
    ("things: [Thing!]!", .changedList("things", atMost: 7, access: .everyViewer)),
    ("shelf: Shelf!", .own(.library, access: .everyViewer)),
    ("id: ID", .changedKey("id", access: .everyViewer)),
    ("code: String", .given("code", access: .everyViewer)),
  ])
  func needless(_ field: String, _ resolver: Resolver<LibraryViewer>) throws {
    let name = String(field.prefix { $0 != ":" })
    let error = #expect(throws: EntityMapError.self) {
      try map(field, resolvers: ["MakePayload.\(name)": resolver, "Session.token": .given("token", access: .everyViewer)])
    }
    #expect(
      error?.problems.contains("MakePayload.\(name) has the resolver that follows from its type: leave it out") == true)
  }

  @Test("A resolver with another value or rule is written, and wins", arguments: [
    ("thing: Thing", Resolver<LibraryViewer>.changed("other", access: .everyViewer)),
    ("thing: Thing", .changed("thing", access: .staff)),
    ("things: [Thing!]!", .changedList("things", atMost: 3, access: .everyViewer)),
    ("shelf: Shelf", .changed("shelf", access: .everyViewer)),
    ("id: ID", .changedKey("thing", access: .everyViewer)),
    ("code: String", .given("other", access: .everyViewer)),
  ])
  func irregular(_ field: String, _ resolver: Resolver<LibraryViewer>) throws {
    let name = String(field.prefix { $0 != ":" })
    let map = try map(
      "\(field) session: Session!",
      resolvers: ["MakePayload.\(name)": resolver, "Session.token": .given("token", access: .everyViewer)])
    #expect(map.resolver(of: name, on: "MakePayload")?.isSamePayloadField(as: resolver) == true)
  }

  @Test func `Nothing follows for an object without rows that may be absent, or for a list of values`() throws {
    let error = #expect(throws: EntityMapError.self) {
      try map("session: Session codes: [String!]", resolvers: Self.token)
    }
    #expect(
      error?.problems.filter { $0.hasPrefix("MakePayload") } == [
        "MakePayload.codes has no resolver", "MakePayload.session has no resolver",
      ])
  }
}
