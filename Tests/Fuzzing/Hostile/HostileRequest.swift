package import Gateway
import GraphQL

/// A request that is made to cost more than it should.
package struct HostileRequest: Sendable, CustomStringConvertible {
  package let description: String
  private let makeRequest: @Sendable (Int) -> GraphQLRequest

  /// A document of about `size` bytes, and the variables of the request.
  init(
    _ description: String, variables: String? = nil, document: @escaping @Sendable (_ size: Int) -> String
  ) {
    self.description = description
    let raw = variables.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
    makeRequest = { GraphQLRequest(query: document($0), variables: raw) }
  }

  /// Variables of about `size` bytes, for a document.
  init(_ description: String, query: String, variables: @escaping @Sendable (_ size: Int) -> JSONValue) {
    self.description = description
    makeRequest = { GraphQLRequest(query: query, variables: variables($0)) }
  }

  /// The request with about so many bytes of what is hostile in it.
  package func request(size: Int) -> GraphQLRequest { makeRequest(size) }

  package static let all: [HostileRequest] =
    syntax + names + fragments + overlaps + duplicates + inputs + introspection
}

/// `text` as often as it fits into `size` bytes.
func filled(_ text: String, _ size: Int) -> String {
  String(repeating: text, count: max(1, size / text.utf8.count))
}

/// The results of `text` for 0, 1, 2, …, as long as all of them fit into `size` bytes.
func numbered(_ size: Int, _ text: (Int) -> String) -> String {
  var all = ""
  var number = 0
  repeat {
    all += text(number)
    number += 1
  } while all.utf8.count < size
  return all
}
