import Gateway
import NIOHTTP1

/// How the server knows where a request comes from.
enum ClientAddress {
  /// The network that the last proxy names, or that of the connection.
  /// - Parameter header: the one that the proxy sets; nil where there is none, since anyone can send any header.
  static func network(of headers: HTTPHeaders, header: String?, peer: ClientNetwork?) -> ClientNetwork? {
    guard let header, let value = headers[header].last else { return peer }
    // A proxy adds what it sees to the end of what it got: `198.51.100.1, 203.0.113.7`.
    let last = value.split(separator: ",").last.map(String.init) ?? ""
    return network(last) ?? peer
  }

  /// The network of an address, with a port or without: `203.0.113.7:4711`, `[2001:db8::1]:4711`.
  private static func network(_ text: String) -> ClientNetwork? {
    let text = text.filter { $0 != " " && $0 != "\t" }
    if text.first == "[" { return ClientNetwork(String(text.dropFirst().prefix { $0 != "]" })) }
    if let network = ClientNetwork(text) { return network }
    return ClientNetwork(String(text.prefix { $0 != ":" }))
  }
}
