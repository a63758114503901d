/// Finds fields that cannot be merged — `FieldsInSetCanMerge` of specification section 5.3.2.
///
/// Written out, that algorithm expands fragments, which may take exponential time. This one compares selection sets
/// "within" themselves, each once, and "between" each other, where a spread fragment stays a name: the pairs of
/// fragments, and of fragments and selection sets, that were compared are remembered. The steps that the context
/// allows bound the remaining work.
///
/// Selection sets are told apart by their position in the text.
final class FieldConflictSearch {
  private let context: ValidationContext
  private var fieldsBySet: [Int: MergeableFields] = [:]
  private var comparedFragments = ComparedPairs<String, String>()
  private var comparedSetsAndFragments = ComparedPairs<Int, String>()
  private var comparedSets = ComparedPairs<Int, Int>()
  /// How many fields the selection sets that are being compared are inside of.
  private var nesting = 0

  init(context: ValidationContext) { self.context = context }

  /// The conflicts in a selection set, its fragments included.
  func conflicts(within set: SelectionSet, on parentType: String?) -> [FieldConflict] {
    if set.hasPlainlyNoConflict { return [] }
    var conflicts: [FieldConflict] = []
    let fields = fields(of: set, on: parentType)
    for (key, entries) in zip(fields.keys, fields.entries) {
      for (index, one) in entries.enumerated() {
        for other in entries[(index + 1)...] {
          guard context.takeStep(), conflicts.count < FieldConflict.maxConflicts else { return conflicts }
          if let conflict = conflict(key, one, other, areExclusive: false) { conflicts.append(conflict) }
        }
      }
    }
    for (index, fragment) in fields.fragments.enumerated() {
      compare(set, fields, fragment, areExclusive: false, into: &conflicts)
      for other in fields.fragments[(index + 1)...] {
        guard context.takeStep() else { return conflicts }
        compare(fragment, other, areExclusive: false, into: &conflicts)
      }
    }
    return conflicts
  }

  private func fields(of set: SelectionSet, on parentType: String?) -> MergeableFields {
    let id = set.position.offset
    if let fields = fieldsBySet[id] { return fields }
    let fields = MergeableFields(set, on: parentType, schema: context.schema)
    fieldsBySet[id] = fields
    return fields
  }

  private func fields(of fragment: FragmentDefinition) -> MergeableFields {
    fields(of: fragment.selectionSet, on: fragment.typeCondition.value)
  }

  /// Compares a selection set with a fragment and those that the fragment spreads.
  private func compare(
    _ set: SelectionSet, _ fields: MergeableFields, _ name: String, areExclusive: Bool,
    into conflicts: inout [FieldConflict]
  ) {
    guard !fields.keys.isEmpty, context.takeStep(), let fragment = context.fragments[name],
      set.position.offset != fragment.selectionSet.position.offset,
      comparedSetsAndFragments.insert(set.position.offset, name, areExclusive: areExclusive)
    else { return }
    let others = self.fields(of: fragment)
    compare(fields, others, areExclusive: areExclusive, into: &conflicts)
    for inner in others.fragments {
      compare(set, fields, inner, areExclusive: areExclusive, into: &conflicts)
    }
  }

  /// Compares two fragments and those that they spread.
  private func compare(
    _ one: String, _ other: String, areExclusive: Bool, into conflicts: inout [FieldConflict]
  ) {
    guard one != other, context.takeStep(), let first = context.fragments[one],
      let second = context.fragments[other],
      comparedFragments.insert(min(one, other), max(one, other), areExclusive: areExclusive)
    else { return }
    let (fields, others) = (self.fields(of: first), self.fields(of: second))
    compare(fields, others, areExclusive: areExclusive, into: &conflicts)
    for inner in others.fragments { compare(one, inner, areExclusive: areExclusive, into: &conflicts) }
    for inner in fields.fragments { compare(inner, other, areExclusive: areExclusive, into: &conflicts) }
  }

