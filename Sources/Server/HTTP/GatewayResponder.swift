import Gateway
import GraphQL
import Logging
import Memory
import NIOCore
import NIOHTTP1
import SQL
import Domain

/// The server's paths: `/graphql`, `GET /health` and `GET /ready`, the addresses of report cards and calendars, and `/explorer` where there is one. Whatever is wrong, the
/// answer is JSON of the form that GraphQL clients read.
struct GatewayResponder: HTTPResponder {
  let gateway: Gateway
  let readiness: ReadinessCheck
  let admission: Admission
  let logger: Logger
  /// Those of the connections that requests come by.
  let limits: RequestHandler.Limits
  let throttle: RequestThrottle
  let memory: MemoryBudget
  let sharedBodies: SharedBodies
  /// Counts the answers that go on.
  var streams = StreamRegistry()
  /// Nil when answers are not compressed.
  var gzip: GZip?
  /// Nil when no page of another origin may read answers.
  var crossOrigin: CrossOriginPolicy?
  /// The header in which a proxy says where a request comes from, in lower case; nil without a proxy.
  var clientAddressHeader: String?
  /// Nil when there is no page to explore the schema.
  var explorer: ExplorerSite?
  /// Nil when no report cards are given.
  var reportCards: ReportCardSite?
  /// Nil when no calendars are given.
  var calendars: CalendarFeedSite?
  /// The paths of files; nil where this server keeps none.
  var files: FilePaths?
  var observer = RequestObserver()

  func answer(to request: ReceivedRequest) async -> Answer {
    let observed = observer.begin()
    let log = RequestLog(logger, requestID: RequestID().description, trace: request.trace)
    let answer = signed(await answer(to: request, log), log)
    observer.end(observed, request, answer, log, logger.logLevel)
    return answer
  }

  func answer(to fault: RequestFault) -> Answer {
    let log = RequestLog(logger, requestID: RequestID().description)
    let answer = signed(answer(to: .fault(fault, limits)), log)
    observer.refused(answer, log)
    return answer
  }

  private func signed(_ answer: Answer, _ log: RequestLog) -> Answer {
    var answer = answer
    answer.headers.add(name: "x-request-id", value: log.requestID)
    // Browsers must not guess another media type than JSON.
    answer.headers.add(name: "x-content-type-options", value: "nosniff")
    // The next request is for another server.
    if admission.isDraining { answer.closesConnection = true }
    return answer
  }

