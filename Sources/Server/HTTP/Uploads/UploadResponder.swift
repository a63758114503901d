import Domain
import Files
import Gateway
import GraphQL
import NIOCore
import NIOHTTP1
import SessionTokens

/// The paths `/uploads/…`, which take the bytes of files: by one PUT, or by several requests as
/// draft-ietf-httpbis-resumable-upload has them.
struct UploadResponder: Sendable {
  static let prefix = "/uploads/"

  let service: UploadService
  /// The upload that a path names, once its signature is verified.
  let upload: @Sendable (String) -> UploadAddress?

  /// The largest body that is read to its end though its request is refused: then the connection can have another.
  private static let droppedSize = 64 << 10

  func answer(to request: ReceivedRequest) async -> Answer {
    let draft = UploadDraft(request.headers)
    var answer: Answer
    do throws(UploadRefusal) {
      let wanted = try UploadRequest(request, draft)
      guard let address = upload(request.path) else { return await dropping(request, Self.unknown) }
      switch wanted {
      case .state: answer = await state(address, draft)
      case .withdraw: answer = await withdraw(address)
      case .write(let write): answer = await take(write, to: address, request, draft)
      }
    } catch {
      answer = Self.error(error.status, GraphQLError(error.message, code: .badUserInput))
      if error == .method { answer.headers.add(name: "allow", value: UploadRequest.methods) }
    }
    return await dropping(request, answer)
  }

  private func dropping(_ request: ReceivedRequest, _ answer: Answer) async -> Answer {
    if case .arriving(let body) = request.body { await body.drop(most: Self.droppedSize) }
    return answer
  }

  private func state(_ address: UploadAddress, _ draft: UploadDraft) async -> Answer {
    do {
      guard let state = try await service.state(address) else { return Self.unknown }
      var headers = Self.progress(state.received, isComplete: state.isStored, draft)
      headers.add(name: "upload-length", value: "\(state.declared)")
      return Answer(status: .noContent, headers: headers, body: ByteBuffer())
    } catch {
      return Self.unavailable(retryAfter: 1)
    }
  }

  private func withdraw(_ address: UploadAddress) async -> Answer {
    do {
      guard try await service.withdraw(address) else { return Self.unknown }
      return Answer(status: .noContent, headers: ["cache-control": "no-store"], body: ByteBuffer())
    } catch {
      return Self.unavailable(retryAfter: 1)
    }
  }

  private func take(
    _ write: UploadWrite, to address: UploadAddress, _ request: ReceivedRequest, _ draft: UploadDraft
  ) async -> Answer {
    // `streamsBody` lets no other request come here.
    guard case .arriving(let body) = request.body else { return Self.unknown }
    let outcome = await service.take(write, to: address, from: RequestBytes(body: body)) {
      guard let version = draft.version else { return }
      body.announce(
        UploadDraft.announcement,
        ["upload-draft-interop-version": "\(version)", "location": request.path, "upload-limit": Self.limit])
    }
    var answer = Self.answer(outcome, draft)
    if case .received = outcome, write.start == .anew {
      // The draft's answer to a request that begins an upload.
      answer.status = .created
      answer.headers.add(name: "location", value: request.path)
    }
    return answer
  }

  // MARK: Answers

  private static let limit = "max-size=\(UploadCreation.maximumBytes)"

  private static func progress(_ received: Int, isComplete: Bool, _ draft: UploadDraft) -> HTTPHeaders {
    var headers: HTTPHeaders = ["upload-offset": "\(received)", "upload-limit": limit, "cache-control": "no-store"]
    headers.add(contentsOf: draft.complete(isComplete))
    return headers
  }

