/// The fields of a selection set by response key, inline fragments opened, and the fragments it spreads.
struct MergeableFields {
  /// A field, and what type it is selected on, if that is known.
  struct Entry: Hashable {
    var parentType: String?
    var field: Field
    var type: TypeReference?
  }

  /// In order of first occurrence.
  private(set) var keys: [String] = []
  private(set) var entries: [String: [Entry]] = [:]
  /// The names of the fragments that are spread, each once.
  private(set) var fragments: [String] = []

  private var seenFragments: Set<String> = []
  private var seenEntries: [String: Set<Entry>] = [:]

  init(_ set: SelectionSet, on parentType: String?, schema: Schema) {
    collect(set, on: parentType, schema: schema)
    seenFragments = []
    seenEntries = [:]
  }

  private mutating func collect(_ set: SelectionSet, on parentType: String?, schema: Schema) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        let type = parentType.flatMap { schema.selectableField(field.name.value, of: $0)?.type }
        add(Entry(parentType: parentType, field: field, type: type))
      case .fragmentSpread(let spread):
        if seenFragments.insert(spread.name.value).inserted { fragments.append(spread.name.value) }
      case .inlineFragment(let inline):
        collect(inline.selectionSet, on: inline.typeCondition?.value ?? parentType, schema: schema)
      }
    }
  }

  /// A field that is equal to another one, selections included, can be merged with whatever that one can,
  /// so it is left out: `{ a a a … }` is one field to compare.
  private mutating func add(_ entry: Entry) {
    let key = entry.field.responseKey
    guard let known = entries[key] else {
      keys.append(key)
      entries[key] = [entry]
      return
    }
    var seen = seenEntries.removeValue(forKey: key) ?? Set(known)
    if seen.insert(entry).inserted { entries[key, default: []].append(entry) }
    seenEntries[key] = seen
  }
}
