import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import JWTKit
import Logging
import NIOCore
import Synchronization

/// A server like Apple's, which exchanges one authorization code and takes grants back, on a port of its own.
final class GrantServer: Sendable {
  static let code = "c0de/+&=1"
  static let refreshToken = "r.e+f/r=e&sh"
  static let clientID = "org.example.hatched"
  static let keyID = "KEY1234567"
  static let teamID = "TEAM123456"

  private struct State {
    var requests: [(path: String, fields: [String: String])] = []
    var revokeStatus: [HTTPResponse.Status] = []
    var isCodeUsed = false
  }

  private let state = Mutex(State())
  private let key: ES256PublicKey

  private init(_ key: ES256PublicKey) { self.key = key }

  /// The paths of all requests.
  var paths: [String] { state.withLock { $0.requests.map(\.path) } }
  var lastFields: [String: String] { state.withLock { $0.requests.last?.fields ?? [:] } }

  /// Sets the statuses of the next revocations, one after the other; then 200.
  func answerRevocations(with statuses: [HTTPResponse.Status]) { state.withLock { $0.revokeStatus = statuses } }

  /// - Parameter key: the one that client secrets must be signed with.
  static func run(
    _ key: ES256PublicKey, _ body: @escaping @Sendable (GrantServer, String) async throws -> Void
  ) async throws {
    let server = GrantServer(key)
    let responder = CallbackResponder<BasicRequestContext> { request, _ in
      let text = String(buffer: try await request.body.collect(upTo: 1 << 16))
      let (status, json) = try await server.answer(
        request.uri.path, Self.fields(of: text), isForm: request.headers[.contentType] == "application/x-www-form-urlencoded")
      return Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: json)))
    }
    let application = Application(
      responder: responder, logger: Logger(label: "grants", factory: { _ in SwiftLogNoOpLogHandler() }))
    try await application.test(.live) { client in
      try await body(server, "http://127.0.0.1:\(client.port ?? 0)")
    }
  }

  private static func fields(of form: String) -> [String: String] {
    var components = URLComponents()
    components.percentEncodedQuery = form
    return Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
  }

  private func answer(
    _ path: String, _ fields: [String: String], isForm: Bool
  ) async throws -> (HTTPResponse.Status, String) {
    state.withLock { $0.requests.append((path, fields)) }
    guard isForm, await isSigned(fields["client_secret"] ?? "", by: fields["client_id"] ?? "") else {
      return (.badRequest, #"{"error":"invalid_client"}"#)
    }
    switch path {
    case "/auth/token":
      let isFirst = state.withLock { state in
        guard fields["client_id"] == Self.clientID, fields["code"] == Self.code, !state.isCodeUsed else { return false }
        state.isCodeUsed = true
        return true
      }
      guard isFirst, fields["grant_type"] == "authorization_code" else { return (.badRequest, #"{"error":"invalid_grant"}"#) }
      // {"sub":"001234.ada"}
      return (.ok, #"{"refresh_token":"\#(Self.refreshToken)","id_token":"e30.eyJzdWIiOiIwMDEyMzQuYWRhIn0.AA","expires_in":3600}"#)
    case "/auth/revoke":
      guard fields["token"] == Self.refreshToken, fields["token_type_hint"] == "refresh_token" else {
        return (.badRequest, #"{"error":"invalid_request"}"#)
      }
      return (state.withLock { $0.revokeStatus.isEmpty ? .ok : $0.revokeStatus.removeFirst() }, "")
    default: return (.notFound, "")
    }
  }

  private struct Secret: JWTPayload {
    let iss: String
    let aud: String
    let sub: String
    let iat: Double
    let exp: Double

    func verify(using algorithm: some JWTAlgorithm) {}
  }

  private func isSigned(_ token: String, by clientID: String) async -> Bool {
    let keys = await JWTKeyCollection().add(ecdsa: key, kid: JWKIdentifier(string: Self.keyID))
    guard let secret = try? await keys.verify(token, as: Secret.self) else { return false }
    return secret.iss == Self.teamID && secret.aud == "https://appleid.apple.com" && secret.sub == clientID
      && secret.exp > secret.iat && secret.exp - secret.iat < 15_777_000
  }
}
