/// All that is wrong with the variables of a request — specification section 6.1.2.
package struct CoercionErrors: Error, Hashable, Sendable {
  /// Never empty.
  package var errors: [GraphQLError]
}
