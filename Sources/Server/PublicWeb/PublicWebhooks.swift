import AsyncHTTPClient
import Domain
import Gateway
import NIOCore
import NIOHTTP1

/// Sends messages to webhooks, at public addresses alone: see `PublicHost`.
struct PublicWebhooks: WebhookSender {
  private static let timeout = TimeAmount.seconds(15)
  /// The part of an answer that is read, in bytes: only the status counts.
  private static let maximumLength = 16 << 10

  /// The hosts that may be anywhere.
  let exceptions: ReachableHosts
  private let clients = PinnedClients()

  init(exceptions: ReachableHosts = .none) { self.exceptions = exceptions }

  func send(_ request: WebhookRequest) async -> WebhookAnswer {
    let deadline = NIODeadline.now() + Self.timeout
    let url: PublicURL
    do throws(PublicURL.Problem) {
      url = try PublicURL(request.url, exceptions: exceptions)
    } catch {
      return .failure("The address \(error.message).")
    }
    guard let host = await PublicHost.found(for: url) else { return .failure("The host has no public address.") }
    let client = await clients.borrow(host)
    let answer = await Self.answer(of: url, request, client, deadline)
    await clients.giveBack(host)
    return answer
  }

  /// Ends all connections.
  func shutdown() async { await clients.shutdown() }

  private static func answer(
    of url: PublicURL, _ request: WebhookRequest, _ client: HTTPClient, _ deadline: NIODeadline
  ) async -> WebhookAnswer {
    var message = HTTPClientRequest(url: url.text)
    message.method = .POST
    for (name, value) in request.headers { message.headers.add(name: name, value: value) }
    message.body = .bytes(ByteBuffer(bytes: request.body))
    do {
      let response = try await client.execute(message, deadline: deadline)
      // So that the connection may be used again.
      _ = try? await response.body.collected(upTo: maximumLength, before: deadline)
      return .status(Int(response.status.code))
    } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout {
      return .failure("The host did not answer within 15 seconds.")
    } catch {
      return .failure("The host cannot be reached.")
    }
  }
}
