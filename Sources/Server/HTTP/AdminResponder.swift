import Gateway
import NIOCore
import NIOHTTP1

/// The paths of the admin address: `GET /metrics`, `GET /health`, `GET /ready`, and those of the operator's page. Here `/ready` says
/// what is wrong: who can ask is the operator.
struct AdminResponder: HTTPResponder {
  let metrics: ServerMetrics
  let readiness: ReadinessCheck
  let admission: Admission
  let limits: RequestHandler.Limits
  /// Nil where there is no admin address.
  var site: OperatorSite?

  func answer(to request: ReceivedRequest) async -> Answer {
    let methods = OperatorSite.methods(of: request.path) ?? [.GET, .HEAD]
    guard methods.contains(request.method) else {
      let names = methods.map(\.rawValue).joined(separator: ", ")
      return text(.methodNotAllowed, "This path is asked by one of: \(names).\n", headers: ["allow": names])
    }
    switch request.path {
    case "/metrics":
      return text(.ok, metrics.text, type: Exposition.contentType)
    case "/health":
      return text(.ok, "running\n")
    case "/ready":
      if admission.isDraining { return text(.serviceUnavailable, "the server is about to end\n") }
      let problems = await readiness.problems()
      return problems.isEmpty
        ? text(.ok, "ready\n")
        : text(.serviceUnavailable, problems.map { $0 + "\n" }.joined())
    default:
      guard var answer = await site?.answer(to: request) else {
        return text(.notFound, "There is nothing at this path: ask /, /metrics, /status, /health or /ready.\n")
      }
      answer.headers.add(name: "x-content-type-options", value: "nosniff")
      return answer
    }
  }

  func isAlwaysAnswered(_ path: String) -> Bool { true }

  func answer(to fault: RequestFault) -> Answer { text(Refusal.fault(fault, limits).status, "This is no request.\n") }

  private func text(
    _ status: HTTPResponseStatus, _ body: String, type: String = "text/plain; charset=utf-8", headers: HTTPHeaders = [:]
  ) -> Answer {
    var headers = headers
    headers.add(name: "content-type", value: type)
    headers.add(name: "cache-control", value: "no-store")
    headers.add(name: "x-content-type-options", value: "nosniff")
    return Answer(status: status, headers: headers, body: ByteBuffer(string: body))
  }
}
