import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// Stands between TLS and HTTP: a connection has some time for its handshake, and HTTP hears of no error of TLS, which
/// it could not answer.
final class TLSHandshake: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let limit: TimeAmount
  private let logger: Logger
  private var alarm: Scheduled<Void>?
  private var isDone = false
  private var hasGivenUp = false

  init(limit: TimeAmount, logger: Logger) {
    self.limit = limit
    self.logger = logger
  }

  func channelActive(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    alarm = context.eventLoop.scheduleTask(in: limit) {
      let (handler, context) = bound.value
      if !handler.isDone { handler.giveUp(context, "it took too long") }
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    alarm?.cancel()
    context.fireChannelInactive()
  }

  /// `Any` is NIO's word for an event, whose type only who sends it knows.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case TLSUserEvent.handshakeCompleted:
      isDone = true
      alarm?.cancel()
    // There is no HTTP yet that could end.
    case ChannelEvent.inputClosed where !isDone: return giveUp(context, "the client has ended the connection")
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if !isDone { return giveUp(context, "\(error)") }
    switch error {
    // The end of the connection without a word. HTTP hears of the end, and knows itself whether a request was whole.
    case NIOSSLError.uncleanShutdown: break
    case is NIOSSLError, is BoringSSLError, is NIOSSLCloseTimedOutError: context.close(promise: nil)
    default: context.fireErrorCaught(error)
    }
  }

  private func giveUp(_ context: ChannelHandlerContext, _ reason: String) {
    if hasGivenUp { return }
    hasGivenUp = true
    logger.debug("TLS handshake failed", metadata: ["reason": "\(reason)"])
    context.close(promise: nil)
  }
}
