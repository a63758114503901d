/// The reason why a message cannot be sent to any device. It has nothing of the message's text.
package struct InvalidMessage: Error, Hashable, CustomStringConvertible {
  package let description: String
}
