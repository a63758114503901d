import GraphQL

/// `SubjectFilter`, `SubjectListFilter`, and filters of enums.
struct Filters {
  private let type: TypeDeclaration

  init(of type: TypeDeclaration) { self.type = type }

  /// - Parameter fields: the fields with the types of their filters.
  func filter(_ fields: [(field: FieldDefinition, type: String)]) -> Definition {
    let name = "\(type.name)Filter"
    let logic = [
      InputValueDefinition("and", .list(of: name), "All of these match. An empty list matches everything."),
      InputValueDefinition("or", .list(of: name), "At least one of these matches. An empty list matches nothing."),
      InputValueDefinition("not", .named(name), "This does not match."),
    ]
    return .input(
      name, logic + fields.map { InputValueDefinition($0.field.name.value, .named($0.type), $0.field.summary) },
      "Matches \(type.words.many) that meet every condition given; omitted fields are ignored.")
  }

  var listFilter: Definition {
    let (filter, words) = (TypeNode.named("\(type.name)Filter"), type.words)
    return .input(
      "\(type.name)ListFilter",
      [
        InputValueDefinition("some", filter, "At least one \(words.one) matches."),
        InputValueDefinition("every", filter, "Every \(words.one) matches. True if there are none."),
        InputValueDefinition("none", filter, "No \(words.one) matches."),
      ], "Matches lists of \(words.many) that meet every condition given; omitted fields are ignored.")
  }

  static func enumeration(_ name: String) -> Definition {
    .input(
      "\(name)Filter",
      [
        InputValueDefinition("eq", .named(name), "Equal to this value."),
        InputValueDefinition("ne", .named(name), "Not equal to this value."),
        InputValueDefinition("in", .list(of: name), "One of these values. An empty list matches nothing."),
      ], "Matches values of `\(name)` that meet every condition given; omitted fields are ignored.")
  }
}
