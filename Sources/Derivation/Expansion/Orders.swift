import GraphQL

/// `SubjectOrder` and `SubjectOrderField`.
struct Orders {
  private let type: TypeDeclaration

  init(of type: TypeDeclaration) { self.type = type }

  /// - Parameter keys: each path with the field that it ends at, and whether that is an enum.
  func definitions(_ keys: [(path: [String], field: FieldDefinition, isEnum: Bool)]) -> [Definition] {
    let (name, words) = (type.name, type.words)
    let example = keys.first.map { "\n\n    {field: \(Self.value(of: $0.path))}" } ?? ""
    return [
      .input(
        "\(name)Order",
        [
          InputValueDefinition("field", .required("\(name)OrderField"), "The value to sort by."),
          InputValueDefinition("direction", .named("OrderDirection"), default: .enum("ASC"), "The direction; null is `ASC`."),
          InputValueDefinition("nulls", .named("NullsOrder"), default: .enum("LAST"), "Where null values sort; null is `LAST`."),
        ], "A sort key of \(words.many).\(example)"),
      .enumeration(
        "\(name)OrderField",
        keys.map { key in
          let path = key.path.count > 1 ? "`\(key.path.joined(separator: "."))`: " : ""
          return EnumValueDefinition(
            description: StringValue(path + key.field.summary + (key.isEnum ? " Sorted by the names of the values." : "")),
            name: Name(Self.value(of: key.path)))
        }, "The values that \(words.many) can be sorted by."),
    ]
  }

  /// `COURSE_SUBJECT_NAME`.
  static func value(of path: [String]) -> String { path.map(\.screamingSnakeCase).joined(separator: "_") }
}
