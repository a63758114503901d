import Gateway
import GraphQL
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The server's paths: `/graphql`, `GET /health` and `GET /ready`. Whatever is wrong, the answer is
/// JSON of the form that GraphQL clients read.
struct GatewayResponder: HTTPResponder {
  typealias Context = ConnectionContext

  let gateway: Gateway
  let readiness: Readiness
  let admission: Admission
  /// The largest request body, in bytes.
  let maximumBodySize: Int
  /// Nil when answers are not compressed.
  var gzip: GZip?
  /// Nil when no page of another origin may read answers.
  var crossOrigin: CrossOriginPolicy?
  /// The header in which a proxy says where a request comes from; nil without a proxy.
  var clientAddressHeader: HTTPField.Name?

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let requestID = context.id.description
    var response = await answer(to: request, context: context, requestID: requestID)
    response.headers[.requestID] = requestID
    // What is said to be JSON is nothing else, whatever a browser would guess.
    response.headers[.xContentTypeOptions] = "nosniff"
    // RFC 9110, section 9.3.2: an answer to HEAD has the headers of one to GET and no body, or it would be
    // read as the next answer.
    if request.method == .head { response = response.createHeadResponse() }
    context.logger.info(
      "request",
      metadata: [
        "method": .string(request.method.rawValue), "path": .string(request.uri.path),
        "status": .stringConvertible(response.status.code),
      ])
    return response
  }

  private func answer(
    to request: Request, context: ConnectionContext, requestID: String
  ) async -> Response {
    switch request.uri.path {
    case "/graphql":
      var response = await graphQL(request, context: context, requestID: requestID)
      response.headers[.vary] = vary
      if let grant = crossOrigin?.grant(request.headers) { response.headers.append(contentsOf: grant) }
      return response
    case "/health":
      guard request.method == .get || request.method == .head else {
        return response(to: .method(allowed: "GET, HEAD"))
      }
      return json(.ok, Array(#"{"status":"ok"}"#.utf8))
    case "/ready":
      guard request.method == .get || request.method == .head else {
        return response(to: .method(allowed: "GET, HEAD"))
      }
      return await ready(context.logger)
    default:
      return response(to: .unknownPath)
    }
  }

  /// The headers that an answer depends on.
  private var vary: String {
    switch (gzip != nil, crossOrigin != nil) {
    case (true, true): "Accept, Accept-Encoding, Origin"
    case (true, false): "Accept, Accept-Encoding"
    case (false, true): "Accept, Origin"
    case (false, false): "Accept"
    }
  }

  private func graphQL(
    _ request: Request, context: ConnectionContext, requestID: String
  ) async -> Response {
    if let crossOrigin, CrossOriginPolicy.isPreflight(request.head) {
      return crossOrigin.preflight(request.headers).map { Response(status: .noContent, headers: $0) }
        ?? response(to: .origin)
    }
    guard [.get, .head, .post].contains(request.method) else {
      return response(to: .method(allowed: "GET, HEAD, POST"))
    }
    guard admission.isOpen else {
      return await response(to: .unavailable, of: request, as: .json)
    }
    guard let type = MediaType.preferred(by: request.headers[.accept]) else {
      return response(to: .notAcceptable)
    }
    do throws(Refusal) {
      let parameters = request.method == .post ? try await body(of: request) : try urlParameters(of: request)
      let answer = await gateway.respond(
        to: parameters, authorization: request.headers[.authorization], logger: context.logger,
        requestID: requestID
      ) { [clientAddressHeader, headers = request.headers] in
        ClientAddress.network(of: headers, header: clientAddressHeader, peer: context.peer)
      }
      return await response(to: answer, of: request, as: type)
    } catch {
      return response(to: error, as: type)
    }
  }

  private func body(of request: Request) async throws(Refusal) -> GraphQLRequest {
    guard MediaType.isRequestBody(request.headers[.contentType]) else { throw .contentType }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > maximumBodySize {
      throw .bodyTooLarge(maximum: maximumBodySize)
    }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: maximumBodySize)
    } catch is NIOTooManyBytesError {
      throw .bodyTooLarge(maximum: maximumBodySize)
    } catch {
      throw .malformed(GraphQLError("The request body did not arrive whole.", code: .badUserInput))
    }
    do throws(GraphQLError) {
      return try GraphQLRequest(json: Array(body.readableBytesView))
    } catch {
      throw .malformed(error)
    }
  }

  /// A body of a GET means nothing — RFC 9110, section 9.3.1 — and is not read.
  private func urlParameters(of request: Request) throws(Refusal) -> GraphQLRequest {
    let parameters = try URLParameters.parse(request.uri.query ?? "")
    do throws(GraphQLError) {
      var request = try GraphQLRequest(parameters: parameters)
      request.isSafe = true
      return request
    } catch {
      throw .malformed(error)
    }
  }

  private func response(
    to answer: GraphQLResponse, of request: Request, as type: MediaType
  ) async -> Response {
    let status = answer.outcome.status(as: type)
    var response: Response
    // No cookie and no page of another site makes a browser send a viewer's token, so nobody can have a
    // secret compressed together with a guess of it.
    if let gzip, answer.body.count >= GZip.threshold,
      AcceptEncoding.prefersGzip(request.headers[.acceptEncoding]),
      let compressed = await gzip.compress(answer.body)
    {
      response = json(status, compressed, as: type)
      response.headers[.contentEncoding] = "gzip"
    } else {
      response = json(status, answer.body, as: type)
    }
    switch answer.outcome {
    case .unauthenticated: response.headers[.wwwAuthenticate] = "Bearer"
    case .unavailable: response.headers[.retryAfter] = "1"
    case .unsafe: response.headers[.allow] = "POST"
    default: break
    }
    return response
  }

  private func ready(_ logger: Logger) async -> Response {
    let problems = await readiness.problems()
    guard !problems.isEmpty else { return json(.ok, Array(#"{"status":"ready"}"#.utf8)) }
    // Which tables and roles there are is the operator's to know: the log has it, the answer does not.
    for problem in problems { logger.error("not ready: \(problem)") }
    return json(.serviceUnavailable, Array(#"{"status":"not ready"}"#.utf8))
  }

  private func response(to refusal: Refusal, as type: MediaType = .json) -> Response {
    var response = json(refusal.status, GraphQLResponse(.invalidRequest, errors: [refusal.error]).body, as: type)
    response.headers.append(contentsOf: refusal.headers)
    return response
  }

  private func json(_ status: HTTPResponse.Status, _ body: [UInt8], as type: MediaType = .json) -> Response {
    json(status, ByteBuffer(bytes: body), as: type)
  }

  private func json(_ status: HTTPResponse.Status, _ body: ByteBuffer, as type: MediaType) -> Response {
    // What a viewer may see is nobody else's to keep.
    Response(
      status: status, headers: [.contentType: type.contentType, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: body))
  }
}

extension HTTPField.Name {
  /// The id under which the log knows a request. The text is a valid name, or the tests would not pass.
  fileprivate static let requestID = HTTPField.Name("x-request-id")!
}
