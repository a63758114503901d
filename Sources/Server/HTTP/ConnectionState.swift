import NIOCore
import NIOHTTP1

/// The requests of one connection and the answers to them: a value that turns events into actions and does nothing
/// itself, so that every order of events can be tested without a socket.
///
/// One request is answered at a time. Requests that a client sends before it has taken its answer wait — RFC 9112,
/// section 9.3.2.
///
///     idle → receiving → answering → writing → draining → idle
///        └──→ taking ──────┘  │  └──→ streaming ──┐
///                  └──────────┴───────→ writing (last) → finishing → ending
struct ConnectionState {
  /// The actions of the connection, in order.
  enum Action {
    /// Have the request answered, and report `answered`.
    case answer(HTTPRequestHead, ReceivedRequest.Body)
    /// Have the request answered, whose body follows, and report `wantsBody` and `tookBody` as the body is taken.
    case answerArriving(HTTPRequestHead)
    /// These bytes of the body have come.
    case append(ByteBuffer)
    /// The body has come whole.
    case endBody
    /// No more of the body comes.
    case failBody(ArrivingBody.Fault)
    /// Write the answer to a fault, as the last one.
    case refuse(RequestFault)
    /// Write `100 Continue`.
    case sendContinue
    /// Write on.
    case write
    /// Report `sent` once all that was written is taken.
    case finish
    /// Report `timeIsUp` after that time, and not before.
    case expire(after: TimeAmount)
    /// Report no `timeIsUp` until the next `expire`.
    case pause
    /// Pull the next event of the stream.
    case pull
    /// Write a heartbeat of the stream.
    case sendHeartbeat
    /// Tell the client of the stream that the server restarts, after a random delay, and report `endStream`.
    case restartStream
    /// Report `probe` after that time.
    case probe(after: TimeAmount)
    /// Cancel the request that is being answered.
    case cancel
    /// Read on: a read was held back.
    case read
    case closeOutput
    case close
  }

  enum Phase {
    /// No request has begun, or no more than a part of its head has come.
    case idle
    case receiving(HTTPRequestHead, ByteBuffer)
    /// The request is being answered while its body comes.
    case taking(BodyArrival)
    /// With `isLast` nothing is read as a request after it: what comes is dropped.
    case answering(isLast: Bool)
    /// There is more of the answer to write than the channel takes at once.
    case writing(isLast: Bool)
    /// The answer is written, and more of it is left than the client has taken.
    case draining
    /// The answer goes on, as the last one. With `isBlocked` the client has not taken all that is written, and has its time
    /// to take some of it.
    case streaming(isBlocked: Bool)
    /// The last answer is written.
    case finishing
    /// It was taken: the client has to end its side, too.
    case ending
  }

  let limits: RequestHandler.Limits
  /// Whether a request is answered while its body comes.
  private let isStreamed: @Sendable (HTTPRequestHead) -> Bool
  private(set) var phase = Phase.idle
  private var waiting = WaitingParts()
  /// Whether the channel wants to read, and has to wait until `waiting` is empty.
  private var isReadHeld = false
  /// Whether the client has ended its side.
  private(set) var isInputClosed = false
  private var isStopping = false
  /// Whether bytes of the next request have come: its time begins there.
  private var hasBegun = false
  /// Whether the client of the request that is answered knows interim responses.
  private var isModern = false
  /// The bytes of answers that the client had not taken when the time began, or was last up.
  private var unsent = Int.max
  /// When the answer must be taken.
  private var sendDeadline: NIODeadline?
  /// The memory of the body of the request that is answered.
  private var answeredBodySize = 0
  /// The bytes of a body that comes while its request is answered, and that are not taken.
  private var untakenBody = 0

  /// - Parameter isStreamed: whether a request is answered while its body comes.
  init(limits: RequestHandler.Limits, isStreamed: @escaping @Sendable (HTTPRequestHead) -> Bool = { _ in false }) {
    self.limits = limits
    self.isStreamed = isStreamed
  }

