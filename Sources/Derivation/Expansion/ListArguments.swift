import GraphQL

/// The arguments of lists and of connections.
struct ListArguments {
  /// The filter's and the order's type; nil where there is none.
  let filter: String?
  let order: String?

  /// The arguments of a list, with its default for `first`.
  func list(first: Int) -> [InputValueDefinition] {
    [
      InputValueDefinition(
        "first", .named("Int"), default: .int("\(first)"),
        "The maximum number of items; null is the default. More than 200 are refused."),
      InputValueDefinition(
        "offset", .named("Int"), default: .int("0"), "The number of items to skip; null is 0. More than 10,000 are refused."),
    ] + selection
  }

  /// The arguments of a connection.
  var connection: [InputValueDefinition] {
    [
      InputValueDefinition("first", .named("Int"), "The maximum number of items, from the start. More than 200 are refused."),
      InputValueDefinition("after", .named("String"), "Only items after this cursor."),
      InputValueDefinition("last", .named("Int"), "The maximum number of items, from the end. More than 200 are refused."),
      InputValueDefinition("before", .named("String"), "Only items before this cursor."),
    ] + selection
  }

  private var selection: [InputValueDefinition] {
    let filter = filter.map { InputValueDefinition("where", .named($0), "Only items that match; all items if omitted or null.") }
    let order = order.map {
      InputValueDefinition(
        "orderBy", .list(of: $0),
        "Sort keys, most significant first; later keys break ties. At most 5. The list's own order if omitted or null.")
    }
    return [filter, order].compactMap(\.self)
  }
}
