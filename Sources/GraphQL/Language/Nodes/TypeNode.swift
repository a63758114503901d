/// `Type : NamedType | ListType | NonNullType` as it stands in a document — specification section 2.11.
package enum TypeNode: Hashable, Sendable {
  case named(Name)
  indirect case list(TypeNode, at: SourcePosition)
  indirect case nonNull(TypeNode, at: SourcePosition)
}
