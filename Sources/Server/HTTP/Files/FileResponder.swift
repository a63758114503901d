import Files
import Gateway
import GraphQL
import Logging
import NIOCore
import NIOHTTP1

/// The paths `/files/…`, which give the bytes of files to those who have the right to see them.
struct FileResponder: Sendable {
  static let prefix = "/files/"
  static let methods = "GET, HEAD, OPTIONS"

  let finder: any FileFinder
  let store: any FileStore
  let logger: Logger

  func answer(to request: ReceivedRequest) async -> Answer {
    switch request.method {
    case .GET, .HEAD: break
    case .OPTIONS: return Answer(status: .noContent, headers: ["allow": Self.methods], body: ByteBuffer())
    default:
      var answer = Self.error(.methodNotAllowed, GraphQLError("Files are read by GET.", code: .badUserInput))
      answer.headers.add(name: "allow", value: Self.methods)
      return answer
    }
    do {
      guard let file = try await finder.file(request.path) else { return Self.unknown }
      return try await answer(to: request, file)
    } catch {
      if let failure = error as? FileStoreFailure {
        logger.error("a file cannot be read", metadata: ["error": "\(failure)"])
        if failure.reason == .missing { return Self.unknown }
      }
      var answer = Self.error(.serviceUnavailable, GraphQLError("The file cannot be read now.", code: .unavailable))
      answer.headers.add(name: "retry-after", value: "1")
      return answer
    }
  }

  private func answer(to request: ReceivedRequest, _ file: ServedFile) async throws -> Answer {
    if let condition = FileSelection.condition(request.headers, tag: file.tag) { return answer(condition, file) }
    let opened = try await store.open(file.id, file.variant)
    let selection = FileSelection(request.headers, tag: file.tag, of: opened.size, isRangeable: request.method == .GET)
    return answer(selection, file, opened)
  }

  private func answer(_ selection: FileSelection, _ file: ServedFile, _ opened: OpenedFile? = nil) -> Answer {
    var answer: Answer
    switch selection {
    case .notModified: return Answer(status: .notModified, headers: Self.headers(of: file), body: ByteBuffer())
    case .preconditionFailed: answer = Self.error(.preconditionFailed, GraphQLError("The file is another one.", code: .conflict))
    case .unsatisfiable:
      answer = Self.error(.rangeNotSatisfiable, GraphQLError("The file has no such part.", code: .badUserInput))
      answer.headers.add(name: "content-range", value: "bytes */\(opened?.size ?? 0)")
    case .whole: answer = body(of: file, opened, 0..<(opened?.size ?? 0))
    case .part(let range):
      answer = body(of: file, opened, range)
      answer.status = .partialContent
      answer.headers.add(name: "content-range", value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(opened?.size ?? 0)")
    }
    return answer
  }

  private func body(of file: ServedFile, _ opened: OpenedFile?, _ range: Range<Int>) -> Answer {
    var headers = Self.headers(of: file)
    headers.add(name: "content-type", value: file.mediaType)
    headers.add(
      name: "content-disposition", value: ContentDisposition.value(isInline: file.kind == .picture, name: file.name))
    guard let opened else { return Answer(status: .ok, headers: headers, body: ByteBuffer()) }
    return Answer(status: .ok, headers: headers, body: AnswerBody(StoredPieces(bytes: opened.bytes(range)), count: range.count, file: FilePart(opened, range)))
  }

  // MARK: Headers

  private static func headers(of file: ServedFile) -> HTTPHeaders {
    [
      "etag": file.tag, "accept-ranges": "bytes", "cache-control": "private, max-age=\(file.secondsLeft), immutable",
      // A file that somebody uploaded must do nothing in a browser, whatever the browser takes it for.
      "content-security-policy": "default-src 'none'; sandbox", "referrer-policy": "no-referrer",
    ]
  }

  /// Whatever the reason is that there is no file.
  private static var unknown: Answer { error(.notFound, GraphQLError("There is no such file.", code: .notFound)) }

  private static func error(_ status: HTTPResponseStatus, _ error: GraphQLError) -> Answer {
    var answer = Answer(
      status: status, headers: ["content-type": MediaType.json.contentType, "cache-control": "no-store"],
      body: ByteBuffer(bytes: GraphQLResponse(.invalidRequest, errors: [error]).body))
    answer.errors = [error.code]
    return answer
  }
}

extension FilePart {
  /// Nil for a file that is not on this machine's disk.
  fileprivate init?(_ opened: OpenedFile, _ range: Range<Int>) {
    guard case .local(let local) = opened, let file = OpenFile(duplicating: local.descriptor) else { return nil }
    self.init(file: file, range: range)
  }
}
