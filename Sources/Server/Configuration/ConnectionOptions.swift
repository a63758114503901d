import ArgumentParser
import NIOCore

/// How large requests may be, and how slow clients.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: """
      How many connections one network has open at most, an IPv4 address or 56 bits of an IPv6 address: all clients of \
      a proxy in front have its address.
      """)
  var maxConnectionsPerAddress = 400

  @Option(help: "The largest size of a request's target and headers together, in bytes.")
  var maxHeaderSize = 64 << 10

  @Option(help: "How many headers a request has at most.")
  var maxHeaders = 100

  @Option(
    help: "How long a connection may wait for its first byte, in milliseconds; at most as long as for another request.")
  var firstByteTimeout = 10_000

  @Option(help: "How long a request may take to come, in milliseconds.")
  var arrivalTimeout = 60_000

  @Option(help: "How long a connection may wait for another request, in milliseconds.")
  var idleTimeout = 60_000

  @Option(help: "How long a client may take nothing of an answer, in milliseconds.")
  var sendTimeout = 60_000

  @Option(help: "How long a client may take for the whole of an answer, in milliseconds.")
  var totalSendTimeout = 120_000

  @Option(help: "How many bytes a second of an answer a client takes at least, over such a time.")
  var minSendRate = 4 << 10

  @Option(help: "How many bytes a second of a file a client sends at least, over each --arrival-timeout.")
  var minUploadRate = 4 << 10

  @Option(help: "How long the server may take for an answer, in milliseconds: then its statements are cancelled.")
  var requestTimeout = 10_000

  func validate() throws {
    // A query of a URL may have 16 KiB, and is refused in other words when it is longer.
    try NumberRange("--max-connections-per-address", 1...100_000, "connections").check(maxConnectionsPerAddress)
    try NumberRange("--max-header-size", 1024...1 << 20, "bytes").check(maxHeaderSize)
    try NumberRange("--max-headers", 10...10_000, "headers").check(maxHeaders)
    try NumberRange("--min-send-rate", 1...1 << 30, "bytes a second").check(minSendRate)
    try NumberRange("--min-upload-rate", 1...1 << 30, "bytes a second").check(minUploadRate)
    let times = [
      ("--first-byte-timeout", firstByteTimeout), ("--arrival-timeout", arrivalTimeout),
      ("--idle-timeout", idleTimeout), ("--send-timeout", sendTimeout), ("--total-send-timeout", totalSendTimeout),
      ("--request-timeout", requestTimeout),
    ]
    for (flag, time) in times { try NumberRange(flag, 1...3_600_000, "milliseconds").check(time) }
  }

  func limits(bodySize: Int) -> RequestHandler.Limits {
    RequestHandler.Limits(
      bodySize: bodySize, connectionsPerNetwork: maxConnectionsPerAddress, headerSize: maxHeaderSize,
      headerCount: maxHeaders, firstByteTime: .milliseconds(Int64(min(firstByteTimeout, idleTimeout))),
      arrivalTime: .milliseconds(Int64(arrivalTimeout)), bodyTime: .milliseconds(Int64(arrivalTimeout)), bodyRate: minUploadRate,
      idleTime: .milliseconds(Int64(idleTimeout)), answerTime: .milliseconds(Int64(requestTimeout)),
      sendTime: .milliseconds(Int64(sendTimeout)), sendRate: minSendRate,
      totalSendTime: .milliseconds(Int64(totalSendTimeout)))
  }
}