  private func compare(
    _ fields: MergeableFields, _ others: MergeableFields, areExclusive: Bool,
    into conflicts: inout [FieldConflict]
  ) {
    for (key, entries) in zip(fields.keys, fields.entries) {
      guard context.takeStep(), conflicts.count < FieldConflict.maxConflicts else { return }
      let otherEntries = others.entries(for: key)
      for one in entries {
        for other in otherEntries {
          guard context.takeStep() else { return }
          if let conflict = conflict(key, one, other, areExclusive: areExclusive) {
            conflicts.append(conflict)
          }
        }
      }
    }
  }

  private func conflict(
    _ key: String, _ one: MergeableFields.Entry, _ other: MergeableFields.Entry, areExclusive: Bool
  ) -> FieldConflict? {
    func because(_ reason: String) -> FieldConflict {
      FieldConflict(
        responseKey: key, reason: .text(reason), firstPositions: [one.field.position],
        secondPositions: [other.field.position])
    }
    // Fields of different object types never stand in the same object, so they may ask for different things.
    let areExclusive = areExclusive || areDifferentObjects(one.parentType, other.parentType)
    if !areExclusive {
      let (name, otherName) = (one.field.name.value, other.field.name.value)
      if name != otherName { return because("\"\(name)\" and \"\(otherName)\" are different fields") }
      guard context.takeStep(one.field.argumentsWeight) else { return nil }
      if !one.field.hasSameArguments(as: other.field) { return because("they have differing arguments") }
    }
    if let type = one.type, let otherType = other.type, doTypesConflict(type, otherType) {
      return because("they return conflicting types \"\(type)\" and \"\(otherType)\"")
    }
    guard let set = one.field.selectionSet, let otherSet = other.field.selectionSet else { return nil }
    let found = conflicts(
      between: set, on: one.type?.namedType, and: otherSet, on: other.type?.namedType,
      areExclusive: areExclusive)
    if found.isEmpty { return nil }
    let told = Array(found.prefix(FieldConflict.maxSubfieldConflicts))
    return FieldConflict(
      responseKey: key, reason: .subfields(told),
      firstPositions: [one.field.position] + told.flatMap(\.firstPositions),
      secondPositions: [other.field.position] + told.flatMap(\.secondPositions))
  }

  private func conflicts(
    between set: SelectionSet, on type: String?, and otherSet: SelectionSet, on otherType: String?,
    areExclusive: Bool
  ) -> [FieldConflict] {
    let ids = (set.position.offset, otherSet.position.offset)
    guard comparedSets.insert(min(ids.0, ids.1), max(ids.0, ids.1), areExclusive: areExclusive)
    else { return [] }
    nesting += 1
    defer { nesting -= 1 }
    guard context.checkFieldNesting(nesting) else { return [] }
    var conflicts: [FieldConflict] = []
    let (fields, others) = (fields(of: set, on: type), self.fields(of: otherSet, on: otherType))
    compare(fields, others, areExclusive: areExclusive, into: &conflicts)
    for fragment in others.fragments {
      compare(set, fields, fragment, areExclusive: areExclusive, into: &conflicts)
    }
    for fragment in fields.fragments {
      compare(otherSet, others, fragment, areExclusive: areExclusive, into: &conflicts)
    }
    for fragment in fields.fragments {
      for other in others.fragments {
        guard context.takeStep() else { return conflicts }
        compare(fragment, other, areExclusive: areExclusive, into: &conflicts)
      }
    }
    return conflicts
  }

  private func areDifferentObjects(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other, one != other else { return false }
    return context.schema.objectType(named: one) != nil && context.schema.objectType(named: other) != nil
  }

  /// `SameResponseShape` of one level: lists and non-nulls agree, and so do leaf types.
  private func doTypesConflict(_ one: TypeReference, _ other: TypeReference) -> Bool {
    switch (one, other) {
    case (.list(let item), .list(let otherItem)): doTypesConflict(item, otherItem)
    case (.nonNull(let inner), .nonNull(let otherInner)): doTypesConflict(inner, otherInner)
    case (.named(let name), .named(let otherName)):
      name != otherName && (context.schema.isLeaf(name) || context.schema.isLeaf(otherName))
    default: true
    }
  }
}
