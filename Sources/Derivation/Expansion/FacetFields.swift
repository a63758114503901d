import GraphQL

/// The fields of a type with `@facet`: its own, and those that another type has.
struct FacetFields {
  /// The name of the other type.
  let original: String
  /// In the order of the directive; fields of the type that it does not name stand at the end.
  private(set) var all: [FieldDefinition] = []
  /// The names of those that the other type has.
  private(set) var shared: [String] = []

  /// - Parameter own: the fields that the type writes.
  init(_ directive: AppliedDirective, own: [FieldDefinition], in table: TypeTable, _ problems: inout [String]) {
    original = directive.text("of") ?? ""
    guard let entry = table[original], entry.kind == .composite, entry.directive("facet") == nil else {
      problems.append("\(directive.place): of: \(original) is no type with fields of its own. Name the type whose rows these are.")
      return
    }
    let written = Set(own.map(\.name.value))
    let names = directive.names("fields")
    if entry.field("id") != nil && !written.contains("id") && !names.contains("id") {
      all.append(FieldDefinition("id", .required("ID"), "The id of the `\(original)`."))
      shared.append("id")
    }
    for name in names {
      if let field = own.first(where: { $0.name.value == name }) {
        all.append(field)
      } else if let field = entry.field(name) {
        let isLeaf = [.scalar, .enumeration].contains(table[field.type.base]?.kind)
        if !isLeaf || !field.arguments.isEmpty {
          problems.append(
            "\(directive.place): \(original).\(name) is \(field.type.printed), which other viewers see otherwise. Write the field.")
        }
        all.append(field)
        shared.append(name)
      } else {
        let known = entry.fields.map(\.name.value).joined(separator: ", ")
        problems.append("\(directive.place): \(original) has no field \(name). Write the field, or name one of \(known).")
      }
    }
    all += own.filter { !names.contains($0.name.value) && $0.name.value != "id" }
    if let id = own.first(where: { $0.name.value == "id" }), !names.contains("id") { all.insert(id, at: 0) }
  }
}
