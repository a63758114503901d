import Foundation
import GraphQL

extension Finding {
  /// The message without what two languages write in two ways: graphql-core quotes names as Python does, says
  /// `None` where graphql-js says `null`, and `fragment definition` where it says `FRAGMENT_DEFINITION`.
  var comparedMessage: String {
    let message = String(message.map { $0 == "'" ? "\"" : $0 })
      .replacing("not to be None.", with: "not to be null.")
    guard let range = message.range(of: " may not be used on ") else { return message }
    return message[..<range.upperBound]
      + message[range.upperBound...].uppercased().replacing(" ", with: "_")
  }

  /// Whether both say the same. Large values are cut in our messages. In what should be a scalar or enum,
  /// graphql-core shows variables as what they are replaced by.
  func hasSameMessage(as reference: Finding) -> Bool {
    let (message, other) = (comparedMessage, reference.comparedMessage)
    if message == other { return true }
    if let cut = message.range(of: "…") { return other.hasPrefix(message[..<cut.lowerBound]) }
    guard message.contains(" cannot represent "), message.contains("$"),
      let start = message.range(of: "value: ")
    else { return false }
    return other.hasPrefix(message[..<start.upperBound])
  }

  /// Whether both tell the same places. Ours names sixteen at most: `ValidationContext.maxLocations`.
  /// graphql-core does not know where a list or object is that stands for a scalar or enum.
  func hasSamePlaces(as reference: Finding) -> Bool {
    if reference.locations.isEmpty && message.contains(" cannot represent ") { return true }
    return locations == Array(reference.locations.prefix(16))
  }

  func agrees(with reference: Finding) -> Bool {
    hasSameMessage(as: reference) && hasSamePlaces(as: reference)
  }
}
