/// Tells which fields a response object has — `CollectFields` and `CollectSubfields` of specification
/// section 6.3.2.
package struct FieldCollector: Sendable {
  /// Where the fields are from.
  package let source: Source
  private let fragments: [String: FragmentDefinition]
  private let schema: Schema
  private let variables: VariableValues

  package init(operation: Operation, schema: Schema, variables: VariableValues) {
    source = operation.source
    fragments = operation.fragments
    self.schema = schema
    self.variables = variables
  }

  /// The fields that selection sets select on an object, in request order. `@skip` and `@include` are
  /// applied, fragments for other types left out.
  package func collect(_ selectionSets: [SelectionSet], on objectType: String) -> [FieldGroup] {
    var collection = Collection()
    for selectionSet in selectionSets { collect(selectionSet, on: objectType, into: &collection) }
    return collection.groups
  }

  private struct Collection {
    var groups: [FieldGroup] = []
    var indexByKey: [String: Int] = [:]
    /// Each fragment counts once; a second spread would bring nothing new.
    var visitedFragments: Set<String> = []
  }

  /// Keeps a stack of its own: inline fragments in fragments in inline fragments may be thousands deep.
  private func collect(_ set: SelectionSet, on objectType: String, into collection: inout Collection) {
    var selections = set.selections
    var next = 0
    /// The selection sets around the current one, and where each goes on.
    var outer: [(selections: [Selection], next: Int)] = []
    func enter(_ set: SelectionSet) {
      if next < selections.count { outer.append((selections, next)) }
      selections = set.selections
      next = 0
    }
    while true {
      guard next < selections.count else {
        guard let last = outer.popLast() else { return }
        (selections, next) = last
        continue
      }
      let selection = selections[next]
      next += 1
      switch selection {
      case .field(let field):
        guard isIncluded(field.directives) else { continue }
        let key = field.responseKey
        if let index = collection.indexByKey[key] {
          collection.groups[index].fields.append(field)
        } else {
          collection.indexByKey[key] = collection.groups.count
          collection.groups.append(FieldGroup(responseKey: key, first: field))
        }
      case .fragmentSpread(let spread):
        guard isIncluded(spread.directives),
          collection.visitedFragments.insert(spread.name.value).inserted,
          let fragment = fragments[spread.name.value],
          applies(fragment.typeCondition.value, to: objectType)
        else { continue }
        enter(fragment.selectionSet)
      case .inlineFragment(let fragment):
        guard isIncluded(fragment.directives),
          fragment.typeCondition.map({ applies($0.value, to: objectType) }) ?? true
        else { continue }
        enter(fragment.selectionSet)
      }
    }
  }

  /// `DoesFragmentTypeApply`.
  private func applies(_ typeCondition: String, to objectType: String) -> Bool {
    typeCondition == objectType || schema.isPossible(objectType, for: typeCondition)
  }

  /// Sections 3.13.1 and 3.13.2: neither skipped nor not included. A variable with a default may be null there, which is
  /// not true: `CollectFields`, section 6.3.2.
  private func isIncluded(_ directives: [Directive]) -> Bool {
    directives.allSatisfy { directive in
      switch directive.name.value {
      case "skip": condition(of: directive) != true
      case "include": condition(of: directive) == true
      default: true
      }
    }
  }

  private func condition(of directive: Directive) -> Bool? {
    switch directive.arguments.first(where: { $0.name.value == "if" })?.value.kind {
    case .boolean(let flag): return flag
    case .variable(let name):
      if case .boolean(let flag) = variables[name] { return flag }
      return nil
    default: return nil
    }
  }
}
