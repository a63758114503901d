import Domain

/// The table of states as the requirements write it (BG-05), read from its Markdown: a second form of the table, which shares
/// nothing with the first.
struct WrittenTable {
  /// `=` unchanged and a success, ✗ `CONFLICT`, – `NOT_FOUND`. The last column is that of a student whom staff marked absent: empty
  /// where that changes nothing.
  private static let markdown = """
    | action, who | none | REQUESTED | READY | CONFIRMED | CANCELLED | EXPIRED | absent |
    | --- | --- | --- | --- | --- | --- | --- | --- |
    | request, parent | REQUESTED | REQUESTED with another note | = | ✗ | new REQUESTED | new REQUESTED | absent |
    | check in, reader | REQUESTED | = | = | skip | new REQUESTED | new REQUESTED | skip |
    | call, staff | READY | READY | = | new READY | new READY | new READY | absent |
    | ready, staff | – | READY | = | ✗ | ✗ | ✗ | absent |
    | not ready, staff | – | = | REQUESTED | ✗ | ✗ | ✗ | |
    | confirm, parent | – | ✗ | CONFIRMED | = | ✗ | ✗ | |
    | hand over to a named adult, staff | – | CONFIRMED | CONFIRMED | = | ✗ | ✗ | |
    | cancel, parent; staff with a reason | – | CANCELLED | CANCELLED | ✗ | = | ✗ | |
    | mark absent, staff | skip | CANCELLED | CANCELLED | skip | skip | skip | |
    | reopen, staff with a reason | – | ✗ | ✗ | READY (✗ if another is open) | ✗ | ✗ | absent |
    | the school's midnight | – | EXPIRED | EXPIRED | – | – | – | |
    """

  /// An action of the table, by its name there and its actor.
  struct Action: Hashable {
    let name: String
    let actor: String
    let needsReason: Bool
    let needsAdult: Bool
  }

  /// The cells of each action by state; the empty text stands for no dismissal.
  let cells: [Action: [String: String]]

  init() {
    let rows = Self.markdown.split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingPrefix(" ").description }.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }
    }
    let states = rows[0].dropFirst().map { $0 == "none" ? [""] : $0.split(separator: ", ").map(String.init) }
    var cells: [Action: [String: String]] = [:]
    for row in rows.dropFirst(2) {
      var byState: [String: String] = [:]
      for (states, cell) in zip(states, row.dropFirst()) {
        for state in states { byState[state] = cell }
      }
      for action in Self.actions(row[0]) { cells[action] = byState }
    }
    self.cells = cells
  }

  /// The actions of a first cell: `cancel, parent; staff with a reason` has two.
  private static func actions(_ cell: String) -> [Action] {
    let parts = cell.split(separator: ", ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return [Action(name: cell, actor: "clock", needsReason: false, needsAdult: false)] }
    let named = " to a named adult"
    let name = parts[0].hasSuffix(named) ? String(parts[0].dropLast(named.count)) : parts[0]
    return parts[1].split(separator: "; ").map { who in
      Action(
        name: name, actor: who.split(separator: " ").first.map(String.init) ?? "", needsReason: who.hasSuffix(" with a reason"),
        needsAdult: parts[0].hasSuffix(named))
    }
  }

  /// The meaning of a cell; nil for text that means nothing.
  static func outcome(_ cell: String, in state: String) -> DismissalOutcome? {
    switch cell {
    case "=": return .unchanged
    case "✗": return .conflict
    case "–": return .notFound
    case "skip": return .skip
    case "absent": return .absent
    default: break
    }
    if cell.hasPrefix("new ") { return DismissalState(rawValue: String(cell.dropFirst(4))).map { .new($0) } }
    let amended = " with another note"
    if cell.hasSuffix(amended) { return DismissalState(rawValue: String(cell.dropLast(amended.count))).map { .amend($0) } }
    let condition = " (✗ if another is open)"
    if cell.hasSuffix(condition) {
      return DismissalState(rawValue: String(cell.dropLast(condition.count))).map { .moveIfNoneIsOpen(to: $0) }
    }
    // Where there is no dismissal, none can change its state.
    return DismissalState(rawValue: cell).map { state.isEmpty ? .new($0) : .move(to: $0) }
  }
}