  private static func answer(_ outcome: UploadOutcome, _ draft: UploadDraft) -> Answer {
    switch outcome {
    case .stored(let file, let isNew):
      var answer = json(isNew ? .created : .ok, JSONValue(file))
      answer.headers.add(contentsOf: draft.complete(true))
      return answer
    case .received(let count):
      return Answer(status: .noContent, headers: progress(count, isComplete: false, draft), body: ByteBuffer())
    case .otherOffset(let count):
      return error(
        .conflict, GraphQLError("The upload has \(count) bytes: go on after these.", code: .conflict),
        ["upload-offset": "\(count)"], draft.complete(false))
    case .alreadyStored(let count):
      return error(
        .conflict, GraphQLError("The file is stored already.", code: .conflict), ["upload-offset": "\(count)"], draft.complete(true))
    case .tooShort(let received, let declared):
      return error(
        .badRequest, refused("The file has \(received) bytes, and \(declared) were declared.", "LENGTH"), draft.complete(false))
    case .tooLong(let declared):
      return error(
        .payloadTooLarge, refused("The file has more than the \(declared) bytes that were declared.", "LENGTH"),
        ["upload-limit": limit], draft.complete(false))
    case .refused(let reason):
      return error(.unprocessableEntity, refused(reason.message, reason.rawValue), draft.complete(true))
    case .unknown: return unknown
    case .busy(let received, let seconds):
      var answer = unavailable(retryAfter: seconds)
      answer.headers.add(name: "upload-offset", value: "\(received)")
      answer.headers.add(contentsOf: draft.complete(false))
      return answer
    case .cut(.gone, _): return error(.badRequest, GraphQLError("The request ended too early.", code: .badUserInput))
    case .cut(.tooSlow, _): return error(.requestTimeout, GraphQLError("The file did not come in time.", code: .badUserInput))
    case .cut(.displaced, let received):
      return error(
        .conflict, GraphQLError("A newer request writes to the upload.", code: .conflict), ["upload-offset": "\(received)"],
        draft.complete(false))
    }
  }

  /// Whatever the reason is that there is no upload.
  private static var unknown: Answer {
    error(.notFound, GraphQLError("There is no such upload, or it has ended.", code: .notFound))
  }

  private static func unavailable(retryAfter seconds: Int) -> Answer {
    error(
      .serviceUnavailable, GraphQLError("The server cannot take the file now. The bytes that it has stay: go on later.", code: .unavailable),
      ["retry-after": "\(seconds)"])
  }

  private static func refused(_ message: String, _ reason: String) -> GraphQLError {
    GraphQLError(message, code: .fileRefused, extensions: [.init("reason", .string(reason))])
  }

  private static func error(_ status: HTTPResponseStatus, _ error: GraphQLError, _ headers: HTTPHeaders...) -> Answer {
    var answer = Answer(
      status: status, headers: ["content-type": MediaType.json.contentType, "cache-control": "no-store"],
      body: ByteBuffer(bytes: GraphQLResponse(.invalidRequest, errors: [error]).body))
    for more in headers { answer.headers.add(contentsOf: more) }
    answer.errors = [error.code]
    return answer
  }

  private static func json(_ status: HTTPResponseStatus, _ value: JSONValue) -> Answer {
    var writer = JSONWriter()
    writer.writeValue(value)
    return Answer(
      status: status, headers: ["content-type": MediaType.json.contentType, "cache-control": "no-store"],
      body: ByteBuffer(bytes: writer.bytes))
  }
}

extension FileRefusal.Reason {
  fileprivate var message: String {
    switch self {
    case .type: "The content is of no type that is taken, or there is more of it than its type may have."
    case .pixels: "The picture has too many pixels."
    case .unreadable: "The picture cannot be decoded."
    case .hash: "The content has another SHA-256 than was declared."
    }
  }
}

extension JSONValue {
  /// `{"file": {"id": …, "name": …, "mediaType": …, "bytes": …, "sha256": …, "width": …, "height": …}}`
  fileprivate init(_ file: UploadedFile) {
    self = .object([
      .init(
        "file",
        .object([
          .init("id", .string("\(file.id)")), .init("name", .string(file.name)), .init("mediaType", .string(file.mediaType)),
          .init("bytes", .number("\(file.bytes)")), .init("sha256", .string(Digest(file.sha256)?.hexadecimal ?? "")),
          .init("width", file.width.map { .number("\($0)") } ?? .null),
          .init("height", file.height.map { .number("\($0)") } ?? .null),
        ]))
    ])
  }
}
