/// An operation with holes for what belongs to others: sent with a row that is there, and with one that is nowhere, it
/// must be answered alike.
struct Attack: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case lookup, filter, cursor, change, creation, code
  }

  /// The kind of value that a variable is given.
  enum Hole: Hashable, Sendable {
    /// The ids of rows of all types, one after the other.
    case anyID
    /// The id of a row of a type.
    case id(of: String)
    /// A text that rows have.
    case text
  }

  /// Whether only a student may send it.
  var isOfStudent: Bool { ["requestHelp", "handInWork"].contains { document.contains($0) } }

  let kind: Kind
  let document: String
  /// The variables that are the viewer's own.
  var own: [String: String] = [:]
  let holes: [String: Hole]
  /// The parts of the schema that the attack covers, as `AttackPlaces` names them.
  let covers: Set<String>
  /// Whether it is a change of the staff of a school.
  var isOfSchool = false

  /// The variables for each try: one for each row when a hole takes rows of all types, else one.
  /// - Parameters:
  ///   - ids: the rows that are attacked, by their types; a type without a row here gets an id that no row has.
  ///   - text: the text of the rows.
  func fillings(_ ids: [String: String], text: String) -> [[String: String]] {
    if holes.values.contains(.anyID) {
      return ids.sorted { $0.key < $1.key }.map { row in holes.mapValues { _ in row.value } }
    }
    let types = holes.values.compactMap { if case .id(let type) = $0 { type } else { nil } }
    guard types.contains(where: { ids[$0] != nil }) || holes.values.contains(.text) else { return [] }
    return [
      holes.mapValues { hole in
        if case .id(let type) = hole { ids[type] ?? newID() } else { text }
      }
    ]
  }

  /// The variables of the twin: what no row has.
  var nobodys: [String: String] {
    holes.mapValues { $0 == .text ? "Nobody-\(newID().prefix(8))" : newID() }
  }
}