  /// Whether parts of the next request have to wait.
  private var isBusy: Bool {
    switch phase {
    case .answering, .writing(isLast: false), .draining: true
    case .idle, .receiving, .taking, .writing(isLast: true), .streaming, .finishing, .ending: false
    }
  }

  /// Whether more of a body has come than the server takes for now.
  private var isBodyFull: Bool { if case .taking = phase { untakenBody >= limits.untakenBodySize } else { false } }

  /// The activity of the server for the connection, or the event that it waits for.
  var activity: OpenConnection.Activity {
    switch phase {
    case .idle, .receiving, .ending: .waiting
    case .taking, .writing, .draining, .finishing: .blocked
    case .streaming: .streaming
    case .answering: .working
    }
  }

  /// Whether a request is being answered whose client knows interim responses.
  var mayAnnounce: Bool {
    switch phase {
    case .taking, .answering: isModern
    case .idle, .receiving, .writing, .draining, .streaming, .finishing, .ending: false
    }
  }

  /// Whether the client has sent nothing of a request.
  var isSilent: Bool { if case .idle = phase { !hasBegun } else { false } }

  /// The memory that hold what the client has sent and what is not answered, in bytes. Zero for a connection whose
  /// requests come whole, one after the other.
  var receivedSize: Int {
    switch phase {
    // The decoder has it: it is not known how much that is.
    case .idle: hasBegun ? limits.headerSize : 0
    case .receiving(let head, let body): head.approximateSize + body.storageCapacity + waiting.size
    case .taking: untakenBody + waiting.size
    case .answering, .writing, .draining: answeredBodySize + untakenBody + waiting.size
    case .streaming, .finishing, .ending: 0
    }
  }

  // MARK: The connection

  /// - Parameter isEncrypted: whether a handshake comes first, which has a time of its own.
  mutating func opened(isEncrypted: Bool) -> [Action] { isEncrypted ? [] : [.expire(after: limits.firstByteTime)] }

  /// The handshake of TLS is done.
  mutating func secured() -> [Action] {
    guard case .idle = phase, !hasBegun else { return [] }
    return [.expire(after: limits.firstByteTime)]
  }

  /// - Parameter unsent: the bytes of answers that the client has not taken.
  mutating func inputClosed(unsent: @autoclosure () -> Int) -> [Action] {
    isInputClosed = true
    waiting.end()
    switch phase {
    case .idle: return leave(unsent())
    case .receiving: return refuse(.malformed)
    case .taking: return failBody(.cut)
    case .answering: return isModern ? [.probe(after: limits.halfCloseProbeDelay)] : []
    case .writing, .draining, .finishing: return []
    case .streaming: return [.probe(after: limits.halfCloseProbeDelay)]
    case .ending: return [.close]
    }
  }

  /// The server stops.
  mutating func quiesce(unsent: @autoclosure () -> Int) -> [Action] {
    if case .streaming = phase, isStopping { return [] }
    isStopping = true
    switch phase {
    case .idle where !hasBegun: return leave(unsent())
    case .draining: return finish(unsent())
    case .writing:
      phase = .writing(isLast: true)
      return []
    case .streaming: return [.restartStream]
    case .idle, .receiving, .taking, .answering, .finishing, .ending: return []
    }
  }

  /// The decoder cannot read what has come, and nothing after it.
  mutating func failed(_ fault: RequestFault) -> [Action] {
    switch phase {
    case .idle, .receiving: return refuse(fault)
    case .taking: return failBody(.cut)
    case .answering, .writing, .draining:
      waiting.end()
      return []
    case .streaming, .finishing, .ending: return []
    }
  }

  /// The server needs the connection's place.
  /// - Parameter known: the activity for which it was chosen. One that has a request to answer since then stays.
  mutating func evict(known: OpenConnection.Activity) -> [Action] {
    activity == .working && known != .working ? [] : [.close]
  }

