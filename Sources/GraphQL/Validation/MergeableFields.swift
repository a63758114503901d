/// The fields of a selection set by response key, inline fragments opened, and the fragments it spreads.
struct MergeableFields {
  /// A field, and what type it is selected on, if that is known.
  struct Entry: Hashable {
    var parentType: String?
    var field: Field
    var type: TypeReference?
  }

  /// The response keys, in order of first occurrence.
  var keys: [String] { keyTable.names }
  /// The names of the fragments that are spread, each once.
  var fragments: [String] { fragmentTable.names }

  private var keyTable = NameTable()
  private var fragmentTable = NameTable()
  /// In the order of the keys.
  private(set) var entries: [[Entry]] = []
  /// The entries seen for each key that occurs several times, while fields are collected.
  private var seenEntries: [Int: Set<Entry>] = [:]

  init(_ set: SelectionSet, on parentType: String?, schema: Schema) {
    collect(set, on: parentType, schema: schema)
    seenEntries = [:]
  }

  /// The fields with a response key; none if it is not among `keys`.
  func entries(for key: String) -> [Entry] { keyTable.position(of: key).map { entries[$0] } ?? [] }

  private mutating func collect(_ set: SelectionSet, on parentType: String?, schema: Schema) {
    let selectable = parentType.flatMap { schema.selectableFields(of: $0) }
    for selection in set.selections {
      switch selection {
      case .field(let field):
        let type = selectable?[field.name.value]?.type
        add(Entry(parentType: parentType, field: field, type: type))
      case .fragmentSpread(let spread): _ = fragmentTable.insert(spread.name.value)
      case .inlineFragment(let inline):
        collect(inline.selectionSet, on: inline.typeCondition?.value ?? parentType, schema: schema)
      }
    }
  }

  /// A field that is equal to another one, selections included, can be merged with whatever that one can,
  /// so it is left out: `{ a a a … }` is one field to compare.
  private mutating func add(_ entry: Entry) {
    let (position, isNew) = keyTable.insert(entry.field.responseKey)
    if isNew { return entries.append([entry]) }
    var seen = seenEntries.removeValue(forKey: position) ?? Set(entries[position])
    if seen.insert(entry).inserted { entries[position].append(entry) }
    seenEntries[position] = seen
  }
}

extension SelectionSet {
  /// Whether it is plain that its fields do not conflict: it has a few that all have different response keys, or a
  /// single fragment. So it is with most selection sets.
  var hasPlainlyNoConflict: Bool {
    if selections.count == 1, case .fragmentSpread = selections[0] { return true }
    if selections.count > 16 { return false }
    for (index, selection) in selections.enumerated() {
      guard case .field(let field) = selection else { return false }
      let key = field.responseKey
      for other in selections[..<index] {
        if case .field(let other) = other, other.responseKey == key { return false }
      }
    }
    return true
  }
}
