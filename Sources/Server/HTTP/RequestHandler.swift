import Gateway
import NIOCore
import NIOHTTP1

/// The requests of one connection: collects each, has it answered on the connection's event loop, and writes the
/// answer. One at a time: what a client sends before it has its answer, and has taken it, waits — RFC 9112,
/// section 9.3.2.
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

  private enum State {
    /// No request has begun, or no more than a part of its head has come.
    case idle
    case receiving(HTTPRequestHead, ByteBuffer)
    /// With `isLast` nothing is read as a request after it: what comes is dropped.
    case answering(isLast: Bool)
    /// The answer is more than the client has taken so far.
    case sending
    /// The last answer is being sent. What comes is dropped, from here on.
    case sendingLast
    /// It was sent: the client has to end its side, too.
    case ending
  }

  private let responder: any HTTPResponder
  private let limits: Limits
  private let executor: EventLoopTaskExecutor
  private let date: DateHeader
  private let counter: ConnectionCounter
  private let clock: ConnectionClock
  private var state = State.idle
  private var task: Task<Void, Never>?
  private var peer: ClientNetwork?
  /// Whether the connection is one of those that its network may have.
  private var isCounted = false
  private var waiting = WaitingParts()
  /// Whether the channel wants to read, and has to wait until `waiting` is empty.
  private var isReadHeld = false
  /// Whether the client has ended its side.
  private var isInputClosed = false
  /// Whether the server stops.
  private var isStopping = false
  /// Whether bytes of the next request have come, that it has its time from there on.
  private var hasBegun = false
  /// How many bytes of answers the client had not taken when the time began, or was last up.
  private var unsent = Int.max
  /// Whether who sent the request that is answered knows of interim responses.
  private var isModern = false

  init(
    responder: any HTTPResponder, limits: Limits, date: DateHeader, counter: ConnectionCounter, loop: any EventLoop
  ) {
    self.responder = responder
    self.limits = limits
    self.date = date
    self.counter = counter
    clock = ConnectionClock(
      shortestTime: min(limits.arrivalTime, limits.idleTime, limits.answerTime, limits.sendTime))
    executor = EventLoopTaskExecutor(loop: loop)
  }

  /// Whether parts of the next request have to wait.
  private var isBusy: Bool {
    switch state {
    case .answering, .sending: true
    case .idle, .receiving, .sendingLast, .ending: false
    }
  }

  // MARK: The connection

  func channelActive(context: ChannelHandlerContext) {
    clock.start(on: context.eventLoop) { [unowned self] in timeIsUp(context) }
    peer = context.remoteAddress?.ipAddress.flatMap { ClientNetwork($0) }
    if let peer {
      isCounted = counter.opened(by: peer)
      guard isCounted else {
        // Not the last words to be waited for: it must not take a place.
        refuse(.tooManyConnections, context)
        return context.close(promise: nil)
      }
    }
    clock.expire(after: limits.idleTime)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let peer, isCounted { counter.closed(by: peer) }
    isCounted = false
    task?.cancel()
    clock.stop()
    waiting.removeAll()
  }

  /// `Any` is NIO's word for an event, whose type only who sends it knows.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed:
      isInputClosed = true
      waiting.end()
      switch state {
      case .idle: leave(context)
      case .receiving: refuse(.malformed, context)
      case .answering: askForReader(context)
      case .sending, .sendingLast: break
      case .ending: context.close(promise: nil)
      }
    case is ChannelShouldQuiesceEvent:
      isStopping = true
      switch state {
      case .idle where !hasBegun, .sending: leave(context)
      case .idle, .receiving, .answering, .sendingLast, .ending: break
      }
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Others are the decoder's, which says the same of all that comes after what it cannot read.
    if error is IOError || error is ChannelError { return context.close(promise: nil) }
    switch state {
    case .idle, .receiving:
      refuse(error as? HTTPParserError == .headerOverflow ? .headersTooLarge : .malformed, context)
    case .answering, .sending: waiting.end()
    case .sendingLast, .ending: break
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if case .sending = state, context.channel.isWritable { goOn(context) }
  }

  func read(context: ChannelHandlerContext) {
    if isBusy, !waiting.isEmpty { isReadHeld = true } else { context.read() }
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    switch state {
    case .answering(isLast: false), .sending: waiting.append(part)
    case .idle, .receiving, .answering(isLast: true), .sendingLast, .ending: take(part, context)
    }
  }

  /// A request that came whole is no more waited for: this costs only those that do not.
  func channelReadComplete(context: ChannelHandlerContext) {
    switch state {
    case .idle, .receiving:
      guard !hasBegun else { return }
      hasBegun = true
      clock.expire(after: limits.arrivalTime)
    case .answering, .sending, .sendingLast, .ending: break
    }
  }

  private func take(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
    switch (part, state) {
    case (.head(let head), .idle): begin(head, context)
    case (.body(var part), .receiving(let head, var body)):
      guard body.readableBytes + part.readableBytes <= limits.bodySize else {
        return answer(ReceivedRequest(head, body: .tooLarge, peer: peer), head, isLast: true, context)
      }
      // Held twice, it would be copied to be added to.
      state = .idle
      if body.readableBytes == 0 { body = part } else { body.writeBuffer(&part) }
      state = .receiving(head, body)
    case (.end, .receiving(let head, let body)):
      answer(ReceivedRequest(head, body: .whole(body), peer: peer), head, isLast: head.endsHTTP, context)
    default: break
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    if !head.hasItsHost { return refuse(.host, context) }
    // RFC 9112, section 6.1: of other codings nothing is known here.
    if let coding = head.headers.first(name: "transfer-encoding"), coding.lowercased() != "chunked" {
      return refuse(.malformed, context)
    }
    if let length = head.headers.first(name: "content-length"), Int(length).map({ $0 > limits.bodySize }) ?? true {
      return answer(ReceivedRequest(head, body: .tooLarge, peer: peer), head, isLast: true, context)
    }
    // RFC 9110, section 10.1.1: the client waits for leave to send the body.
    if head.version == .http1_1, head.headers.first(name: "expect")?.lowercased() == "100-continue" {
      let leave = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(leave)), promise: nil)
    }
    state = .receiving(head, ByteBuffer())
  }

  private func answer(
    _ request: ReceivedRequest, _ head: HTTPRequestHead, isLast: Bool, _ context: ChannelHandlerContext
  ) {
    state = .answering(isLast: isLast)
    isModern = head.version == .http1_1
    clock.expire(after: limits.answerTime)
    if isInputClosed { askForReader(context) }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    task = Task(executorPreference: executor) { [responder] in
      let answer = await responder.answer(to: request)
      let (handler, context) = bound.value
      handler.task = nil
      handler.write(answer, to: head, isLast: isLast, context)
    }
  }

  private func refuse(_ fault: RequestFault, _ context: ChannelHandlerContext) {
    write(responder.answer(to: fault), to: nil, isLast: true, context)
  }

  // MARK: Answers

  /// - Parameter request: nil for what is no request.
  private func write(_ answer: Answer, to request: HTTPRequestHead?, isLast: Bool, _ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    let isLast =
      isLast || answer.closesConnection || isStopping || waiting.isOver || !(request?.isKeepAlive ?? false)
    let head = answer.head(to: request, isLast: isLast, date: date.text)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    // RFC 9110, section 9.3.2: an answer to HEAD has the headers of one to GET and no body, or it would be read as the
    // next answer.
    if request?.method != .HEAD, answer.body.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
    }
    unsent = .max
    if isLast { return finish(with: .end(nil), context) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if context.channel.isWritable {
      goOn(context)
    } else {
      state = .sending
      unsent = unsentBytes(context)
      clock.expire(after: limits.sendTime)
    }
  }

  /// Goes on with what came meanwhile.
  private func goOn(_ context: ChannelHandlerContext) {
    state = .idle
    hasBegun = false
    clock.expire(after: limits.idleTime)
    while !isBusy, let part = waiting.popFirst() { take(part, context) }
    if waiting.isOver, !isBusy {
      // No more comes of what is there.
      if case .receiving = state { refuse(.malformed, context) } else { leave(context) }
    } else if waiting.isEmpty {
      resumeReading(context)
    }
  }

  private func resumeReading(_ context: ChannelHandlerContext) {
    guard isReadHeld else { return }
    isReadHeld = false
    context.read()
  }

  /// Ends the connection without another answer.
  private func leave(_ context: ChannelHandlerContext) {
    if unsentBytes(context) == 0 { return context.close(promise: nil) }
    finish(with: .body(.byteBuffer(ByteBuffer())), context)
  }

  /// Writes the last of what this side says. Were the other side not read to its end, what it still sends would make
  /// the system take back what was written.
  private func finish(with part: HTTPServerResponsePart, _ context: ChannelHandlerContext) {
    state = .sendingLast
    waiting.removeAll()
    clock.expire(after: limits.sendTime)
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenSuccess { self.hangUp(context) }
    context.writeAndFlush(wrapOutboundOut(part), promise: sent)
    unsent = unsentBytes(context)
    resumeReading(context)
  }

  /// Ends this side of the connection, and with it the connection if the other side is.
  private func hangUp(_ context: ChannelHandlerContext) {
    state = .ending
    clock.expire(after: limits.lingerTimeout)
    context.close(mode: isInputClosed ? .all : .output, promise: nil)
  }

  /// A client that has ended its side may wait for its answer, or have closed its socket: that looks the same until
  /// something is sent. So after a moment an interim response is, which every client must understand — RFC 9110,
  /// section 15.2; the system of one that is gone answers with a reset.
  private func askForReader(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: limits.halfCloseProbeDelay) {
      let (handler, context) = bound.value
      guard case .answering = handler.state, handler.isModern, context.channel.isActive else { return }
      let response = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(handler.wrapOutboundOut(.head(response)), promise: nil)
    }
  }

  /// How many bytes of answers the system has not taken yet.
  private func unsentBytes(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  // MARK: Time

  /// What was waited for has not come in its time.
  private func timeIsUp(_ context: ChannelHandlerContext) {
    switch state {
    case .receiving: refuse(.tooSlow, context)
    case .idle where hasBegun: refuse(.tooSlow, context)
    case .idle, .sending, .sendingLast:
      // A large answer is taken bit by bit: that may take as long as its size allows, if only it goes on.
      let left = unsentBytes(context)
      guard left > 0, unsent - left >= limits.leastSent else { return context.close(promise: nil) }
      unsent = left
      clock.expire(after: limits.sendTime)
    case .answering:
      // What was cancelled says so, or what it had come to.
      task?.cancel()
    case .ending: context.close(promise: nil)
    }
  }
}

extension HTTPRequestHead {
  /// Whether the client means to speak something else after it — RFC 9110, sections 7.8 and 9.3.6. The decoder reads
  /// no further.
  fileprivate var endsHTTP: Bool { method == .CONNECT || headers.contains(name: "upgrade") }

  /// Whether it has the one `Host` that it must have: two readers could take two for different ones — RFC 9112,
  /// section 3.2.
  fileprivate var hasItsHost: Bool {
    let count = headers.reduce(0) { $0 + ($1.name.isHost ? 1 : 0) }
    return count == 1 || count == 0 && version != .http1_1
  }
}

extension String {
  fileprivate var isHost: Bool { utf8.count == 4 && lowercased() == "host" }
}
