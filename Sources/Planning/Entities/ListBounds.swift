/// The arguments of a list that bound it.
package struct ListBounds: Sendable {
  enum Kind: Hashable, Sendable {
    /// The greatest number of items, which may have to be at least one, and the number to skip: each an `Int` with a default. Nil for a list
    /// that is not paged.
    case page(first: String, fromOne: Bool, offset: String?)
    /// The same number as an argument of the field that leads to the parent bounds the list by, of which there is one.
    case ofParent(first: String)
    /// One item for each period between two days.
    case periods(PeriodArguments)
  }

  let kind: Kind

  package init(first: String, offset: String?) { kind = .page(first: first, fromOne: false, offset: offset) }

  /// At least one item, and no offset.
  package init(firstFromOne first: String) { kind = .page(first: first, fromOne: true, offset: nil) }

  private init(_ kind: Kind) { self.kind = kind }

  /// `first` and `offset`.
  package static var page: ListBounds { ListBounds(first: "first", offset: "offset") }

  /// At most as many as an argument says of the field that leads to the parent.
  package static func ofParent(first: String) -> ListBounds { ListBounds(.ofParent(first: first)) }

  /// A row for each period between two days: the arguments `from`, `to` and `by`.
  package static func periods(_ arguments: PeriodArguments = PeriodArguments()) -> ListBounds {
    ListBounds(.periods(arguments))
  }
}
