import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import Mail
import NIOCore
import SQL
import Synchronization
import Testing

@Suite struct WebhookTests {
  /// The example of the specification of Standard Webhooks.
  @Test func `A signature is that of Standard Webhooks`() throws {
    let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let body = Array(#"{"test": 2432232314}"#.utf8)
    #expect(
      secret.signature(id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: body)
        == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  private static let secret = "a secret of some length, at least"
  private static let id = UUIDValue(high: 0x0198_a1b2_0000_7000, low: 0x8000_0000_0000_0001)

  private struct Post: Sendable {
    let id: String?
    let timestamp: String?
    let signature: String?
    let body: String
  }

  /// Runs `body` with a program that answers with a status, and what it got.
  private func withWebhook(
    answering status: HTTPResponse.Status, _ body: @escaping @Sendable (String, @Sendable () -> [Post]) async throws -> Void
  ) async throws {
    let posts = Posts()
    let responder = CallbackResponder<BasicRequestContext> { request, _ in
      let text = String(buffer: try await request.body.collect(upTo: 1 << 16))
      func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { request.headers[$0] } }
      posts.add(
        Post(id: header("webhook-id"), timestamp: header("webhook-timestamp"), signature: header("webhook-signature"), body: text))
      return Response(status: status)
    }
    let application = Application(
      responder: responder, logger: Logger(label: "webhook", factory: { _ in SwiftLogNoOpLogHandler() }))
    try await application.test(.live) { client in
      try await body("http://127.0.0.1:\(client.port ?? 0)/hook") { posts.all }
    }
  }

  private final class Posts: Sendable {
    private let state = Mutex<[Post]>([])
    var all: [Post] { state.withLock { $0 } }
    func add(_ post: Post) { state.withLock { $0.append(post) } }
  }

  private static func message() throws -> ComposedMessage {
    let text = try MailTemplates().template("test", in: "en").rendered(
      ["service": "Größe \"1\"", "time": "now"], language: "en")
    return ComposedMessage(id: id, kind: "test", address: "+4366012345678", language: "en", text: text, createdAt: 0)
  }

  @Test func `A text message is posted, signed, and known again by its id`() async throws {
    try await withWebhook(answering: .noContent) { url, posts in
      let secret = try #require(WebhookSecret(Self.secret))
      let webhook = TelephoneWebhook(url: url, secret: secret)
      for _ in 1...2 { #expect(await webhook.send(try Self.message()) == .sent) }
      #expect(posts().map(\.id) == ["\(Self.id)", "\(Self.id)"])
      let post = try #require(posts().first)
      #expect(
        post.body == #"{"kind":"test","language":"en","text":"A test of Größe \"1\", sent at now.","to":"+4366012345678"}"#)
      let timestamp = try #require(post.timestamp.flatMap { Int64($0) })
      #expect(post.signature == secret.signature(id: "\(Self.id)", timestamp: timestamp, body: Array(post.body.utf8)))
    }
  }

  @Test("The answer says what becomes of a text message", arguments: [
    (400, true), (404, true), (410, true), (401, false), (408, false), (429, false), (500, false), (503, false),
  ])
  func answers(_ status: Int, _ isRefused: Bool) async throws {
    try await withWebhook(answering: HTTPResponse.Status(code: status)) { url, _ in
      let outcome = await TelephoneWebhook(url: url, secret: try #require(WebhookSecret(Self.secret))).send(try Self.message())
      switch outcome {
      case .refused(let code): #expect(isRefused && code == status)
      case .failed(let code, _): #expect(!isRefused && code == status)
      default: Issue.record("\(outcome)")
      }
    }
  }

  @Test func `Where nobody answers, it is tried again`() async throws {
    let webhook = TelephoneWebhook(url: "http://127.0.0.1:1/hook", secret: try #require(WebhookSecret(Self.secret)))
    guard case .failed(0, _) = await webhook.send(try Self.message()) else {
      Issue.record("it was sent to nobody")
      return
    }
  }

  @Test func `A short secret is none, and none is shown`() throws {
    #expect(WebhookSecret("short") == nil && WebhookSecret("whsec_c2hvcnQ=") == nil && WebhookSecret("whsec_!") == nil)
    let secret = try #require(WebhookSecret("a secret of some length, at least"))
    #expect(!"\(secret)".contains("secret of") && !String(reflecting: secret).contains("secret of"))
  }
}
