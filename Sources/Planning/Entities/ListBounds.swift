/// The arguments of a list that bound it.
package struct ListBounds: Sendable {
  /// How many items at most: an `Int` with a default.
  let first: String
  /// How many items to skip: an `Int` with a default; nil for a list that is not paged.
  let offset: String?

  package init(first: String, offset: String?) {
    self.first = first
    self.offset = offset
  }

  /// `first` and `offset`.
  package static var page: ListBounds { ListBounds(first: "first", offset: "offset") }

  var names: [String] { [first] + (offset.map { [$0] } ?? []) }
}
