import Domain
import Testing

/// The table of dismissal states (BG-05).
struct DismissalTableTests {
  /// Nil: there is no dismissal.
  private static let states: [DismissalState?] = [nil] + DismissalState.allCases

  /// The action of a written row; nil for a row that is unknown.
  private static func action(_ row: WrittenTable.Action) -> DismissalAction? {
    switch (row.name, row.actor) {
    case ("request", "parent"): .request
    case ("check in", "reader"): .checkIn
    case ("call", "staff"): .call
    case ("ready", "staff"): .markReady
    case ("not ready", "staff"): .markNotReady
    case ("confirm", "parent"): .confirm
    case ("hand over", "staff"): .handOver
    case ("cancel", "parent"): .cancel
    case ("cancel", "staff"): .cancelByStaff
    case ("mark absent", "staff"): .markAbsent
    case ("reopen", "staff"): .reopen
    case ("the school's midnight", "clock"): .expire
    default: nil
    }
  }

  @Test func `Every state, action and actor has the outcome of the written table`() throws {
    var cells: [DismissalAction: [String: String]] = [:]
    var actors: [DismissalAction: String] = [:]
    for (row, written) in WrittenTable().cells {
      let action = try #require(Self.action(row), "\(row)")
      cells[action] = written
      actors[action] = row.actor
      let requirement: DismissalAction.Requirement? = row.needsReason ? .reason : row.needsAdult ? .namedAdult : nil
      #expect(action.requirement == requirement, "\(row)")
    }
    for action in DismissalAction.allCases {
      for state in Self.states {
        let name = state?.rawValue ?? ""
        let cell = try #require(cells[action]?[name], "\(action) in \(name)")
        let written = try #require(WrittenTable.outcome(cell, in: name), "\(cell)")
        #expect(DismissalTable.outcome(of: action, in: state) == written, "\(action) in \(name)")
        for actor in DismissalActor.allCases {
          let outcome = DismissalTable.outcome(of: action, in: state, by: actor)
          #expect(outcome == ("\(actor)" == actors[action] ? written : nil), "\(action) in \(name) by \(actor)")
        }
      }
    }
  }

  @Test(arguments: DismissalAction.allCases)
  func `A student who is absent is neither asked for nor sent to the pickup`(action: DismissalAction) throws {
    let row = try #require(WrittenTable().cells.first { Self.action($0.key) == action }).value
    let written = WrittenTable.outcome(try #require(row["absent"]), in: "absent")
    #expect(DismissalTable.outcomeWhileAbsent(of: action) == written)
    for state in Self.states {
      let usual = DismissalTable.outcome(of: action, in: state)
      let isSettled = usual == .unchanged || usual == .notFound
      #expect(DismissalTable.outcome(of: action, in: state, isAbsent: true) == (isSettled ? usual : written ?? usual), "\(String(describing: state))")
    }
  }

  /// A dismissal of a day that has ended takes no step, whatever its state is and whether or not the background work has run.
  @Test(arguments: DismissalAction.allCases.filter { $0.actor != .clock })
  func `Nobody changes a dismissal whose day has ended`(action: DismissalAction) {
    for state in DismissalState.allCases {
      for isAbsent in [false, true] {
        let outcome = DismissalTable.outcome(of: action, in: state, dayHasEnded: true, isAbsent: isAbsent)
        switch action {
        // These look for a dismissal of today.
        case .request, .checkIn: #expect(outcome == .new(.requested), "\(state)")
        case .call: #expect(outcome == .new(.ready), "\(state)")
        case .markAbsent: #expect(outcome == .skip, "\(state)")
        default: #expect(outcome == .conflict, "\(state)")
        }
      }
    }
  }

  @Test(arguments: DismissalAction.allCases)
  func `An action changes the states whose outcome is a move`(action: DismissalAction) {
    let expected: [DismissalState] =
      switch action {
      case .request, .checkIn: []
      case .call, .markReady: [.requested]
      case .markNotReady, .confirm: [.ready]
      case .handOver, .cancel, .cancelByStaff, .markAbsent, .expire: [.requested, .ready]
      case .reopen: [.confirmed]
      }
    #expect(DismissalTable.states(changedBy: action) == expected)
  }

  @Test func `The open states are those that the midnight of the school ends`() {
    #expect(DismissalState.open == DismissalTable.states(changedBy: .expire))
  }

  @Test func `Every action but that of the clock has a mutation of its own`() {
    let mutations = DismissalAction.allCases.compactMap(\.mutation)
    #expect(mutations.count == DismissalAction.allCases.count - 1 && Set(mutations).count == mutations.count)
    #expect(DismissalAction.expire.mutation == nil)
  }

  // MARK: Stamps

  @Test func `Only a change writes stamps, and every change does`() {
    for action in DismissalAction.allCases {
      for state in Self.states {
        let stamps = DismissalTable.stamps(of: action, in: state)
        let outcome = DismissalTable.outcome(of: action, in: state)
        #expect((stamps != nil) == (outcome.written != nil), "\(action) in \(state?.rawValue ?? "none")")
      }
    }
  }

  /// The one step of each stamp. A confirmation and a hand-over are the same step of two actors, and so are the ways to end.
  @Test func `No action writes the stamp of another step`() {
    var written: [DismissalAction: Set<DismissalStamp>] = [:]
    for action in DismissalAction.allCases {
      for state in DismissalState.allCases {
        if case .new = DismissalTable.outcome(of: action, in: state) { continue }
        written[action, default: []].formUnion(DismissalTable.stamps(of: action, in: state)?.sets ?? [])
      }
    }
    #expect(
      written == [
        .request: [.amended], .checkIn: [], .call: [.ready], .markReady: [.ready], .markNotReady: [.notReady],
        .confirm: [.confirmed], .handOver: [.confirmed], .cancel: [.cancelled], .cancelByStaff: [.cancelled],
        .markAbsent: [.cancelled], .reopen: [.reopened], .expire: [.expired],
      ])
  }

