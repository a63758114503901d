extension ValidationRule {
  /// Fields are defined by the type they are selected on — specification section 5.3.1.
  static let fieldsOnCorrectType = ValidationRule { context in
    ValidationVisitor(enterField: { field in
      guard let parent = context.parentType, context.field == nil else { return }
      let name = field.name.value
      let types = context.suggests ? context.schema.possibleTypes(of: parent, with: name) : []
      let suggestion =
        types.isEmpty
        ? context.suggestion(for: name, in: context.schema.types[parent]?.fields?.map(\.name) ?? [])
        : didYouMean(types, kind: "to use an inline fragment on")
      context.report("Cannot query field \"\(name)\" on type \"\(parent)\"." + suggestion, at: field.position)
    })
  }
}

extension Schema {
  /// The types that an abstract type can be, and their interfaces, as far as they have a field: those that
  /// most of the possible types are come first, supertypes before subtypes.
  fileprivate func possibleTypes(of abstract: String, with field: String) -> [String] {
    guard isAbstract(abstract) else { return [] }
    var usages: [String: Int] = [:]
    for object in possibleTypes[abstract] ?? [] where self.field(field, of: object) != nil {
      usages[object] = 1
      for interface in types[object]?.interfaces ?? [] where self.field(field, of: interface) != nil {
        usages[interface, default: 0] += 1
      }
    }
    return usages.keys.sorted { one, other in
      if let a = usages[one], let b = usages[other], a != b { return a > b }
      if isSubtype(.named(other), of: .named(one)) { return true }
      if isSubtype(.named(one), of: .named(other)) { return false }
      return naturallyPrecedes(one, other)
    }
  }
}