  // MARK: Requests

  /// - Returns: false where `Action.read` comes later.
  mutating func mayRead() -> Bool {
    isReadHeld = isBusy && !waiting.isEmpty || isBodyFull
    return !isReadHeld
  }

  mutating func received(_ part: HTTPServerRequestPart) -> [Action] {
    switch phase {
    case .answering(isLast: false), .writing(isLast: false), .draining:
      waiting.append(part)
      return []
    case .idle, .receiving, .taking, .answering(isLast: true), .writing(isLast: true), .streaming, .finishing, .ending:
      return take(part)
    }
  }

  /// A request that came whole is no more waited for: this costs only those that do not.
  mutating func readCompleted() -> [Action] {
    switch phase {
    case .idle, .receiving:
      if hasBegun { return [] }
      hasBegun = true
      return [.expire(after: limits.arrivalTime)]
    case .taking, .answering, .writing, .draining, .streaming, .finishing, .ending: return []
    }
  }

  private mutating func take(_ part: HTTPServerRequestPart) -> [Action] {
    switch (part, phase) {
    case (.head(let head), .idle): return begin(head)
    case (.body(var part), .receiving(let head, var body)):
      guard body.readableBytes + part.readableBytes <= limits.bodySize else {
        return answer(head, .tooLarge, isLast: true)
      }
      // The phase must not hold the body too: a buffer with two owners is copied when it grows.
      phase = .idle
      if body.readableBytes == 0 { body = part } else { body.writeBuffer(&part) }
      phase = .receiving(head, body)
      return []
    case (.end, .receiving(let head, let body)): return answer(head, .whole(body), isLast: head.endsHTTP)
    case (.body(let part), .taking(var arrival)):
      untakenBody += part.readableBytes
      // The server is the slow one from here on, until there is room again.
      arrival.clock.count(part.readableBytes, isHeld: untakenBody >= limits.untakenBodySize)
      phase = .taking(arrival)
      return [.append(part)]
    case (.end, .taking(let arrival)):
      phase = .answering(isLast: arrival.endsHTTP)
      return [.expire(after: limits.takenBodyTime), .endBody] + probeIfEnded()
    default: return []
    }
  }

  private mutating func begin(_ head: HTTPRequestHead) -> [Action] {
    if !head.hasItsHost { return refuse(.host) }
    // RFC 9112, section 6.1: of other codings nothing is known here.
    if let coding = head.headers.first(name: "transfer-encoding"), coding.lowercased() != "chunked" {
      return refuse(.malformed)
    }
    // RFC 9110, section 10.1.1: the client waits for leave to send the body.
    let isAsking = head.version == .http1_1 && head.headers.first(name: "expect")?.lowercased() == "100-continue"
    if isStreamed(head) {
      isModern = head.version == .http1_1
      untakenBody = 0
      phase = .taking(BodyArrival(isAsking: isAsking, endsHTTP: head.endsHTTP, limits))
      return [.expire(after: limits.bodyTick), .answerArriving(head)]
    }
    if let length = head.headers.first(name: "content-length"), Int(length).map({ $0 > limits.bodySize }) ?? true {
      return answer(head, .tooLarge, isLast: true)
    }
    phase = .receiving(head, ByteBuffer())
    return isAsking ? [.sendContinue] : []
  }

  private mutating func answer(
    _ head: HTTPRequestHead, _ body: ReceivedRequest.Body, isLast: Bool
  ) -> [Action] {
    // One that came whole is small, and is not kept for long.
    if case .whole(let body) = body, hasBegun { answeredBodySize = body.storageCapacity }
    phase = .answering(isLast: isLast)
    isModern = head.version == .http1_1
    return [.expire(after: limits.answerTime), .answer(head, body)] + probeIfEnded()
  }

  private func probeIfEnded() -> [Action] {
    isInputClosed && isModern ? [.probe(after: limits.halfCloseProbeDelay)] : []
  }

