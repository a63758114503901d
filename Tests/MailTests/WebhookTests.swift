import Mail
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

  @Test func `A short secret is none, and none is shown`() throws {
    #expect(WebhookSecret("short") == nil && WebhookSecret("whsec_c2hvcnQ=") == nil && WebhookSecret("whsec_!") == nil)
    let secret = try #require(WebhookSecret("a secret of some length, at least"))
    #expect(!"\(secret)".contains("secret of") && !String(reflecting: secret).contains("secret of"))
  }
}
