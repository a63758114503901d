import Embedded
import Glibc
import NIOCore
import NIOHTTP1

/// The operator's page at the admin address: `GET /` with its files, `GET /status` and `POST /doctor`. The page draws what `/metrics`
/// says.
struct OperatorSite: Sendable {
  private let page: PageFile
  private let files: PageFiles
  private let status: OperatorStatus
  /// The host of the admin address.
  private let host: String

  init(_ status: OperatorStatus, at host: String) throws {
    self.status = status
    self.host = host
    files = PageFiles(EmbeddedFile.operatorPage, under: "/operator")
    page = try files.page("operator.html", ["version": Release.version, "build": Release.build])
  }

  /// The methods that a path is asked by; nil for a path of another part.
  static func methods(of path: String) -> [HTTPMethod]? {
    switch path {
    case "/", "/status": [.GET, .HEAD]
    case "/doctor": [.POST]
    default: path.hasPrefix("/operator/") ? [.GET, .HEAD] : nil
    }
  }

  /// - Returns: nil for a path of none of its files.
  func answer(to request: ReceivedRequest) async -> Answer? {
    switch request.path {
    case "/": return files.answer(to: request, with: page)
    case "/status":
      guard isTrusted(request.host) else { return refusal }
      return files.answer(withJSON: await status.json())
    case "/doctor":
      guard isTrusted(request.host), isOfOwnPage(request) else { return refusal }
      await status.doctor.renew()
      return files.answer(withJSON: await status.json(), status: .accepted)
    default: return files.answer(to: request)
    }
  }

  private var refusal: Answer {
    files.answer(
      withJSON: ByteBuffer(
        string: #"{"error":"Open this page by an IP address, a name without a dot, or the name in HATCHED_ADMIN_ADDRESS."}"#),
      status: .forbidden)
  }

  /// Whether the page of another site cannot have this host: its name could lead here, and its scripts read what the server says.
  private func isTrusted(_ name: String?) -> Bool {
    guard let name else { return false }
    return !name.contains(".") || name == host || Self.isAddress(name)
  }

  private static func isAddress(_ name: String) -> Bool {
    var v4 = in_addr()
    var v6 = in6_addr()
    return inet_pton(AF_INET, name, &v4) == 1 || inet_pton(AF_INET6, name, &v6) == 1
  }

  /// Browsers name the origin of a page in every POST; other programs name none.
  private func isOfOwnPage(_ request: ReceivedRequest) -> Bool {
    guard let origin = request.headers.first(name: "origin") else { return true }
    guard let host = request.headers.first(name: "host") else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}