  private mutating func refuse(_ fault: RequestFault) -> [Action] {
    phase = .writing(isLast: true)
    waiting.removeAll()
    return [.refuse(fault)]
  }

  /// A client that has ended its side may wait for its answer, or have closed its socket: that looks the same until
  /// something is sent. So after a moment an interim response is, which every client must understand — RFC 9110,
  /// section 15.2; the system of a client that is gone answers with a reset.
  mutating func probe() -> [Action] {
    switch phase {
    case .answering: isModern ? [.sendContinue] : []
    case .streaming: [.sendHeartbeat]
    case .idle, .receiving, .taking, .writing, .draining, .finishing, .ending: []
    }
  }

  // MARK: Bodies that come while their request is answered

  /// The body is waited for. A client that waits for leave gets it, and otherwise never sends the body.
  mutating func wantsBody() -> [Action] {
    guard case .taking(var arrival) = phase, arrival.isAsking else { return [] }
    arrival.isAsking = false
    phase = .taking(arrival)
    return [.sendContinue]
  }

  /// So many bytes of the body that had come are taken.
  mutating func tookBody(_ count: Int) -> [Action] {
    untakenBody = max(0, untakenBody - count)
    return isBodyFull ? [] : resumeReading()
  }

  /// No more of the body is read as one. The request is answered, as the last one.
  private mutating func failBody(_ fault: ArrivingBody.Fault) -> [Action] {
    phase = .answering(isLast: true)
    return [.expire(after: limits.takenBodyTime), .failBody(fault)] + resumeReading()
  }

  // MARK: Answers

  /// There is an answer to write, to a request or to a fault.
  /// - Parameters:
  ///   - request: nil for a fault.
  ///   - closes: whether the answer wants to be the last one.
  ///   - fileSize: the bytes of a file that the client takes, which no memory holds: for as long as it may take at the least
  ///     rate. Zero for other answers.
  /// - Returns: whether the connection ends with it.
  mutating func answered(_ request: HTTPRequestHead?, closes: Bool, fileSize: Int = 0, now: NIODeadline) -> Bool {
    var isLast = closes || isStopping || waiting.isOver || !(request?.isKeepAlive ?? false)
    switch phase {
    // The rest of a body that is answered before it has come is dropped.
    case .answering(isLast: true), .taking: isLast = true
    default: break
    }
    phase = .writing(isLast: isLast)
    if isLast { waiting.removeAll() }
    answeredBodySize = 0
    untakenBody = 0
    unsent = .max
    sendDeadline = now + max(limits.totalSendTime, .seconds(Int64(fileSize / limits.sendRate)))
    return isLast
  }

  /// As much of the answer was written as the channel takes.
  /// - Parameters:
  ///   - isWhole: whether that is all of it.
  ///   - isWritable: whether the channel would take more.
  mutating func wrote(isWhole: Bool, isWritable: Bool, unsent: @autoclosure () -> Int) -> [Action] {
    guard case .writing(let isLast) = phase else { return [] }
    let isFirst = self.unsent == .max
    if isWhole {
      if isLast { return finish(unsent()) }
      if isWritable { return proceed() }
      phase = .draining
    }
    guard isFirst else { return [] }
    self.unsent = unsent()
    return [.expire(after: limits.sendTime)]
  }

  mutating func becameWritable() -> [Action] {
    switch phase {
    case .writing: [.write]
    case .draining: proceed()
    case .streaming: [.pull]
    case .idle, .receiving, .taking, .answering, .finishing, .ending: []
    }
  }

  // MARK: Streams

  /// Turns the answer, for which `answered` was reported, into a stream. Bytes from the client are read and dropped
  /// from now on, which detects its end.
  mutating func beginStream() -> [Action] {
    phase = .streaming(isBlocked: false)
    return [.pause] + (isStopping ? [.restartStream] : []) + resumeReading()
  }

