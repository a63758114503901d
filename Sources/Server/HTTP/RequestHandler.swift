import Gateway
import NIOCore
import NIOHTTP1

/// The requests of one connection: collects each, has it answered on the connection's event loop, and writes the
/// answer. One at a time: what a client sends before it has its answer waits — RFC 9112, section 9.3.2.
///
/// A whole request must come, and an answer be taken, within the time limits. A client that goes away before it is
/// answered cancels the request.
///
/// NIO's `HTTPServerPipelineHandler` would do a part of it. It stops and starts reading for each request, which are two
/// system calls more, where here only a client that really sends too early makes the reading stop.
final class RequestHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = HTTPServerResponsePart

  struct Limits: Sendable {
    /// The largest body, in bytes.
    var bodySize: Int
    /// How long a request may take to come, and how long a connection may wait for one.
    var patience = TimeAmount.seconds(60)
    /// How long a client may take to hear that the connection ends.
    var farewell = TimeAmount.seconds(5)
  }

  private enum State {
    /// No request has begun.
    case idle
    case receiving(HTTPRequestHead, ByteBuffer)
    /// It is being answered. `isWhole` is false when the rest of it is still to come, and to be dropped.
    case answering(isWhole: Bool)
    /// The last answer was written: what comes is dropped until the client ends its side, too.
    case ending
  }

  private let responder: any HTTPResponder
  private let limits: Limits
  private let executor: EventLoopTaskExecutor
  private let date: DateHeader
  private var state = State.idle
  private var task: Task<Void, Never>?
  private var peer: ClientNetwork?
  /// What came while a request was answered.
  private var waiting = CircularBuffer<HTTPServerRequestPart>(initialCapacity: 0)
  /// Whether the channel wants to read, and has to wait until `waiting` is empty.
  private var isReadHeld = false
  /// Whether no request comes after those that wait: the client has ended its side, or sent what is no HTTP.
  private var isInputOver = false
  private var isInputClosed = false
  /// Whether the server stops.
  private var isStopping = false
  /// When the connection is given up; nil while a request is answered.
  private var deadline: NIODeadline?
  private var alarm: Scheduled<Void>?

  init(responder: any HTTPResponder, limits: Limits, date: DateHeader, loop: any EventLoop) {
    self.responder = responder
    self.limits = limits
    self.date = date
    executor = EventLoopTaskExecutor(loop: loop)
  }

  private var isAnswering: Bool {
    if case .answering = state { true } else { false }
  }

  // MARK: The connection

  func channelActive(context: ChannelHandlerContext) {
    peer = context.remoteAddress?.ipAddress.flatMap { ClientNetwork($0) }
    expire(after: limits.patience, context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    task?.cancel()
    alarm?.cancel()
    alarm = nil
    deadline = nil
    waiting.removeAll()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed:
      isInputClosed = true
      isInputOver = true
      switch state {
      case .idle, .ending: context.close(promise: nil)
      // In the middle of a request it is an error, which the decoder reports.
      case .receiving, .answering: break
      }
    case is ChannelShouldQuiesceEvent:
      isStopping = true
      if case .idle = state { context.close(promise: nil) }
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
    switch state {
    case .idle, .receiving: refuse(error == .headerOverflow ? .headersTooLarge : .malformed, context)
    case .answering: isInputOver = true
    case .ending: context.close(promise: nil)
    }
  }

  /// A large answer is taken bit by bit: that takes as long as it takes, if only it goes on.
  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if case .idle = state { expire(after: limits.patience, context) }
  }

  func read(context: ChannelHandlerContext) {
    if isAnswering, !waiting.isEmpty { isReadHeld = true } else { context.read() }
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .answering(isWhole: true) = state { waiting.append(unwrapInboundIn(data)) } else { take(unwrapInboundIn(data), context) }
  }

  private func take(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
    switch (part, state) {
    case (.head(let head), .idle): begin(head, context)
    case (.body(var part), .receiving(let head, var body)):
      guard body.readableBytes + part.readableBytes <= limits.bodySize else {
        return answer(ReceivedRequest(head, body: .tooLarge, peer: peer), head, isWhole: false, context)
      }
      // Held twice, it would be copied to be added to.
      state = .idle
      if body.readableBytes == 0 { body = part } else { body.writeBuffer(&part) }
      state = .receiving(head, body)
    case (.end, .receiving(let head, let body)):
      answer(ReceivedRequest(head, body: .whole(body), peer: peer), head, isWhole: true, context)
    case (.end, .answering(isWhole: false)): state = .answering(isWhole: true)
    default: break
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    if let length = head.headers.first(name: "content-length"), Int(length).map({ $0 > limits.bodySize }) ?? true {
      return answer(ReceivedRequest(head, body: .tooLarge, peer: peer), head, isWhole: false, context)
    }
    // RFC 9110, section 10.1.1: the client waits for leave to send the body.
    if head.version == .http1_1, head.headers.first(name: "expect")?.lowercased() == "100-continue" {
      context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }
    state = .receiving(head, ByteBuffer())
  }

  private func answer(
    _ request: ReceivedRequest, _ head: HTTPRequestHead, isWhole: Bool, _ context: ChannelHandlerContext
  ) {
    state = .answering(isWhole: isWhole)
    deadline = nil
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    task = Task(executorPreference: executor) { [responder] in
      let answer = await responder.answer(to: request)
      let (handler, context) = bound.value
      handler.task = nil
      handler.write(answer, to: head, context)
    }
  }

  private func refuse(_ fault: RequestFault, _ context: ChannelHandlerContext) {
    var answer = responder.answer(to: fault)
    answer.closesConnection = true
    write(answer, to: nil, context)
  }

  // MARK: Answers

  /// - Parameter request: nil for what is no request.
  private func write(_ answer: Answer, to request: HTTPRequestHead?, _ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    let isLast =
      answer.closesConnection || isStopping || isInputOver && waiting.isEmpty || !(request?.isKeepAlive ?? false)
    var head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
    head.headers.add(name: "content-length", value: String(answer.body.readableBytes))
    head.headers.add(name: "date", value: date.text)
    if isLast {
      head.headers.add(name: "connection", value: "close")
    } else if request?.version == .http1_0 {
      head.headers.add(name: "connection", value: "keep-alive")
    }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    // RFC 9110, section 9.3.2: an answer to HEAD has the headers of one to GET and no body, or it would be read as the
    // next answer.
    if request?.method != .HEAD, answer.body.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if isLast { end(context) } else { takeWaiting(context) }
  }

  /// Goes on with what came meanwhile.
  private func takeWaiting(_ context: ChannelHandlerContext) {
    state = .idle
    expire(after: limits.patience, context)
    while !isAnswering, let part = waiting.popFirst() { take(part, context) }
    if isReadHeld, waiting.isEmpty {
      isReadHeld = false
      context.read()
    }
  }

  /// Ends this side of the connection. Were the other side not read to its end, what it still sends would make the system
  /// take back what was written.
  private func end(_ context: ChannelHandlerContext) {
    state = .ending
    waiting.removeAll()
    if isInputClosed { return context.close(promise: nil) }
    expire(after: limits.farewell, context)
    context.close(mode: .output, promise: nil)
    if isReadHeld { context.read() }
  }

  // MARK: Time

  private func expire(after time: TimeAmount, _ context: ChannelHandlerContext) {
    let deadline = NIODeadline.now() + time
    self.deadline = deadline
    // An alarm that is too early looks at the time again: cheaper than a new one for every request.
    if alarm != nil, time >= limits.patience { return }
    alarm?.cancel()
    setAlarm(at: deadline, context)
  }

  private func setAlarm(at time: NIODeadline, _ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    alarm = context.eventLoop.scheduleTask(deadline: time) {
      let (handler, context) = bound.value
      handler.alarm = nil
      handler.checkTime(context)
    }
  }

  private func checkTime(_ context: ChannelHandlerContext) {
    let now = NIODeadline.now()
    guard let deadline else { return setAlarm(at: now + limits.patience, context) }
    guard deadline <= now else { return setAlarm(at: deadline, context) }
    if case .receiving = state { return refuse(.tooSlow, context) }
    context.close(promise: nil)
  }
}
