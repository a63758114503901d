import NIOCore
import NIOPosix
import Synchronization

/// A server on a port of this machine, whose answers come a piece every 200 ms: those of `/slow` are a text, and those of other paths do not
/// end.
final class DrippingServer: Sendable {
  private let ends = Mutex(0)

  /// How many connections have ended.
  var endedConnections: Int { ends.withLock { $0 } }

  /// Runs `body` with a server and its address: `http://127.0.0.1:49152`.
  /// - Parameter text: what `/slow` answers.
  static func with(_ text: String = "", _ body: (DrippingServer, String) async throws -> Void) async throws {
    let server = DrippingServer()
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler(server, text)) }
      }
    let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
    do {
      try await body(server, "http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
    } catch {
      try? await channel.close()
      throw error
    }
    try await channel.close()
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let server: DrippingServer
    private let text: String
    private var hasBegun = false
    private var isOver = false
    /// The rest of the text; nil for an answer that does not end.
    private var rest: Substring?

    init(_ server: DrippingServer, _ text: String) {
      self.server = server
      self.text = text
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      // The rest of the request does not matter.
      guard !hasBegun else { return }
      hasBegun = true
      if String(buffer: unwrapInboundIn(data)).split(separator: "\r\n").first?.contains("/slow") == true { rest = text[...] }
      let head = "HTTP/1.1 200 OK\r\ncontent-type: text/calendar\r\ntransfer-encoding: chunked\r\n\r\n"
      context.channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
      drip(context.channel)
    }

    func channelInactive(context: ChannelHandlerContext) {
      isOver = true
      server.ends.withLock { $0 += 1 }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func drip(_ channel: any Channel) {
      if isOver { return }
      let piece: String
      if let rest {
        // By characters: one of CR LF stays whole.
        piece = String(rest.prefix(20))
        self.rest = rest.dropFirst(20)
      } else {
        piece = " "
      }
      let isLast = piece.isEmpty
      let chunk = isLast ? "0\r\n\r\n" : "\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n"
      channel.writeAndFlush(ByteBuffer(string: chunk), promise: nil)
      if isLast { return }
      channel.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(200)) { self.drip(channel) }
    }
  }
}
