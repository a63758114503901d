import GraphQL

/// `SubjectConnection` and `SubjectEdge`, as the Relay specification has them.
struct Connections {
  private let type: TypeDeclaration

  init(of type: TypeDeclaration) { self.type = type }

  var definitions: [Definition] {
    let (name, words) = (type.name, type.words)
    return [
      .object(
        "\(name)Connection",
        [
          FieldDefinition("edges", .list(of: "\(name)Edge").required, "The \(words.many) of the page, each with its cursor."),
          FieldDefinition("nodes", .list(of: name).required, "The \(words.many) of the page."),
          FieldDefinition(
            "pageInfo", .required("PageInfo"), "The first and the last cursor of the page, and whether there are more pages."),
          FieldDefinition(
            "totalCount", .required("Int"), "The number of \(words.many) on all pages. Counted only if it is selected."),
        ], "A page of \(words.many)."),
      .object(
        "\(name)Edge",
        [
          FieldDefinition(
            "cursor", .required("String"),
            "The position of the \(words.one) in this order: opaque, for `after` and `before` with the same order."),
          FieldDefinition("node", .required(name), "The \(words.one)."),
        ], "\(words.a.capitalized) and its cursor."),
    ]
  }
}
