import Gateway
import HummingbirdCore
import NIOCore
import NIOHTTP1

/// The paths `/uploads/…` and `/files/…`. Their addresses are the right to what they name: no header is asked for one.
struct FilePaths: Sendable {
  static let prefixes = [UploadResponder.prefix, FileResponder.prefix]

  let uploads: UploadResponder
  let files: FileResponder

  static func has(_ path: String) -> Bool { prefixes.contains { path.hasPrefix($0) } }

  /// Whether a request is answered while its body comes.
  func streamsBody(of request: HTTPRequestHead) -> Bool {
    (request.method == .PUT || request.method == .PATCH) && URI(request.uri).path.hasPrefix(UploadResponder.prefix)
  }

  func answer(to request: ReceivedRequest) async -> Answer {
    request.path.hasPrefix(UploadResponder.prefix) ? await uploads.answer(to: request) : await files.answer(to: request)
  }
}

extension GatewayResponder {
  func streamsBody(of request: HTTPRequestHead) -> Bool { files?.streamsBody(of: request) ?? false }

  /// The answer to a request for a file or an upload.
  func file(_ request: ReceivedRequest) async -> Answer {
    guard let files else { return answer(to: .unknownPath) }
    let pages = request.path.hasPrefix(UploadResponder.prefix) ? PageAccess.uploads : PageAccess.files
    if let crossOrigin, CrossOriginPolicy.isPreflight(request) {
      return crossOrigin.preflight(request.headers, methods: pages.methods, permitted: pages.permitted)
        .map { Answer(status: .noContent, headers: $0, body: ByteBuffer()) } ?? answer(to: .origin)
    }
    guard admission.isOpen else { return answer(to: .outOfService) }
    var answer = await files.answer(to: request)
    if let crossOrigin {
      answer.headers.add(name: "vary", value: "Origin")
      if let grant = crossOrigin.grant(request.headers, exposed: pages.exposed) { answer.headers.add(contentsOf: grant) }
    }
    return answer
  }
}

/// The methods and headers that pages of other origins use for files.
private struct PageAccess {
  let methods: String
  /// The headers of requests that need permission.
  let permitted: String
  let exposed: String

  static let uploads = PageAccess(
    methods: UploadRequest.methods,
    permitted: "content-type, upload-complete, upload-draft-interop-version, upload-incomplete, upload-length, upload-offset",
    exposed: "location, retry-after, upload-complete, upload-incomplete, upload-length, upload-limit, upload-offset, x-request-id")
  static let files = PageAccess(
    methods: "GET, HEAD", permitted: "if-match, if-none-match, if-range, range",
    exposed: "accept-ranges, content-disposition, content-range, etag, retry-after, x-request-id")
}
