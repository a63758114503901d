import Gateway
import Memory
import NIOCore
import NIOHTTP1
import NIOSSL
import NIOTLS

/// The requests of one connection: has each answered on the connection's event loop, and writes the answer. Decisions are
/// `ConnectionState`'s; this carries them out.
///
/// A request must come, be answered, and its answer be taken, within the time limits. A connection that is reset
/// cancels the request that it waits for. One whose client has only ended its side does not: it may still read, and is
/// asked.
///
/// NIO's `HTTPServerPipelineHandler` would do a part of it. It stops and starts reading for each request, which are two
/// system calls more, where here only a client that really sends too early makes the reading stop.
final class RequestHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = HTTPServerResponsePart

  private let responder: any HTTPResponder
  private(set) var limits: Limits
  private let isEncrypted: Bool
  let executor: EventLoopTaskExecutor
  private let date: DateHeader
  private let registry: ConnectionRegistry
  let memory: MemoryBudget
  private let clock: ConnectionClock
  var state: ConnectionState
  /// The body that comes while its request is answered.
  var arriving: ArrivingBody?
  private var task: Task<Void, Never>?
  /// The body that is being written.
  var body: AnswerBody?
  /// The body whose pieces are read while others are written.
  var running: RunningBody?
  /// The bytes of it that the client had not taken at the last check; nil while the server does not wait for the
  /// client.
  var unsent: Int?
  /// The answer that goes on.
  var stream: RunningStream?
  /// The answers that are written and not taken.
  private var untaken = 0
  /// Whether pieces of it are being written now: a flush may tell in between that the channel takes more.
  private var isWriting = false
  private var peer: ClientNetwork?
  /// Nil before it is open.
  private(set) var connection: OpenConnection?
  /// Whether the connection is one too many: then it may ask for the server's health alone, once.
  private var isGuest = false
  private var activity = OpenConnection.Activity.waiting
  /// Holds what the client has sent of requests that are not answered; nil where there is nothing.
  private var received: (memory: MemoryReservation, size: Int)?

  init(
    responder: any HTTPResponder, limits: Limits, isEncrypted: Bool, date: DateHeader, registry: ConnectionRegistry,
    memory: MemoryBudget, loop: any EventLoop
  ) {
    self.responder = responder
    self.limits = limits
    self.isEncrypted = isEncrypted
    self.date = date
    self.registry = registry
    self.memory = memory
    clock = ConnectionClock(
      shortestTime: min(limits.arrivalTime, limits.idleTime, limits.answerTime, limits.sendTime))
    state = ConnectionState(limits: limits) { [responder] in responder.streamsBody(of: $0) }
    executor = EventLoopTaskExecutor(loop: loop)
  }

  private var newState: ConnectionState {
    ConnectionState(limits: limits) { [responder] in responder.streamsBody(of: $0) }
  }

  // MARK: The connection

  func channelActive(context: ChannelHandlerContext) {
    clock.start(on: context.eventLoop) { [unowned self] in
      if isGuest, state.isSilent { return refuseGuest(context) }
      perform(state.timeIsUp(unsent: unsentBytes(context), now: .now()), context)
    }
    peer = context.remoteAddress?.ipAddress.flatMap { ClientNetwork($0) }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    // Behind a proxy the network is known with the first request.
    let network = limits.clientAddressHeader == nil ? peer : nil
    let connection = registry.open(by: network) { [loop = context.eventLoop] activity in
      loop.execute { bound.value.0.evict(known: activity, bound.value.1) }
    }
    self.connection = connection
    if registry.isGuest(connection) {
      isGuest = true
      limits = limits.ofGuests
      state = newState
    }
    perform(state.opened(isEncrypted: isEncrypted), context)
  }

  /// Ends a connection that is one too many. Its last words are not waited for: it must not take a place.
  private func refuseGuest(_ context: ChannelHandlerContext) {
    perform([.refuse(.tooManyConnections)], context)
    abort(context)
  }

  /// Ends the connection at once: TLS would wait for a word of its client.
  func abort(_ context: ChannelHandlerContext) {
    guard isEncrypted, let tls = try? context.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) else {
      return context.close(promise: nil)
    }
    tls.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let connection { registry.close(connection) }
    connection = nil
    task?.cancel()
    arriving?.fail(.cut)
    arriving = nil
    running?.stop()
    running = nil
    dropStream()
    clock.stop()
    body = nil
    received = nil
    state = newState
  }

  /// The connection's place is needed for another.
  private func evict(known: OpenConnection.Activity, _ context: ChannelHandlerContext) {
    guard let connection else { return }
    if state.evict(known: known).isEmpty { return registry.stay(connection) }
    stream?.end = .displaced
    abort(context)
  }

  /// `Any` is NIO's word for an event, whose type only who sends it knows.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed: perform(state.inputClosed(unsent: unsentBytes(context)), context)
    case is ChannelShouldQuiesceEvent: perform(state.quiesce(unsent: unsentBytes(context)), context)
    case TLSUserEvent.handshakeCompleted: perform(state.secured(), context)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Others are the decoder's, which says the same of all that comes after what it cannot read.
    if error is IOError || error is ChannelError { return context.close(promise: nil) }
    perform(state.failed(error as? HTTPParserError == .headerOverflow ? .headersTooLarge : .malformed), context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, !isWriting { perform(state.becameWritable(), context) }
  }

  func read(context: ChannelHandlerContext) {
    if state.mayRead() { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    perform(state.received(unwrapInboundIn(data)), context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    perform(state.readCompleted(), context)
    countReceived(context)
  }

  // MARK: Actions

  func perform(_ actions: [ConnectionState.Action], _ context: ChannelHandlerContext) {
    for action in actions {
      switch action {
      case .answer(let head, let body): answer(head, body, context)
      case .answerArriving(let head): answerArriving(head, context)
      case .append(let bytes):
        arriving?.append(bytes)
        connection?.become(.blocked)
      case .endBody: endBody { $0.finish() }
      case .failBody(let fault): endBody { $0.fail(fault) }
      case .refuse(let fault): write(responder.answer(to: fault), to: nil, context)
      case .sendContinue: sendContinue(context)
      case .write: running.map { $0.resume() } ?? writePieces(context)
      case .finish: finish(context)
      case .expire(let time): clock.expire(after: time)
      case .pause: clock.pause()
      case .pull: stream?.resume()
      case .sendHeartbeat: sendHeartbeat(context)
      case .restartStream: scheduleRestart(context)
      case .probe(let time): probe(after: time, context)
      case .cancel: task?.cancel()
      case .read: context.read()
      case .closeOutput: context.close(mode: .output, promise: nil)
      case .close:
        // The time of its client is the only reason to close a connection with a stream.
        stream?.end = .slow
        context.close(promise: nil)
      }
    }
    guard state.activity != activity else { return }
    activity = state.activity
    connection?.become(activity)
  }

  func answer(_ head: HTTPRequestHead, _ body: ReceivedRequest.Body, _ context: ChannelHandlerContext) {
    let request = ReceivedRequest(head, body: body, peer: peer)
    if isGuest, !responder.isAlwaysAnswered(request.path) {
      return write(responder.answer(to: .tooManyConnections), to: head, context)
    }
    if let header = limits.clientAddressHeader, let connection {
      registry.move(connection, to: ClientAddress.network(of: head.headers, header: header, peer: peer))
    }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    task = Task(executorPreference: executor) { [responder] in
      let answer = await responder.answer(to: request)
      let (handler, context) = bound.value
      handler.task = nil
      handler.write(answer, to: head, context)
    }
  }

  func sendContinue(_ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    let response = HTTPResponseHead(version: .http1_1, status: .continue)
    context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
  }

  private func probe(after time: TimeAmount, _ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: time) {
      let (handler, context) = bound.value
      handler.perform(handler.state.probe(), context)
    }
  }

  // MARK: Answers

  /// - Parameter request: nil for what is no request.
  func write(_ answer: Answer, to request: HTTPRequestHead?, _ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    // Bytes of a body that arrive after its answer are dropped.
    arriving = nil
    let isLast = state.answered(
      request, closes: answer.closesConnection || isGuest, fileSize: answer.body.isFile ? answer.body.count : 0, now: .now())
    let head = answer.head(to: request, isLast: isLast, date: date.text)
    if let events = answer.body.events, request?.method != .HEAD {
      return begin(events, after: head, owner: answer.body.lease?.memory.owner ?? owner, context)
    }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    // RFC 9110, section 9.3.2: an answer to HEAD has the headers of one to GET and no body, or it would be read as the
    // next answer.
    var body = request?.method == .HEAD ? AnswerBody(ByteBuffer()) : answer.body
    if body.lease == nil { body.lease = AnswerLease(memory: memory.reservation(for: owner)) }
    (self.body, unsent) = (body, nil)
    if let pieces = body.pieces(isEncrypted: isEncrypted) { return begin(pieces, context) }
    writePieces(context)
  }

  /// Writes as much of the body as the channel takes. One piece or none, as most have, is sent together with the head.
  private func writePieces(_ context: ChannelHandlerContext) {
    guard let body else { return }
    let isWhole = writeWhatFits(context)
    // Most answers are taken at once.
    if !isWhole || untaken > 0 { countUnsent(of: body, context) }
    perform(
      state.wrote(isWhole: isWhole, isWritable: context.channel.isWritable, unsent: unsentBytes(context)), context)
    if received != nil { countReceived(context) }
  }

  /// - Returns: whether all of it is written.
  private func writeWhatFits(_ context: ChannelHandlerContext) -> Bool {
    isWriting = true
    defer { isWriting = false }
    while let piece = body?.nextPiece() {
      context.write(wrapOutboundOut(.body(piece)), promise: nil)
      guard body?.remaining != 0 else { break }
      context.flush()
      if !context.channel.isWritable { return false }
    }
    let written = body.take()
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written.flatMap { promise(keeping: $0, context) })
    return true
  }

  /// A promise that holds the lease of a body, and its file, until the system has taken what was written with it, or the
  /// connection has ended.
  func promise(keeping body: AnswerBody, _ context: ChannelHandlerContext) -> EventLoopPromise<Void>? {
    guard let lease = body.lease else { return nil }
    untaken += 1
    let taken = context.eventLoop.makePromise(of: Void.self)
    taken.futureResult.assumeIsolated().whenComplete { [file = body.file] _ in
      withExtendedLifetime((lease, file)) { self.untaken -= 1 }
    }
    return taken
  }

  // MARK: Memory

  private var owner: MemoryOwner { .network(peer?.bytes ?? []) }

  /// Counts a body that its client has not taken.
  func countUnsent(of body: AnswerBody, _ context: ChannelHandlerContext) {
    let left = unsentBytes(context)
    guard left > 0, let memory = body.lease?.memory else { return }
    if let unsent {
      memory.move(max(0, unsent - left))
    } else {
      let size = body.heldBytes(isEncrypted: isEncrypted)
      if size > 0 { memory.wait(holding: size, end: ending(of: context)) }
    }
    unsent = left
  }

  /// Counts what the client has sent of requests that are not answered.
  func countReceived(_ context: ChannelHandlerContext) {
    let size = state.receivedSize
    guard size > 0 else { return received = nil }
    if size == received?.size { return }
    let memory = received?.memory ?? memory.reservation(for: owner)
    memory.wait(holding: size, end: ending(of: context))
    memory.move(max(0, size - (received?.size ?? 0)))
    received = (memory, size)
  }

  /// Ends the connection, where its memory is needed for others.
  private func ending(of context: ChannelHandlerContext) -> @Sendable () -> Void {
    { [channel = context.channel] in channel.eventLoop.execute { channel.close(promise: nil) } }
  }

  // MARK: The end

  private func finish(_ context: ChannelHandlerContext) {
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenSuccess { self.perform(self.state.sent(), context) }
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: sent)
  }

  /// The bytes of answers that the system has not taken yet.
  func unsentBytes(_ context: ChannelHandlerContext) -> Int {
    let buffered = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    return buffered + (body?.remaining ?? 0)
  }
}