  /// So many bytes of the stream were written.
  /// - Parameter left: the bytes that the client has not taken.
  mutating func streamed(_ count: Int, unsent left: Int) -> [Action] {
    guard case .streaming(let isBlocked) = phase else { return [] }
    phase = .streaming(isBlocked: left > 0)
    switch (isBlocked, left > 0) {
    case (true, true):
      unsent += count
      return []
    case (false, true):
      unsent = left
      return [.expire(after: limits.sendTime)]
    case (true, false): return [.pause]
    case (false, false): return []
    }
  }

  /// The last bytes of the stream are written.
  mutating func endStream(unsent: @autoclosure () -> Int, now: NIODeadline) -> [Action] {
    guard case .streaming = phase else { return [] }
    sendDeadline = now + limits.totalSendTime
    return finish(unsent())
  }

  // MARK: The end

  /// All that was written last is taken. Ends this side of the connection, and with it the connection if the other side
  /// is ended.
  mutating func sent() -> [Action] {
    guard case .finishing = phase else { return [] }
    phase = .ending
    return [.expire(after: limits.lingerTimeout), isInputClosed ? .close : .closeOutput]
  }

  /// Goes on with what came meanwhile.
  private mutating func proceed() -> [Action] {
    phase = .idle
    hasBegun = false
    var actions = [Action.expire(after: limits.idleTime)]
    while !isBusy, let part = waiting.popFirst() { actions += take(part) }
    if isBusy { return waiting.isEmpty ? actions + resumeReading() : actions }
    // No more comes of what is there.
    if waiting.isOver {
      if case .receiving = phase { return actions + refuse(.malformed) }
      if case .idle = phase { return actions + finish(.max) }
    }
    return actions + resumeReading()
  }

  private mutating func resumeReading() -> [Action] {
    guard isReadHeld else { return [] }
    isReadHeld = false
    return [.read]
  }

  /// Ends the connection without another answer.
  private mutating func leave(_ unsent: Int) -> [Action] { unsent == 0 ? [.close] : finish(unsent) }

  /// Ends this side once all was taken. The other side is read to its end: were it not, what the client still sends
  /// would make the system take back what was written.
  private mutating func finish(_ unsent: Int) -> [Action] {
    phase = .finishing
    waiting.removeAll()
    self.unsent = unsent
    return [.expire(after: limits.sendTime), .finish] + resumeReading()
  }

  // MARK: Time

  /// Handles a timeout: the awaited event has not come in time.
  /// - Parameter left: the bytes of answers that the client has not taken.
  mutating func timeIsUp(unsent left: @autoclosure () -> Int, now: NIODeadline) -> [Action] {
    switch phase {
    case .receiving: return refuse(.tooSlow)
    case .idle where hasBegun: return refuse(.tooSlow)
    case .taking(var arrival):
      // A client that waits for leave is not to blame either.
      guard arrival.clock.tick(isHeld: isBodyFull || arrival.isAsking) else { return failBody(.tooSlow) }
      phase = .taking(arrival)
      return [.expire(after: limits.bodyTick)]
    case .idle, .writing, .draining, .finishing:
      // A large answer is taken bit by bit: that may take as long as its size allows, if only it goes on.
      let left = left()
      guard left > 0, unsent - left >= limits.leastSent, let sendDeadline, now < sendDeadline else { return [.close] }
      unsent = left
      return [.expire(after: min(limits.sendTime, sendDeadline - now))]
    case .streaming(isBlocked: false): return []
    case .streaming(isBlocked: true):
      // A stream has no end that the client could reach: it has to take something in each such time.
      let left = left()
      guard left > 0 else {
        phase = .streaming(isBlocked: false)
        return []
      }
      guard left < unsent else { return [.close] }
      unsent = left
      return [.expire(after: limits.sendTime)]
    // A request that was cancelled is answered with that, or with what it had come to.
    case .answering: return [.cancel]
    case .ending: return [.close]
    }
  }
}
