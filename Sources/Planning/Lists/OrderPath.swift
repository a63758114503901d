import GraphQL

/// The sort key that a value of an enum such as `AssignmentOrderField` names: a field of the listed objects, or of an
/// object that to-one relations of theirs lead to. The words of the value are those of the names.
///
///     DUE_DATE               dueDate
///     COURSE_SUBJECT_NAME    course.subject.name
struct OrderPath: Hashable {
  /// From the listed type on; none for a field of its own.
  let relations: [String]
  let field: String

  /// `course.subject.name`
  var name: String { (relations + [field]).joined(separator: ".") }

  /// Every path that a value can name for lists of a type. There must be exactly one: the resolvers decide whether
  /// its words are a field, or relations and a field. A word that they do not know is taken for a field.
  static func all<Viewer>(
    named value: String, of typeName: String, in schema: Schema, _ resolvers: [String: [String: Resolver<Viewer>]]
  ) -> [OrderPath] {
    func paths(_ words: ArraySlice<Substring>, from typeName: String) -> [OrderPath] {
      var found: [OrderPath] = []
      let field = fieldName(of: words)
      if case .value? = resolvers[typeName]?[field]?.kind { found.append(OrderPath(relations: [], field: field)) }
      for end in words.indices.dropFirst() {
        let relation = fieldName(of: words[..<end])
        guard case .relation(.toOne)? = resolvers[typeName]?[relation]?.kind,
          let target = schema.field(relation, of: typeName)?.type.namedType
        else { continue }
        found += paths(words[end...], from: target)
          .map { OrderPath(relations: [relation] + $0.relations, field: $0.field) }
      }
      return found
    }
    let words = value.split(separator: "_")
    let found = paths(words[...], from: typeName)
    return found.isEmpty ? [OrderPath(relations: [], field: fieldName(of: words[...]))] : found
  }

  /// `DUE`, `DATE` is `dueDate`.
  static func fieldName(of words: ArraySlice<Substring>) -> String {
    words.enumerated().map { index, word in
      let word = word.lowercased()
      return index == 0 ? word : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }
}
