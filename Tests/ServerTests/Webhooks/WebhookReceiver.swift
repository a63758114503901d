import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A receiver of webhooks on a port of this machine, which answers as the path says.
///
///     /ok         204
///     /fails      500 to the first message, then 204
///     /gone       410
///     /moved      302, to /ok
///     /stalls     no answer
///     /endless    200, with a body that does not end
final class WebhookReceiver: Sendable {
  struct Received: Sendable {
    let path: String
    let headers: [String: String]
    let body: String

    var id: String { headers["webhook-id"] ?? "" }
  }

  private let state = Mutex<[Received]>([])

  var received: [Received] { state.withLock { $0 } }

  func messages(_ path: String) -> [Received] { received.filter { $0.path == path } }

  /// Runs `body` with a receiver and its address: `http://127.0.0.1:49152`.
  static func with(_ body: (WebhookReceiver, String) async throws -> Void) async throws {
    let receiver = WebhookReceiver()
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(ChannelOptions.backlog, value: 256)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Handler(receiver))
        }
      }
    let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
    do {
      try await body(receiver, "http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
    } catch {
      try? await channel.close()
      throw error
    }
    try await channel.close()
  }

  /// The status for a message; nil for no answer.
  private func status(of message: Received) -> HTTPResponseStatus? {
    let earlier = state.withLock { state in
      let earlier = state.count { $0.path == message.path }
      state.append(message)
      return earlier
    }
    switch message.path {
    case "/fails": return earlier == 0 ? .internalServerError : .noContent
    case "/gone": return .gone
    case "/moved": return .found
    case "/stalls": return nil
    case "/endless": return .ok
    default: return .noContent
    }
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let receiver: WebhookReceiver
    private var head: HTTPRequestHead?
    private var body = ""

    init(_ receiver: WebhookReceiver) { self.receiver = receiver }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        self.head = head
        body = ""
      case .body(let bytes): body += String(buffer: bytes)
      case .end:
        guard let head else { return }
        let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
        guard let status = receiver.status(of: Received(path: head.uri, headers: headers, body: body)) else { return }
        var answer = HTTPHeaders()
        if status == .found { answer.add(name: "location", value: "/ok") }
        if status == .ok {
          answer.add(name: "transfer-encoding", value: "chunked")
        } else if status != .noContent {
          answer.add(name: "content-length", value: "0")
        }
        context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: answer))), promise: nil)
        if status == .ok {
          context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(repeating: 0x20, count: 100_000)))), promise: nil)
        } else {
          context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
      }
    }
  }
}
