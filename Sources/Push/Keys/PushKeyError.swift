/// The reason why a key file cannot be used. It has nothing of the key.
package struct PushKeyError: Error, Hashable, CustomStringConvertible {
  package let description: String
}
