import Domain
import GraphQL
import TestSupport
import Testing

/// The table of content (TT-05, TT-10), which is written here a second time.
struct ContentTableTests {
  /// In the order of the states: none, PENDING, PUBLISHED, REJECTED, HIDDEN, REMOVED. `=` unchanged, `~` the same state with other values,
  /// `x` a conflict, `-` not found, `gone` deleted.
  private static let written: [(action: ContentAction, actors: Set<ContentAction.Actor>, outcomes: String)] = [
    (.create, Set(ContentAction.Actor.allCases), "PUBLISHED x x x x x"),
    (.createForApproval, Set(ContentAction.Actor.allCases), "PENDING x x x x x"),
    (.update, [.author], "- ~ ~ PENDING x x"),
    (.updateForApproval, [.author], "- ~ PENDING PENDING x x"),
    (.approve, [.moderator, .administrator], "- PUBLISHED = PUBLISHED x x"),
    (.reject, [.moderator, .administrator], "- REJECTED x = x x"),
    (.hide, [.moderator, .administrator], "- x HIDDEN x = x"),
    (.show, [.moderator, .administrator], "- x = x PUBLISHED x"),
    (.remove, [.moderator, .administrator], "- REMOVED REMOVED REMOVED REMOVED ="),
    (.appeal, [.author], "- x x ~ ~ ~"),
    (.restore, [.administrator], "- x x PUBLISHED PUBLISHED PUBLISHED"),
    (.dismiss, [.administrator], "- x x = = ="),
    (.delete, [.author], "- gone gone gone gone x"),
  ]

  private static func outcome(_ cell: Substring) -> ContentOutcome? {
    switch cell {
    case "=": .unchanged
    case "~": .amend
    case "x": .conflict
    case "-": .notFound
    case "gone": .gone
    default: ContentState(rawValue: String(cell)).map { .move(to: $0) }
    }
  }

  @Test func `Every state, action and actor has the outcome of the written table`() throws {
    #expect(Set(Self.written.map(\.action)) == Set(ContentAction.allCases))
    let states: [ContentState?] = [nil] + ContentState.allCases
    for row in Self.written {
      let cells = row.outcomes.split(separator: " ")
      try #require(cells.count == states.count)
      for (state, cell) in zip(states, cells) {
        let written = try #require(Self.outcome(cell), "\(cell)")
        #expect(ContentTable.outcome(of: row.action, in: state) == written, "\(row.action) in \(String(describing: state))")
        for actor in ContentAction.Actor.allCases {
          let outcome = ContentTable.outcome(of: row.action, in: state, by: actor)
          #expect(outcome == (row.actors.contains(actor) ? written : nil), "\(row.action) in \(String(describing: state)) by \(actor)")
        }
      }
    }
  }

  @Test func `Others see what is published alone, the author and moderators all`() {
    for state in ContentState.allCases {
      for actor in ContentAction.Actor.allCases {
        #expect(ContentTable.isSeen(in: state, by: actor) == (actor != .other || state == .published))
      }
    }
  }
}
