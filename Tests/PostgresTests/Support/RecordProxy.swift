import NIOCore
import NIOPosix
import NIOSSL
import TestSupport

/// Takes connections to PostgreSQL, ends their TLS, and passes on what PostgreSQL sends all at once, in records as
/// large as TLS has them. PostgreSQL 15 itself sends none larger than 8 KiB.
struct RecordProxy {
  let port: Int
  private let channel: any Channel

  init(to cluster: TLSCluster) async throws {
    let chain = try NIOSSLCertificate.fromPEMFile(cluster.file("server.crt"))
    let key = try NIOSSLPrivateKey(file: cluster.file("server.key"), format: .pem)
    let context = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
    let socket = "\(cluster.folder)/.s.PGSQL.\(cluster.port)"
    channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Front(context, socket))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  func close() async throws { try await channel.close() }
}

/// The side of the client.
private final class Front: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let tls: NIOSSLContext
  private let socket: String
  private var isAsked = false
  private var back: (any Channel)?
  private var waiting = ByteBuffer()

  init(_ tls: NIOSSLContext, _ socket: String) {
    self.tls = tls
    self.socket = socket
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    guard isAsked else {
      // It asks whether there is TLS, in 8 bytes, and waits for the answer.
      isAsked = true
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "S")), promise: nil)
      do {
        try context.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls), position: .first)
      } catch {
        context.close(promise: nil)
      }
      return connect(context)
    }
    if let back { back.writeAndFlush(bytes, promise: nil) } else { waiting.writeBuffer(&bytes) }
  }

  func channelInactive(context: ChannelHandlerContext) { back?.close(promise: nil) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func connect(_ context: ChannelHandlerContext) {
    let front = context.channel
    ClientBootstrap(group: context.eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Back(front)) }
      }
      .connect(unixDomainSocketPath: socket).assumeIsolated().whenComplete { result in
        guard case .success(let channel) = result else { return front.close(promise: nil) }
        self.back = channel
        channel.writeAndFlush(self.waiting, promise: nil)
        self.waiting.clear()
      }
  }
}

/// The side of PostgreSQL.
private final class Back: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let front: any Channel
  private var collected = ByteBuffer()
  private var end: Scheduled<Void>?

  init(_ front: any Channel) { self.front = front }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    collected.writeBuffer(&bytes)
    end?.cancel()
    end = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(20)) {
      self.front.writeAndFlush(self.collected, promise: nil)
      self.collected.clear()
    }
  }

  func channelInactive(context: ChannelHandlerContext) { front.close(promise: nil) }
}
