/// `Type : NamedType | ListType | NonNullType` as it stands in a document — specification section 2.11.
package indirect enum TypeNode: Hashable, Sendable {
  case named(Name)
  case list(TypeNode, at: SourcePosition)
  case nonNull(TypeNode, at: SourcePosition)
}