  private func answer(to request: ReceivedRequest, _ log: RequestLog) async -> Answer {
    switch request.path {
    case "/graphql":
      var answer: Answer
      if let page = explorer?.page(for: request) { answer = page } else { answer = await graphQL(request, log) }
      answer.headers.add(name: "vary", value: vary)
      if let grant = crossOrigin?.grant(request.headers) { answer.headers.add(contentsOf: grant) }
      return answer
    case "/health":
      guard request.method == .GET || request.method == .HEAD else { return answer(to: .method(allowed: "GET, HEAD")) }
      return json(.ok, Array(#"{"status":"ok"}"#.utf8))
    case "/ready":
      guard request.method == .GET || request.method == .HEAD else { return answer(to: .method(allowed: "GET, HEAD")) }
      return await ready(log)
    case let path where path.hasPrefix(ReportCardAddress.folder):
      guard let reportCards else { return answer(to: .unknownAddress) }
      return await reportCard(request, reportCards, log)
    case let path where path.hasPrefix(FeedSecret.folder):
      guard let calendars else { return answer(to: .unknownAddress) }
      return await calendar(request, calendars, log)
    case let path where FilePaths.has(path): return await file(request)
    default:
      guard let explorer, request.path.hasPrefix("/explorer") else { return answer(to: .unknownPath) }
      guard request.method == .GET || request.method == .HEAD else { return answer(to: .method(allowed: "GET, HEAD")) }
      return explorer.answer(to: request) ?? answer(to: .unknownPath)
    }
  }

  /// The headers that an answer depends on.
  private var vary: String {
    switch (gzip != nil, crossOrigin != nil) {
    case (true, true): "Accept, Accept-Encoding, Authorization, Origin"
    case (true, false): "Accept, Accept-Encoding, Authorization"
    case (false, true): "Accept, Authorization, Origin"
    case (false, false): "Accept, Authorization"
    }
  }

  private func graphQL(_ request: ReceivedRequest, _ log: RequestLog) async -> Answer {
    if let crossOrigin, CrossOriginPolicy.isPreflight(request) {
      return crossOrigin.preflight(request.headers).map { Answer(status: .noContent, headers: $0, body: ByteBuffer()) }
        ?? answer(to: .origin)
    }
    guard [.GET, .HEAD, .POST].contains(request.method) else {
      return answer(to: .method(allowed: "GET, HEAD, POST"))
    }
    guard admission.isOpen else {
      return await answer(
        with: .unavailable, to: request, as: .json,
        AnswerLease(memory: memory.reservation(for: MemoryOwner(nil) { network(of: request) })))
    }
    let accept = request.headers.list("accept")
    let transport = StreamTransport.preferred(by: accept)
    let plainType = MediaType.preferred(by: accept)
    guard transport != nil || plainType != nil else { return answer(to: .notAcceptable) }
    let type = plainType ?? .graphQLResponse
    do throws(Refusal) {
      let viewer = gateway.viewer(authorization: request.headers.list("authorization"))
      let memory = memory.reservation(for: MemoryOwner(viewer) { network(of: request) })
      let lease = AnswerLease(try begin(request, of: viewer), of: throttle, memory: memory)
      return try await graphQL(request, as: type, transport, isStreamOnly: plainType == nil, of: viewer, lease, log)
    } catch {
      return answer(to: error, as: type)
    }
  }

  private func graphQL(
    _ request: ReceivedRequest, as type: MediaType, _ transport: StreamTransport?, isStreamOnly: Bool,
    of viewer: Viewer?, _ lease: AnswerLease, _ log: RequestLog
  ) async throws(Refusal) -> Answer {
    // Before anything is done for a request that could not be answered in time.
    let network: @Sendable () -> ClientNetwork?
    if transport == nil {
      network = { self.network(of: request) }
    } else {
      // A stream keeps it, and is not to keep the whole request.
      let known = self.network(of: request)
      network = { known }
    }
    if let refusal = gateway.overloadAnswer(of: viewer, from: network) {
      return await answer(with: refusal, to: request, as: type, lease)
    }
    let parameters = request.method == .POST ? try body(of: request, lease.memory) : try urlParameters(of: request)
    let result = await gateway.execute(
      parameters, as: viewer, authorization: request.headers.list("authorization"), log: log, memory: lease.memory,
      readsStreams: transport != nil, network: network)
    // The rows are gone.
    _ = lease.memory.hold(0, for: .rows)
    switch result {
    case .live(let live):
      // Validation let no client without a transport come here.
      guard let transport else { throw .notAcceptable }
      return Answer(events: LiveSource(stream: live), transport: transport, lease: try stream(of: viewer, network))
    case .answer(let response):
      if response.outcome == .unauthenticated { throttle.noteEnd(of: viewer) }
      if isStreamOnly, let transport, response.isEvent {
        return Answer(events: SingleEvent(response.body), transport: transport, lease: try stream(of: viewer, network))
      }
      return await answer(with: response, to: request, as: type, lease)
    }
  }

  private func stream(of viewer: Viewer?, _ network: () -> ClientNetwork?) throws(Refusal) -> StreamLease {
    let account: AccountViewer? = if case .account(let account) = viewer { account } else { nil }
    do throws(StreamRegistry.TooMany) {
      return try streams.open(
        viewer: account?.accountID, family: account?.membership?.familyID, network: network())
    } catch {
      throw .tooManyStreams(error)
    }
  }

  /// The viewer's own cache may keep the answer, and asks each time whether it is good still.
  static let revalidated = "private, no-cache"

  /// The lease of an answer to a request that is not of GraphQL, and counts for its viewer as one that is.
  func lease(for request: ReceivedRequest, of viewer: Viewer) throws(Refusal) -> AnswerLease {
    let memory = memory.reservation(for: MemoryOwner(viewer) { network(of: request) })
    return AnswerLease(try begin(request, of: viewer), of: throttle, memory: memory)
  }

  func network(of request: ReceivedRequest) -> ClientNetwork? {
    ClientAddress.network(of: request.headers, header: clientAddressHeader, peer: request.peer)
  }

  private func begin(_ request: ReceivedRequest, of viewer: Viewer?) throws(Refusal) -> RequestThrottle.Ticket {
    do throws(RequestThrottle.TooMany) {
      return try throttle.begin(viewer) { network(of: request) }
    } catch {
      throw .tooMany(error)
    }
  }

  /// The longest `If-None-Match` that is looked at. A tag has 26 bytes.
  private static let maximumCondition = 1024

  /// The number of bytes that a value of a body takes in memory for each byte of its text, at most: `[0,0,0]`.
  private static let parsedSize = 32

  private func body(of request: ReceivedRequest, _ memory: MemoryReservation) throws(Refusal) -> GraphQLRequest {
    guard MediaType.isRequestBody(request.headers.list("content-type")) else { throw .contentType }
    // RFC 9110, section 8.4. "identity" is not to be sent, and harmless.
    if let coding = request.headers.list("content-encoding"), coding.lowercased() != "identity" {
      throw .contentEncoding
    }
    guard case .whole(let body) = request.body else { throw .bodyTooLarge(maximum: limits.bodySize) }
    guard memory.hold(body.readableBytes * Self.parsedSize, for: .json) else { throw .outOfMemory }
    // Bodies that take so much are refused before anything is waited for.
    defer { _ = memory.hold(body.readableBytes, for: .json) }
    do throws(GraphQLError) {
      return try GraphQLRequest(json: Array(body.readableBytesView))
    } catch {
      throw .malformed(error)
    }
  }

  /// A body of a GET means nothing — RFC 9110, section 9.3.1 — and is not looked at.
  private func urlParameters(of request: ReceivedRequest) throws(Refusal) -> GraphQLRequest {
    let parameters = try URLParameters.parse(request.query ?? "")
    do throws(GraphQLError) {
      var graphQL = try GraphQLRequest(parameters: parameters)
      graphQL.isSafe = true
      // The header is for GET and HEAD: of a POST it would be a condition for a change (RFC 9110, section 13.1.2).
      if let condition = request.headers.list("if-none-match"), condition.utf8.count <= Self.maximumCondition {
        graphQL.knownTags = condition
      }
      return graphQL
    } catch {
      throw .malformed(error)
    }
  }

  func answer(
    with response: GraphQLResponse, to request: ReceivedRequest, as type: MediaType, _ lease: AnswerLease
  ) async -> Answer {
    if response.outcome == .notModified, request.method != .POST, let tag = response.tag {
      _ = lease.memory.hold(0, for: .json)
      var answer = Answer(status: .notModified, headers: ["cache-control": Self.revalidated, "etag": "\(tag)"], body: ByteBuffer())
      answer.body.lease = lease
      return answer
    }
    // No cookie and no page of another site makes a browser send a viewer's token, so an attacker cannot have a secret
    // compressed together with a guess of it.
    let isCompressible =
      response.body.count >= GZip.threshold && AcceptEncoding.prefersGzip(request.headers.list("accept-encoding"))
    let body: ByteBuffer
    let isCompressed: Bool
    var lease = lease
    if let shared = response.shared {
      let form = await sharedBodies.body(of: shared, compressedBy: isCompressible ? gzip : nil)
      (body, isCompressed) = (form.bytes, form.isCompressed)
      _ = lease.memory.hold(0, for: .json)
      lease = AnswerLease(sharing: form, with: lease)
    } else if let gzip, isCompressible, let compressed = await gzip.compress(response.body, memory: lease.memory) {
      (body, isCompressed) = (compressed, true)
      _ = lease.memory.hold(0, for: .json)
    } else {
      (body, isCompressed) = (ByteBuffer(bytes: response.body), false)
      _ = lease.memory.hold(0, for: .compressed)
      _ = lease.memory.hold(body.readableBytes, for: .json)
    }
    var answer = json(response.outcome.status(as: type), body, as: type)
    answer.body.lease = lease
    if isCompressed { answer.headers.add(name: "content-encoding", value: "gzip") }
    answer.errors = response.errors
    if let tag = response.tag {
      answer.headers.add(name: "etag", value: "\(tag)")
      if request.method != .POST { answer.headers.replaceOrAdd(name: "cache-control", value: Self.revalidated) }
    }
    switch response.outcome {
    case .unauthenticated: answer.headers.add(name: "www-authenticate", value: "Bearer")
    case .unavailable: answer.headers.add(name: "retry-after", value: "1")
    case .throttled(let seconds), .busy(let seconds): answer.headers.add(name: "retry-after", value: "\(seconds)")
    case .unsafe: answer.headers.add(name: "allow", value: "POST")
    default: break
    }
    return answer
  }

  private func ready(_ log: RequestLog) async -> Answer {
    guard !admission.isDraining else { return json(.serviceUnavailable, Array(#"{"status":"draining"}"#.utf8)) }
    let problems = await readiness.problems()
    guard !problems.isEmpty else { return json(.ok, Array(#"{"status":"ready"}"#.utf8)) }
    // Which tables and roles there are is the operator's to know: the log has it, the answer does not.
    for problem in problems { log.logger.error("not ready: \(problem)") }
    return json(.serviceUnavailable, Array(#"{"status":"not ready"}"#.utf8))
  }

  func answer(to refusal: Refusal, as type: MediaType = .json) -> Answer {
    var answer = json(refusal.status, GraphQLResponse(.invalidRequest, errors: [refusal.error]).body, as: type)
    answer.headers.add(contentsOf: refusal.headers)
    answer.closesConnection = refusal.closesConnection
    answer.errors = [refusal.error.code]
    return answer
  }

  private func json(_ status: HTTPResponseStatus, _ body: [UInt8], as type: MediaType = .json) -> Answer {
    json(status, ByteBuffer(bytes: body), as: type)
  }

  private func json(_ status: HTTPResponseStatus, _ body: ByteBuffer, as type: MediaType) -> Answer {
    // Caches must not store the data of a viewer.
    Answer(status: status, headers: ["content-type": type.contentType, "cache-control": "no-store"], body: body)
  }
}