  @Test func `The stamps of the first request stay`() {
    for action in DismissalAction.allCases {
      for state in DismissalState.allCases {
        if case .new = DismissalTable.outcome(of: action, in: state) { continue }
        let stamps = DismissalTable.stamps(of: action, in: state)
        #expect(stamps.map { !$0.sets.contains(.requested) } ?? true, "\(action) in \(state)")
      }
    }
  }

  /// A dismissal as its row records it.
  private struct Record: Hashable {
    var state: DismissalState
    var stamps: Set<DismissalStamp>
  }

  /// The records that any sequence of actions leads to.
  private static func records() -> Set<Record> {
    var found: Set<Record> = []
    var next: [Record?] = [nil]
    while let record = next.popLast() {
      for action in DismissalAction.allCases {
        let state = record?.state
        guard let written = DismissalTable.outcome(of: action, in: state).written,
          let stamps = DismissalTable.stamps(of: action, in: state)
        else { continue }
        var isNew = false
        if case .new = DismissalTable.outcome(of: action, in: state) { isNew = true }
        let before = isNew ? [] : record?.stamps ?? []
        let after = Record(state: written, stamps: before.union(stamps.sets))
        if found.insert(after).inserted { next.append(after) }
      }
    }
    return found
  }

  @Test func `The stamps of a dismissal fit its state after any sequence of actions`() {
    let records = Self.records()
    #expect(Set(records.map(\.state)) == Set(DismissalState.allCases))
    for record in records {
      let (state, stamps) = (record.state, record.stamps)
      #expect(stamps.contains(.requested), "\(record)")
      // Steps that staff took back stay on record, with who took them back.
      #expect(stamps.contains(.confirmed) == (state == .confirmed || stamps.contains(.reopened)), "\(record)")
      #expect(stamps.contains(.cancelled) == (state == .cancelled), "\(record)")
      #expect(stamps.contains(.expired) == (state == .expired), "\(record)")
      // Staff who reopen a dismissal that was handed over without being ready make it ready.
      if state == .ready { #expect(!stamps.isDisjoint(with: [.ready, .reopened]), "\(record)") }
      if state == .requested { #expect(!stamps.contains(.ready) || stamps.contains(.notReady), "\(record)") }
    }
  }

  @Test func `The columns of stamps are distinct, and the school's clock is no actor`() {
    let columns = DismissalStamp.allCases.flatMap(\.columns)
    #expect(Set(columns).count == columns.count)
    #expect(DismissalStamp.confirmed.columns == ["confirmed_at", "confirmed_by", "handed_to"])
    #expect(DismissalStamp.cancelled.columns == ["cancelled_at", "cancelled_by", "cancellation_reason"])
    #expect(DismissalStamp.reopened.columns == ["reopened_at", "reopened_by", "reopening_reason"])
    #expect(DismissalStamp.expired.columns == ["expired_at"])
  }

  // MARK: Messages

  @Test(
    arguments: [
      (.request, .confirmed, "The dismissal of this student is CONFIRMED: it cannot be requested again today."),
      (.markReady, .cancelled, "The dismissal of this student is CANCELLED: it cannot be marked as ready."),
      (.markNotReady, .expired, "The dismissal of this student is EXPIRED: it cannot be marked as not ready."),
      (.confirm, .requested, "The dismissal of this student is REQUESTED: it can be confirmed only while it is READY."),
      (.handOver, .expired, "The dismissal of this student is EXPIRED: the student cannot be handed over."),
      (.cancel, .confirmed, "The dismissal of this student is CONFIRMED: it cannot be cancelled unless staff reopen it."),
      (
        .reopen, .ready,
        "The dismissal of this student is READY: one can be reopened only while it is CONFIRMED and no other is open."
      ),
    ] as [(DismissalAction, DismissalState, String)])
  func `A conflict names the state`(action: DismissalAction, state: DismissalState, message: String) {
    #expect(DismissalTable.conflictMessage(of: action, in: state) == message)
  }

  @Test func `Every conflict has a message, and no other outcome has one`() {
    for action in DismissalAction.allCases {
      for state in DismissalState.allCases {
        let message = DismissalTable.conflictMessage(of: action, in: state)
        let isConflict = DismissalTable.outcome(of: action, in: state) == .conflict
        #expect((message != nil) == isConflict, "\(action) in \(state)")
        #expect(message?.contains(state.rawValue) ?? true)
      }
    }
  }
}
