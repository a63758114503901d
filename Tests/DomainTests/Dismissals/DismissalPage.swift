import GraphQL
import Domain

/// The parts of `docs/school-pickup.md` that follow from ``DismissalTable``.
struct DismissalPage {
  let schema: Schema

  /// The page with its generated parts written anew; nil where it has no markers.
  ///
  ///     <!-- states: generated -->
  ///     | action | none | …
  ///     <!-- end of states -->
  func updated(_ page: String) -> String? {
    var page = page
    for (name, table) in [("states", states), ("actions", actions)] {
      let (start, end) = ("<!-- \(name): generated -->\n", "<!-- end of \(name) -->")
      guard let first = page.firstRange(of: start), let last = page.firstRange(of: end), first.upperBound <= last.lowerBound
      else { return nil }
      page.replaceSubrange(first.upperBound..<last.lowerBound, with: table)
    }
    return page
  }

  private var states: String {
    Self.table(
      ["action", "none"] + DismissalState.allCases.map { $0 == .expired ? "EXPIRED, or a day that has ended" : $0.rawValue } + ["absent"],
      DismissalAction.allCases.map { action in
        [Self.name(of: action)]
          + ([nil] + DismissalState.allCases).map { Self.text(of: DismissalTable.outcome(of: action, in: $0)) }
          + [DismissalTable.outcomeWhileAbsent(of: action).map(Self.text) ?? ""]
      })
  }

  private var actions: String {
    Self.table(
      ["action", "by", "field", "requires", "sets"],
      DismissalAction.allCases.map { action in
        // Those of a move; a new dismissal is stamped as requested, too.
        let state = DismissalTable.states(changedBy: action).first
        let stamps = DismissalTable.stamps(of: action, in: state)
        return [
          Self.name(of: action), Self.name(of: action.actor), action.mutation.map(field) ?? "", Self.name(of: action.requirement),
          Self.columns(stamps?.sets ?? []),
        ]
      })
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> String {
    ([header, header.map { _ in "---" }] + rows).map { cells in
      "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n"
    }.joined()
  }

  private func field(_ mutation: String) -> String {
    let isServed = schema.mutationType.flatMap { schema.types[$0] }.map { type in
      if case .object(let object) = type { object.fields[mutation] != nil } else { false }
    }
    return "`Mutation.\(mutation)`" + (isServed == true ? "" : " (planned)")
  }

  private static func columns(_ stamps: Set<DismissalStamp>) -> String {
    DismissalStamp.allCases.filter(stamps.contains).flatMap(\.columns).map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func text(of outcome: DismissalOutcome) -> String {
    switch outcome {
    case .move(let state): state.rawValue
    case .moveIfNoneIsOpen(let state): "\(state.rawValue); `CONFLICT` if another is open"
    case .new(let state): "new \(state.rawValue)"
    case .amend(let state): "\(state.rawValue), with another note"
    case .unchanged: "unchanged"
    case .skip: "skipped"
    case .conflict, .absent: "`CONFLICT`"
    case .notFound: "`NOT_FOUND`"
    }
  }

  private static func name(of action: DismissalAction) -> String {
    switch action {
    case .request: "request"
    case .checkIn: "check in"
    case .call: "call"
    case .markReady: "ready"
    case .markNotReady: "not ready"
    case .confirm: "confirm"
    case .handOver: "hand over"
    case .cancel: "cancel"
    case .cancelByStaff: "cancel by staff"
    case .markAbsent: "absent"
    case .reopen: "reopen"
    case .expire: "expire"
    }
  }

  private static func name(of actor: DismissalActor) -> String {
    switch actor {
    case .parent: "parent"
    case .reader: "card reader"
    case .staff: "staff"
    case .clock: "the school's midnight"
    }
  }

  private static func name(of requirement: DismissalAction.Requirement?) -> String {
    switch requirement {
    case .reason?: "a reason"
    case .namedAdult?: "a named adult"
    case nil: ""
    }
  }
}
