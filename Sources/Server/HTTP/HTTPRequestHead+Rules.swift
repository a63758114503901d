import NIOHTTP1

extension HTTPRequestHead {
  /// Whether the client means to speak something else after it — RFC 9110, sections 7.8 and 9.3.6. The decoder reads
  /// no further.
  var endsHTTP: Bool { method == .CONNECT || headers.contains(name: "upgrade") }

  /// Whether it has the one `Host` that it must have: two readers could take two for different ones — RFC 9112,
  /// section 3.2.
  var hasItsHost: Bool {
    let count = headers.reduce(0) { $0 + ($1.name.isHost ? 1 : 0) }
    return count == 1 || count == 0 && version != .http1_1
  }

  /// About the memory that it holds, in bytes.
  var approximateSize: Int {
    headers.reduce(256 + uri.utf8.count) { $0 + 64 + $1.name.utf8.count + $1.value.utf8.count }
  }
}

extension String {
  fileprivate var isHost: Bool { utf8.count == 4 && lowercased() == "host" }
}
