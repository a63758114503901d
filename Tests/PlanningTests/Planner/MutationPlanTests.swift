import GraphQL
import Planning
import SQL
import Testing

/// The viewers that the answer to a mutation is planned for.
struct MutationPlanTests {
  private func map(joinAccess: Access<LibraryViewer>) throws -> EntityMap<LibraryViewer> {
    let sdl = """
      type Mutation { join: JoinPayload borrow: JoinPayload }
      type JoinPayload { library: Library secret: String session: Session number: Int }
      type Session { token: String! }
      """
    return try EntityMap(
      schema: Schema(sdl: [Source(librarySDL), Source(sdl)]),
      areas: [
        .library,
        Area(
          entities: [],
          resolvers: [
            "Mutation.join": .mutation(access: joinAccess, changesViewer: true) { _ in
              { _ in .changed([:], values: ["token": .text("t")], viewer: .staff) }
            },
            "Mutation.borrow": .mutation(access: joinAccess) { _, _ in [:] },
            "JoinPayload.library": .own(.library, access: .everyViewer),
            "JoinPayload.secret": .given("secret", access: .staff),
            "JoinPayload.session": .part(ifGiven: "token", access: .everyViewer),
            "JoinPayload.number": .given("number", access: .everyViewer),
            "Session.token": .given("token", access: .everyViewer),
          ]),
      ], introspection: .anyone)
  }

  private func plan(
    _ query: String, for planClass: LibraryViewer.PlanClass, access: Access<LibraryViewer> = .anyone
  ) throws -> MutationPlan<LibraryViewer> {
    let source = Source(query)
    let operation = try Document(parsing: source).operation(named: nil, source: source)
    let plan = try Planner(map: map(joinAccess: access)).plan(operation, for: planClass, variables: VariableValues())
    guard case .mutation(let fields) = plan else { throw PlanRefusal.fault("a mutation is planned as one") }
    return fields[0]
  }

  private func answer(
    _ plan: MutationPlan<LibraryViewer>, to viewer: LibraryViewer, given: [String: GivenValue]
  ) throws -> String? {
    let selection = try #require(plan.selection(for: viewer))
    let completed = Completion.complete(
      selection, results: [], viewer: viewer, variables: VariableValues(), given: given)
    return completed.map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test func `What a stranger may not read is read by the viewer whom the answer is for`() throws {
    let plan = try plan("mutation { join { library { name } } }", for: .stranger)
    #expect(plan.mutation != nil)
    #expect(plan.selection == nil)
    #expect(plan.selection(for: .staff) != nil && plan.selection(for: .reader) != nil)
  }

  @Test func `Each viewer whom the answer may be for reads it by its own rules`() throws {
    let plan = try plan("mutation { join { secret } }", for: .stranger)
    #expect(try answer(plan, to: .staff, given: ["secret": .text("s")]) == #"{"data":{"join":{"secret":"s"}}}"#)
    let refused = try answer(plan, to: .reader, given: ["secret": .text("s")])
    #expect(refused?.contains("FORBIDDEN") == true)
    #expect(refused?.contains(#""secret":null"#) == true)
  }

  @Test func `Where the viewer stays the same there is no other answer`() throws {
    let plan = try plan("mutation { borrow { number } }", for: .reader)
    #expect(plan.selection != nil)
    #expect(plan.selection(for: .staff) == nil)
    #expect(throws: PlanRefusal.self) { try self.plan("mutation { borrow { number } }", for: .stranger) }
  }

  @Test func `Who may run the mutation is asked of who asks, not of who reads the answer`() throws {
    let plan = try plan("mutation { join { number } }", for: .reader, access: .staff)
    #expect(plan.mutation == nil)
    #expect(throws: PlanRefusal.self) {
      try self.plan("mutation { join { number } }", for: .stranger, access: .everyViewer)
    }
  }

  @Test func `A part is null without the value that it needs, and values are written as their kind`() throws {
    let plan = try plan("mutation { join { session { token } number } }", for: .reader)
    #expect(try answer(plan, to: .staff, given: [:]) == #"{"data":{"join":{"session":null,"number":null}}}"#)
    #expect(
      try answer(plan, to: .staff, given: ["token": .text("a\"b"), "number": .integer(-7)])
        == #"{"data":{"join":{"session":{"token":"a\"b"},"number":-7}}}"#)
  }
}
