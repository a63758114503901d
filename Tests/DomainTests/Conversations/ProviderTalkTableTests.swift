import Domain
import GraphQL
import Planning
import TestSupport
import Testing

/// The table of conversations with providers (ME-13), which is written here a second time.
struct ProviderTalkTableTests {
  /// In the order of the states: LISTED, BOOKED, ENDED. `+` done, `x` a conflict, `-` not found.
  private static let written: [(action: ProviderTalkAction, actor: ProviderTalkAction.Actor, outcomes: String)] = [
    (.begin, .parent, "+ + -"),
    (.find, .parent, "+ + +"),
    (.sendAsParent, .parent, "+ + x"),
    (.sendAsProvider, .provider, "+ + x"),
  ]

  private static func outcome(_ cell: Substring) -> ProviderTalkOutcome? {
    switch cell {
    case "+": .done
    case "x": .conflict
    case "-": .notFound
    default: nil
    }
  }

  @Test func `Every state, action and actor has the outcome of the written table`() throws {
    #expect(Self.written.map(\.action) == ProviderTalkAction.allCases)
    for row in Self.written {
      let cells = row.outcomes.split(separator: " ")
      try #require(cells.count == ProviderTalkState.allCases.count)
      for (state, cell) in zip(ProviderTalkState.allCases, cells) {
        let written = try #require(Self.outcome(cell), "\(cell)")
        #expect(ProviderTalkTable.outcome(of: row.action, in: state) == written, "\(row.action) in \(state)")
        for actor in ProviderTalkAction.Actor.allCases {
          let outcome = ProviderTalkTable.outcome(of: row.action, in: state, by: actor)
          #expect(outcome == (actor == row.actor ? written : nil), "\(row.action) in \(state) by \(actor)")
        }
      }
    }
  }

  @Test func `The schema has the kind, and the field that names a provider`() throws {
    let schema = try EntityMap<Viewer>.shared.schema
    guard case .enum(let kinds)? = schema.types["ConversationKind"] else {
      Issue.record("there is no enum ConversationKind")
      return
    }
    #expect(kinds.values.map(\.name).contains("PROVIDER"))
    #expect(schema.inputObjectType(named: "StartConversationInput")?.fields.contains { $0.name == "providerId" } == true)
  }
}
