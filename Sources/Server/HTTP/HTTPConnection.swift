import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1.1 connections. Their requests run on the thread that reads and writes their socket.
///
/// A channel handler and no stream of parts for a task: to pass each part of a request and of an answer through an
/// asynchronous sequence took as long as all the rest of HTTP.
struct HTTPConnection: ServerChildChannel {
  struct Value: ServerChildChannelValue {
    let channel: any Channel
  }

  let responder: any HTTPResponder
  let limits: RequestHandler.Limits
  private let date = DateHeader()

  init(responder: any HTTPResponder, limits: RequestHandler.Limits) {
    self.responder = responder
    self.limits = limits
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      var decoder = NIOHTTPDecoderLimitConfiguration()
      // The target of a request counts as one. A longer query than is allowed shall be told so.
      decoder.maxHeaderFieldSize = 4 * URLParameters.maximumLength
      decoder.maxHeaderListSize = 64 << 10
      decoder.maxHeaderFieldCount = 100
      // Without NIO's check of what is written: nothing in an answer's headers comes from a request.
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
        withEncoderConfiguration: HTTPResponseEncoder.Configuration(), withDecoderLimitConfiguration: decoder)
      try channel.pipeline.syncOperations.addHandler(
        RequestHandler(responder: responder, limits: limits, date: date, loop: channel.eventLoop))
      return Value(channel: channel)
    }
  }

  /// Until the connection ends; a cancelled task ends it.
  func handle(value: Value, logger: Logger) async {
    await withTaskCancellationHandler {
      try? await value.channel.closeFuture.get()
    } onCancel: {
      value.channel.close(promise: nil)
    }
  }
}
