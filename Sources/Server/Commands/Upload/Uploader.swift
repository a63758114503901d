import AsyncHTTPClient
import Foundation
import GraphQL
import NIOCore
import NIOHTTP1
import SessionTokens

/// Sends a file to a server, and goes on where the connection broke.
struct Uploader {
  /// Without a slash at its end: `https://school.example.org`.
  let server: String
  let token: String
  let progress: ProgressLine?
  /// The pauses before further tries, in seconds.
  var pauses = [1, 2, 4, 8, 16, 30, 30, 30]

  private static let maximumAnswer = 1 << 20
  private static let timeout = TimeAmount.seconds(30)
  /// A file is sent at whatever speed the network has, and examined after that.
  private static let sendingTimeout = TimeAmount.hours(2)

  /// - Returns: the file, as JSON.
  /// - Throws: `CommandFailure` in words of the server, where there are any.
  func upload(_ file: SentFile, as name: String, for school: String?) async throws -> String {
    let address = try await create(file, as: name, for: school)
    var offset = 0
    defer { progress?.end() }
    for pause in pauses.map(Optional.some) + [nil] {
      switch try await send(file, from: offset, to: address) {
      case .stored(let text): return text
      case .failed(let reason):
        progress?.end()
        guard let pause else { throw CommandFailure("the upload failed: \(reason)") }
        StandardStreams.writeError("\(reason): once more in \(pause) s")
        try await Task.sleep(for: .seconds(pause))
        // Where the server cannot be asked, the whole file is sent again.
        offset = await self.offset(of: address) ?? 0
      }
    }
    throw CommandFailure("the upload failed")
  }

  // MARK: createUpload

  private static let document = """
    mutation($input: CreateUploadInput!) { createUpload(input: $input) { upload { address } } }
    """

  private func create(_ file: SentFile, as name: String, for school: String?) async throws -> String {
    var input: [JSONValue.Member] = [
      .init("name", .string(name)), .init("bytes", .number("\(file.size)")), .init("sha256", .string(file.sha256.hexadecimal)),
    ]
    if let school { input.append(.init("schoolId", .string(school))) }
    var writer = JSONWriter()
    writer.writeValue(.object([.init("query", .string(Self.document)), .init("variables", .object([.init("input", .object(input))]))]))
    var request = HTTPClientRequest(url: "\(server)/graphql")
    request.method = .POST
    request.headers = ["content-type": "application/json", "accept": "application/json", "authorization": "Bearer \(token)"]
    request.body = .bytes(writer.bytes)
    let answer: Answer
    do {
      answer = try await self.answer(to: request, within: Self.timeout)
    } catch {
      throw CommandFailure("\(server) does not answer: \(error)", status: .unreachableDatabase)
    }
    guard case .string(let address)? = answer.json?["data"]?["createUpload"]?["upload"]?["address"] else {
      throw CommandFailure("the server takes no upload: \(answer.message)")
    }
    return address
  }

  // MARK: The bytes

  private enum Result {
    case stored(String)
    /// It may succeed later.
    case failed(String)
  }

  /// Sends the bytes behind an offset, which are the last ones.
  private func send(_ file: SentFile, from offset: Int, to address: String) async throws -> Result {
    var request = HTTPClientRequest(url: server + address)
    request.headers = ["upload-complete": "?1"]
    if offset == 0 {
      request.method = .PUT
    } else {
      request.method = .PATCH
      request.headers.add(name: "content-type", value: UploadDraft.mediaType)
      request.headers.add(name: "upload-offset", value: "\(offset)")
    }
    let pieces = SentPieces(file: file, offset: offset) { [progress] in progress?.show($0) }
    request.body = .stream(pieces, length: .known(Int64(file.size - offset)))
    let answer: Answer
    do {
      answer = try await self.answer(to: request, within: Self.sendingTimeout)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      return .failed("the connection broke (\(error))")
    }
    switch answer.status {
    case .ok, .created: return .stored(answer.text)
    // The server has another number of bytes, or is busy.
    case .conflict, .requestTimeout, .tooManyRequests, .internalServerError, .badGateway, .serviceUnavailable, .gatewayTimeout:
      return .failed(answer.message)
    default: throw CommandFailure("the server does not take the file: \(answer.message)")
    }
  }

  /// The number of bytes that the server has; nil where it does not say so.
  private func offset(of address: String) async -> Int? {
    var request = HTTPClientRequest(url: server + address)
    request.method = .HEAD
    guard let answer = try? await answer(to: request, within: Self.timeout), answer.status == .noContent else { return nil }
    return StructuredItem.integer("upload-offset", in: answer.headers)
  }

  // MARK: HTTP

  private struct Answer {
    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    let text: String

    var json: JSONValue? { try? JSONValue(parsing: Array(text.utf8)) }

    /// The words of the server.
    var message: String {
      if case .array(let errors)? = json?["errors"], case .string(let message)? = errors.first?["message"] { return message }
      return "\(status.code) \(status.reasonPhrase)"
    }
  }

  private func answer(to request: HTTPClientRequest, within time: TimeAmount) async throws -> Answer {
    let response = try await HTTPClient.shared.execute(request, timeout: time)
    let body = try await response.body.collect(upTo: Self.maximumAnswer)
    return Answer(status: response.status, headers: response.headers, text: String(buffer: body))
  }
}
