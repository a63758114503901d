import NIOCore
import NIOPosix
import NIOSSL

/// Asks a server by HTTP, for commands that look after it.
struct HTTPProbe {
  struct Answer {
    /// The status line: `HTTP/1.1 200 OK`.
    let status: String
    let body: String

    var isOK: Bool { status.hasPrefix("HTTP/1.1 200") }
  }

  /// Nothing listens at the address.
  struct NotListening: Error {}

  let host: String
  let port: Int
  /// Nil where the server does not speak TLS.
  var context: NIOSSLContext?

  /// So many bytes of an answer are read.
  private static let maximumBytes = 4 << 20

  /// - Returns: nil when the server accepts, and does not answer within 5 s: one that says nothing is not well either.
  /// - Throws: ``NotListening``.
  func get(_ path: String) async throws -> Answer? {
    let channel = try await connect()
    let deadline = channel.channel.eventLoop.scheduleTask(in: .seconds(5)) { channel.channel.close(promise: nil) }
    defer { deadline.cancel() }
    var answer = ByteBuffer()
    try? await channel.executeThenClose { inbound, outbound in
      try await outbound.write(
        ByteBuffer(string: "GET \(path) HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"))
      for try await part in inbound {
        answer.writeImmutableBuffer(part)
        if answer.readableBytes > Self.maximumBytes { break }
      }
    }
    let parts = String(buffer: answer).split(separator: "\r\n\r\n", maxSplits: 1)
    guard let status = parts.first?.split(separator: "\r\n").first else { return nil }
    return Answer(status: String(status), body: parts.count > 1 ? String(parts[1]) : "")
  }

  private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    do {
      return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connectTimeout(.seconds(2))
        .connect(host: host, port: port) { [context] channel in
          channel.eventLoop.makeCompletedFuture {
            if let context {
              try channel.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: context, serverHostname: nil))
            }
            return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
          }
        }
    } catch {
      throw NotListening()
    }
  }
}
