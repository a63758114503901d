import Gateway
import GraphQL
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The server's paths: `POST /graphql`, `GET /health` and `GET /ready`. Whatever is wrong, the answer is
/// JSON of the form that GraphQL clients read.
struct GatewayResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let gateway: Gateway
  let readiness: Readiness
  let admission: Admission
  /// The largest request body, in bytes.
  let maximumBodySize: Int

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    let requestID = context.id.description
    var response = await answer(to: request, context: context, requestID: requestID)
    response.headers[.requestID] = requestID
    // RFC 9110, section 9.3.2: an answer to HEAD has no body, or it would be read as the next answer.
    if request.method == .head { response.body = ResponseBody() }
    context.logger.info(
      "request",
      metadata: [
        "method": .string(request.method.rawValue), "path": .string(request.uri.path),
        "status": .stringConvertible(response.status.code),
      ])
    return response
  }

  private func answer(
    to request: Request, context: BasicRequestContext, requestID: String
  ) async -> Response {
    switch request.uri.path {
    case "/graphql":
      guard request.method == .post else {
        return refusal(.methodNotAllowed, "GraphQL is served by POST.", headers: [.allow: "POST"])
      }
      return await graphQL(request, context: context, requestID: requestID)
    case "/health":
      guard request.method == .get || request.method == .head else {
        return refusal(.methodNotAllowed, "The process's health is read by GET.", headers: [.allow: "GET, HEAD"])
      }
      return json(.ok, Array(#"{"status":"ok"}"#.utf8))
    case "/ready":
      guard request.method == .get || request.method == .head else {
        return refusal(.methodNotAllowed, "Readiness is read by GET.", headers: [.allow: "GET, HEAD"])
      }
      return await ready(context.logger)
    default:
      return refusal(.notFound, "There is nothing at this path: GraphQL is at /graphql.")
    }
  }

  private func graphQL(
    _ request: Request, context: BasicRequestContext, requestID: String
  ) async -> Response {
    guard admission.isOpen else {
      return response(to: .unavailable, as: .json)
    }
    guard let type = MediaType.preferred(by: request.headers[.accept]) else {
      return refusal(
        .notAcceptable, "Responses are \(MediaType.allCases.map(\.rawValue).joined(separator: " or ")).")
    }
    guard MediaType.isRequestBody(request.headers[.contentType]) else {
      return refusal(
        .unsupportedMediaType, "The request body must be \(MediaType.json.rawValue) in UTF-8.", as: type)
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > maximumBodySize {
      return bodyTooLarge(as: type)
    }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: maximumBodySize)
    } catch is NIOTooManyBytesError {
      return bodyTooLarge(as: type)
    } catch {
      return refusal(.badRequest, "The request body did not arrive whole.", as: type)
    }
    let answer: GraphQLResponse
    do throws(GraphQLError) {
      let parameters = try GraphQLRequest(json: Array(body.readableBytesView))
      answer = await gateway.respond(
        to: parameters, authorization: request.headers[.authorization], logger: context.logger,
        requestID: requestID)
    } catch {
      answer = GraphQLResponse(.invalidRequest, errors: [error])
    }
    return response(to: answer, as: type)
  }

  /// The rest of such a body is not worth reading: the connection ends with the answer.
  private func bodyTooLarge(as type: MediaType) -> Response {
    refusal(
      .contentTooLarge,
      .limitExceeded(
        "The request body is larger than the limit of \(maximumBodySize) bytes.", limit: "bodyBytes",
        maximum: maximumBodySize),
      as: type, headers: [.connection: "close"])
  }

  private func response(to answer: GraphQLResponse, as type: MediaType) -> Response {
    var response = json(answer.outcome.status(as: type), answer.body, as: type)
    switch answer.outcome {
    case .unauthenticated: response.headers[.wwwAuthenticate] = "Bearer"
    case .unavailable: response.headers[.retryAfter] = "1"
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

  /// A request that does not reach GraphQL.
  private func refusal(
    _ status: HTTPResponse.Status, _ message: String, as type: MediaType = .json, headers: HTTPFields = [:]
  ) -> Response {
    refusal(status, GraphQLError(message, code: .badUserInput), as: type, headers: headers)
  }

  private func refusal(
    _ status: HTTPResponse.Status, _ error: GraphQLError, as type: MediaType, headers: HTTPFields = [:]
  ) -> Response {
    var response = json(status, GraphQLResponse(.invalidRequest, errors: [error]).body, as: type)
    response.headers.append(contentsOf: headers)
    return response
  }

  private func json(
    _ status: HTTPResponse.Status, _ body: [UInt8], as type: MediaType = .json
  ) -> Response {
    Response(
      status: status,
      headers: [.contentType: type.contentType, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}

extension HTTPField.Name {
  /// The id under which the log knows a request. The text is a valid name, or the tests would not pass.
  fileprivate static let requestID = HTTPField.Name("x-request-id")!
}
