import Domain
import Gateway
import GraphQL
import Logging
import Memory
import NIOCore
import NIOHTTP1

extension GatewayResponder {
  /// Answers a request by the address of a report card. No header says who asks.
  func reportCard(_ request: ReceivedRequest, _ site: ReportCardSite, _ log: RequestLog) async -> Answer {
    guard request.method == .GET || request.method == .HEAD else { return answer(to: .method(allowed: "GET, HEAD")) }
    guard let address = site.address(of: request) else { return answer(to: .unknownAddress) }
    let viewer = Viewer.account(address.viewer)
    do throws(Refusal) {
      let lease = try lease(for: request, of: viewer)
      let network: @Sendable () -> ClientNetwork? = { self.network(of: request) }
      if let refusal = gateway.overloadAnswer(of: viewer, from: network) {
        return await answer(with: refusal, to: request, as: .json, lease)
      }
      let outcome = await site.document(at: address, gateway, log: log, memory: lease.memory, network: network)
      // The rows are gone.
      _ = lease.memory.hold(0, for: .rows)
      switch outcome {
      case .document(let document):
        return await answer(with: document, of: address.viewer, to: request, site, lease, log)
      case .refused:
        throttle.noteEnd(of: viewer)
        return answer(to: .unknownAddress)
      case .failed(let response): return await answer(with: response, to: request, as: .json, lease)
      }
    } catch {
      return answer(to: error)
    }
  }

  private func answer(
    with document: ReportCardSite.Document, of viewer: AccountViewer, to request: ReceivedRequest, _ site: ReportCardSite,
    _ lease: AnswerLease, _ log: RequestLog
  ) async -> Answer {
    let tag = "\"\(document.digest)\""
    if let condition = request.headers.list("if-none-match"), EntityTags(condition)?.matchesWeakly(tag) == true {
      return Answer(status: .notModified, headers: ["cache-control": Self.revalidated, "etag": tag], body: ByteBuffer())
    }
    var bytes = document.source
    if document.isPage {
      do throws(PrintFailure) {
        bytes = try await site.printer.print(document.source, digest: document.digest, for: viewer.accountID)
      } catch {
        log.logger.log(level: error == .busy || error == .cancelled ? .info : .error, "a report card was not printed: \(error)")
        return await answer(with: error.response, to: request, as: .json, lease)
      }
    }
    guard lease.memory.hold(bytes.count, for: .json) else { return self.answer(to: .outOfMemory) }
    var answer = Answer(
      status: .ok,
      headers: [
        "content-type": document.type, "content-disposition": ContentDisposition.value(isInline: false, name: document.fileName), "content-language": document.language, "etag": tag,
        "cache-control": Self.revalidated, "content-security-policy": "default-src 'none'; sandbox",
        "referrer-policy": "no-referrer", "x-robots-tag": "noindex",
      ], body: ByteBuffer(bytes: bytes))
    answer.body.lease = lease
    return answer
  }
}

extension PrintFailure {
  /// The answer to a request for a page that was not printed.
  fileprivate var response: GraphQLResponse {
    switch self {
    case .busy, .cancelled:
      GraphQLResponse(.busy(retryAfter: 3), errors: [GraphQLError("Other report cards are being printed. Try again.", code: .unavailable)])
    case .notInstalled:
      GraphQLResponse(
        .busy(retryAfter: 3_600),
        errors: [GraphQLError("This server cannot print PDFs: it has no WeasyPrint. Ask for the report card as CSV.", code: .unavailable)])
    case .late, .tooLarge, .failed:
      GraphQLResponse(.internalError, errors: [GraphQLError("The report card could not be printed.", code: .internal)])
    }
  }
}
