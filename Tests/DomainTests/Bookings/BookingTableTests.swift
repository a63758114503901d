import Domain
import GraphQL
import Planning
import TestSupport
import Testing

/// The table of bookings (ME-09), which is written here a second time.
struct BookingTableTests {
  /// In the order of the states: none, PENDING, CONFIRMED, DONE, CANCELLED. `=` unchanged, `x` a conflict, `-` not found.
  private static let written: [(action: BookingAction, actor: BookingAction.Actor, outcomes: String)] = [
    (.create, .parent, "PENDING x x x x"),
    (.move, .parent, "- PENDING PENDING x x"),
    (.cancel, .parent, "- CANCELLED CANCELLED x ="),
    (.confirm, .provider, "- CONFIRMED = x x"),
    (.decline, .provider, "- CANCELLED CANCELLED x ="),
    (.complete, .provider, "- x DONE = x"),
    (.begin, .clock, "- CANCELLED = = ="),
    (.end, .clock, "- CANCELLED DONE = ="),
  ]

  private static func outcome(_ cell: Substring) -> BookingOutcome? {
    switch cell {
    case "=": .unchanged
    case "x": .conflict
    case "-": .notFound
    default: BookingState(rawValue: String(cell)).map { .move(to: $0) }
    }
  }

  @Test func `Every state, action and actor has the outcome of the written table`() throws {
    #expect(Set(Self.written.map(\.action)) == Set(BookingAction.allCases))
    let states: [BookingState?] = [nil] + BookingState.allCases
    for row in Self.written {
      let cells = row.outcomes.split(separator: " ")
      try #require(cells.count == states.count)
      for (state, cell) in zip(states, cells) {
        let written = try #require(Self.outcome(cell), "\(cell)")
        #expect(BookingTable.outcome(of: row.action, in: state) == written, "\(row.action) in \(String(describing: state))")
        for actor in BookingAction.Actor.allCases {
          let outcome = BookingTable.outcome(of: row.action, in: state, by: actor)
          #expect(outcome == (actor == row.actor ? written : nil), "\(row.action) in \(String(describing: state)) by \(actor)")
        }
      }
    }
  }

  @Test func `The schema has the states, and a mutation for each action but those of the clock`() throws {
    let schema = try EntityMap<Viewer>.shared.schema
    guard case .enum(let type)? = schema.types["BookingState"] else {
      Issue.record("there is no enum BookingState")
      return
    }
    #expect(type.values.map(\.name) == BookingState.allCases.map(\.rawValue))
    for action in BookingAction.allCases {
      #expect((action.mutation == nil) == (action.actor == .clock), "\(action)")
      if let mutation = action.mutation { #expect(schema.field(mutation, of: "Mutation") != nil, "\(mutation)") }
    }
  }
}
