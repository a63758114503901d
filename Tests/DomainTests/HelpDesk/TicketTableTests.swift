import Domain
import GraphQL
import Planning
import TestSupport
import Testing

/// The table of tickets (TT-06), which is written here a second time.
struct TicketTableTests {
  /// In the order of the states: none, OPEN, ANSWERED, CLOSED. `=` unchanged, `x` a conflict, `-` not found.
  private static let written: [(action: TicketAction, actors: Set<TicketAction.Actor>, onBugs: Set<TicketAction.Actor>, outcomes: String)] = [
    (.create, [.author], [.author], "OPEN x x x"),
    (.write, [.author], [.author], "- = OPEN OPEN"),
    (.writeLate, [.author], [.author], "- = OPEN x"),
    (.answer, [.staff], [.operator], "- ANSWERED = ANSWERED"),
    (.close, [.author, .staff], [.author, .operator], "- CLOSED CLOSED ="),
    (.expire, [.job], [.job], "- = CLOSED ="),
  ]

  private static func outcome(_ cell: Substring) -> TicketOutcome? {
    switch cell {
    case "=": .unchanged
    case "x": .conflict
    case "-": .notFound
    default: TicketState(rawValue: String(cell)).map { .move(to: $0) }
    }
  }

  @Test func `Every state, action, actor and kind has the outcome of the written table`() throws {
    #expect(Set(Self.written.map(\.action)) == Set(TicketAction.allCases))
    let states: [TicketState?] = [nil] + TicketState.allCases
    for row in Self.written {
      let cells = row.outcomes.split(separator: " ")
      try #require(cells.count == states.count)
      for (state, cell) in zip(states, cells) {
        let written = try #require(Self.outcome(cell), "\(cell)")
        #expect(TicketTable.outcome(of: row.action, in: state) == written, "\(row.action) in \(String(describing: state))")
        for kind in TicketKind.allCases {
          for actor in TicketAction.Actor.allCases {
            let isAllowed = (kind == .bug ? row.onBugs : row.actors).contains(actor)
            let outcome = TicketTable.outcome(of: row.action, in: state, by: actor, on: kind)
            #expect(outcome == (isAllowed ? written : nil), "\(row.action) in \(String(describing: state)) by \(actor) on \(kind)")
          }
        }
      }
    }
  }

  @Test func `The enums of the schema have the states and the kinds`() throws {
    let schema = try EntityMap<Viewer>.shared.schema
    for (name, values) in [("TicketState", TicketState.allCases.map(\.rawValue)), ("TicketKind", TicketKind.allCases.map(\.rawValue))] {
      guard case .enum(let type)? = schema.types[name] else {
        Issue.record("there is no enum \(name)")
        continue
      }
      #expect(type.values.map(\.name) == values)
    }
  }
}
