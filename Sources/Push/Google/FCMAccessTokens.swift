import Foundation

/// The access token that all requests to FCM share — RFC 6749, section 5; RFC 7523, section 2.1.
package actor FCMAccessTokens {
  /// How long before its end a token is replaced, in seconds.
  static let margin: Int64 = 300
  /// The age that a token must have before it is replaced because FCM refuses it, in seconds.
  static let shortestLifetime: Int64 = 60
  /// The number of seconds for which nothing is asked after a refusal: a person has to set that right.
  static let pauseAfterRefusal = 60

  private struct Token {
    let text: String
    let issued: Int64
    let end: Int64
  }

  private let account: FCMServiceAccount
  private let client: HTTP2Client
  private let now: @Sendable () -> Int64
  private var latest: Token?
  private var failure: (AccessTokenFailure, until: Int64)?
  private var failures = 0
  /// The request under way, which all wait for.
  private var exchange: Task<Void, Never>?

  /// - Parameter now: seconds since 1970.
  package init(_ account: FCMServiceAccount, _ client: HTTP2Client, now: @escaping @Sendable () -> Int64) {
    self.account = account
    self.client = client
    self.now = now
  }

  /// The token for a request, which is asked for if there is none, or it is about to end.
  func current() async -> Result<String, AccessTokenFailure> {
    if let latest, now() < latest.end - Self.margin { return .success(latest.text) }
    if failure.map({ $0.until <= now() }) ?? true {
      let task = exchange ?? Task { await ask() }
      exchange = task
      await task.value
    }
    if let latest, now() < latest.end { return .success(latest.text) }
    return .failure(failure?.0 ?? AccessTokenFailure(code: 0, reason: "no access token", pause: 0))
  }

  /// Forgets a token that FCM refuses.
  /// - Returns: false if it is too young for that: another one would be refused, too.
  func forget(_ refused: String) -> Bool {
    guard let latest, latest.text == refused else { return true }
    if (0..<Self.shortestLifetime).contains(now() - latest.issued) { return false }
    self.latest = nil
    return true
  }

  private func ask() async {
    let issued = now()
    switch await answer(issued) {
    case .success(let token):
      latest = token
      failure = nil
      failures = 0
    case .failure(let why):
      failure = (why, until: issued + Int64(why.pause))
      failures += 1
    }
    exchange = nil
  }

  private func answer(_ issued: Int64) async -> Result<Token, AccessTokenFailure> {
    guard let assertion = try? account.assertion(issued: issued) else {
      return .failure(AccessTokenFailure(code: 0, reason: "no assertion can be signed", pause: Self.pauseAfterRefusal))
    }
    let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)"
    let result = await client.send(
      HTTPRequest(
        url: account.tokenURL, headers: ["content-type: application/x-www-form-urlencoded"], body: Array(form.utf8)))
    switch result {
    case .answer(let answer): return token(answer, issued)
    case .lost(let why), .notSent(let why):
      return .failure(AccessTokenFailure(code: 0, reason: "the access token's server: \(why)", pause: growingPause(nil)))
    }
  }

  private func token(_ answer: HTTPAnswer, _ issued: Int64) -> Result<Token, AccessTokenFailure> {
    let data = Data(answer.body)
    if answer.status == 200, let grant = try? JSONDecoder().decode(Grant.self, from: data), Self.isToken(grant.access_token) {
      return .success(
        Token(text: grant.access_token, issued: issued, end: issued + min(max(grant.expires_in ?? 3_600, 0), 86_400)))
    }
    let isLater = answer.status == 429 || answer.status >= 500
    let reason = (try? JSONDecoder().decode(Refusal.self, from: data))?.error.bounded
    return .failure(
      AccessTokenFailure(
        code: answer.status, reason: "the access token's server answers \(reason ?? "\(answer.status)")",
        pause: isLater ? growingPause(answer.retryAfter) : Self.pauseAfterRefusal))
  }

  private func growingPause(_ asked: Int?) -> Int {
    Int(RetryPause.after(tries: failures, asked: asked).components.seconds)
  }

  /// It becomes a part of a header.
  private static func isToken(_ text: String) -> Bool {
    (1...8_192).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }

  private struct Grant: Decodable {
    let access_token: String
    let expires_in: Int64?
  }

  private struct Refusal: Decodable {
    let error: String
  }
}
