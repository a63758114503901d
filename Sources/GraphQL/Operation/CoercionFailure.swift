/// A leaf value is not what its type accepts.
struct CoercionFailure: Error, Hashable {
  /// Nil when there is no more to say than which type was expected.
  var message: String?
}
