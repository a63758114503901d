import GraphQL
import TestSupport

extension JSONValue {
  /// The codes of the errors of an answer, by the first key of their paths.
  var codes: [String: String] {
    var codes: [String: String] = [:]
    for error in at("errors")?.array ?? [] {
      codes[error.at("path", 0)?.string ?? ""] = error.at("extensions", "code")?.string
    }
    return codes
  }

  /// The errors of an answer without their places in the document.
  var errorsWithoutLocations: [String] {
    (at("errors")?.array ?? []).map {
      "\($0.at("message") as Any) \($0.at("path") as Any) \($0.at("extensions") as Any)"
    }
  }
}
