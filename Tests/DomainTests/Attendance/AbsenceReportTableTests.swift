import Domain
import GraphQL
import Planning
import TestSupport
import Testing

/// The table of absence reports (TT-08), which is written here a second time.
struct AbsenceReportTableTests {
  /// In the order of the states: none, SUBMITTED, EXCUSED, UNEXCUSED, WITHDRAWN. `=` unchanged, `~` the same state with other values,
  /// `x` a conflict, `-` not found.
  private static let written: [(action: AbsenceReportAction, actor: AbsenceReportAction.Actor, outcomes: String)] = [
    (.create, .parent, "SUBMITTED x x x x"),
    (.update, .parent, "- ~ x x x"),
    (.withdraw, .parent, "- WITHDRAWN x x ="),
    (.excuse, .staff, "- EXCUSED EXCUSED EXCUSED x"),
    (.refuse, .staff, "- UNEXCUSED UNEXCUSED UNEXCUSED x"),
  ]

  private static func outcome(_ cell: Substring) -> AbsenceReportOutcome? {
    switch cell {
    case "=": .unchanged
    case "~": .amend
    case "x": .conflict
    case "-": .notFound
    default: AbsenceReportState(rawValue: String(cell)).map { .move(to: $0) }
    }
  }

  @Test func `Every state, action and actor has the outcome of the written table`() throws {
    #expect(Set(Self.written.map(\.action)) == Set(AbsenceReportAction.allCases))
    let states: [AbsenceReportState?] = [nil] + AbsenceReportState.allCases
    for row in Self.written {
      let cells = row.outcomes.split(separator: " ")
      try #require(cells.count == states.count)
      for (state, cell) in zip(states, cells) {
        let written = try #require(Self.outcome(cell), "\(cell)")
        #expect(AbsenceReportTable.outcome(of: row.action, in: state) == written, "\(row.action) in \(String(describing: state))")
        for actor in AbsenceReportAction.Actor.allCases {
          let outcome = AbsenceReportTable.outcome(of: row.action, in: state, by: actor)
          #expect(outcome == (actor == row.actor ? written : nil), "\(row.action) in \(String(describing: state)) by \(actor)")
        }
      }
    }
  }

  @Test func `An excuse changes how an absence counts, and nothing else`() {
    for state in SchoolAttendanceState.allCases {
      #expect(state.counted(isExcused: false) == state)
      #expect(state.counted(isExcused: true) == (state == .absent ? .excused : state))
    }
  }

  @Test func `Each action is a mutation`() throws {
    let mutations = try #require(try EntityMap<Viewer>.shared.schema.objectType(named: "Mutation")).fields.map(\.name)
    for action in AbsenceReportAction.allCases { #expect(mutations.contains(action.mutation)) }
  }
}
