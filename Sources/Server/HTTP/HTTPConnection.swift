import HummingbirdCore
import Logging
import Memory
import NIOCore
import NIOHTTP1
import NIOSSL

/// HTTP/1.1 connections, in TLS where there is a certificate. Their requests run on the thread that reads and writes
/// their socket.
///
/// A channel handler and no stream of parts for a task: to pass each part of a request and of an answer through an
/// asynchronous sequence took a sixth of the gateway's time for a request.
struct HTTPConnection: ServerChildChannel {
  struct Value: ServerChildChannelValue {
    let channel: any Channel
  }

  let responder: any HTTPResponder
  let limits: RequestHandler.Limits
  /// Nil for clear text.
  let certificate: ServerCertificate?
  /// The time that a client may take until TLS has begun.
  let handshakeTime: TimeAmount
  private let date = DateHeader()
  let memory: MemoryBudget
  let registry: ConnectionRegistry

  /// - Parameter memory: counts what clients have not taken or not sent to the end.
  init(
    responder: any HTTPResponder, limits: RequestHandler.Limits, memory: MemoryBudget, registry: ConnectionRegistry,
    certificate: ServerCertificate? = nil, handshakeTime: TimeAmount = .seconds(10)
  ) {
    self.responder = responder
    self.limits = limits
    self.certificate = certificate
    self.handshakeTime = handshakeTime
    self.memory = memory
    self.registry = registry
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      if let certificate {
        try channel.pipeline.syncOperations.addHandlers([
          NIOSSLServerHandler(context: certificate.context), TLSHandshake(limit: handshakeTime, logger: logger),
        ])
      }
      let decoder = HTTPRequestDecoder(
        leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .drop,
        limitConfiguration: .ofRequests(limits))
      // NIO's check of written headers is left out: answers take nothing from a request into their headers but an
      // origin that the operator names.
      try channel.pipeline.syncOperations.addHandlers([
        HTTPResponseEncoder(configuration: HTTPResponseEncoder.Configuration()),
        // The decoder keeps the header that it reads, and what follows a request after which it reads no more.
        ByteToMessageHandler(decoder, maximumBufferSize: 4 * limits.headerSize),
        RequestHandler(
          responder: responder, limits: limits, isEncrypted: certificate != nil, date: date, registry: registry,
          memory: memory, loop: channel.eventLoop),
      ])
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

extension NIOHTTPDecoderLimitConfiguration {
  fileprivate static func ofRequests(_ limits: RequestHandler.Limits) -> NIOHTTPDecoderLimitConfiguration {
    var configuration = NIOHTTPDecoderLimitConfiguration()
    // The target of a request counts as one. A longer query than `URLParameters` allows shall be told so.
    configuration.maxHeaderFieldSize = limits.headerSize
    configuration.maxHeaderListSize = limits.headerSize
    configuration.maxHeaderFieldCount = limits.headerCount
    return configuration
  }
}
