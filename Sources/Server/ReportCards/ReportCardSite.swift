import Domain
import Gateway
import GraphQL
import Memory
import ReportCards
import SQL
import SessionTokens

/// Makes report cards for the holders of their addresses.
struct ReportCardSite: Sendable {
  let signer: ReportCardAddress.Signer
  let printer: PagePrinter
  /// Seconds since 1970.
  var now: @Sendable () -> Int64 = { TokenConfiguration.now }

  /// A report card, ready to be sent.
  struct Document: Sendable {
    let fileName: String
    let type: String
    let language: String
    /// Names the bytes: those that a PDF was made from.
    let digest: String
    /// The bytes; for a PDF those of the page that it is made from.
    let source: [UInt8]
    let isPage: Bool
  }

  enum Outcome: Sendable {
    case document(Document)
    case refused
    case failed(GraphQLResponse)
  }

  /// - Returns: nil for a request by none of the addresses that this server gave and that are good still.
  func address(of request: ReceivedRequest) -> ReportCardAddress? {
    signer.read(path: request.path, query: request.query, at: now())?.address
  }

  /// Reads a report card as the holder of its address.
  func document(
    at address: ReportCardAddress, _ gateway: Gateway, log: RequestLog, memory: MemoryReservation,
    network: @escaping @Sendable () -> ClientNetwork?
  ) async -> Outcome {
    let (student, term, year) = (address.studentID.description, address.termID?.description, address.schoolYearID?.description)
    func read(_ document: String, _ variables: JSONValue) async -> OwnAnswer {
      await gateway.answer(
        toOwn: document, variables, as: .account(address.viewer), log: log, memory: memory, network: network)
    }
    let head: ReportCardHead
    switch await read(ReportCardQuery.head, ReportCardQuery.headVariables(student: student, term: term, schoolYear: year)) {
    case .data(let data):
      guard let found = ReportCardHead(data, hasTerm: term != nil, hasSchoolYear: year != nil) else { return .refused }
      head = found
    case .refused: return .refused
    case .failed(let response): return .failed(response)
    }
    var answers: [JSONValue] = []
    let first = gateway.largestPage
    var offset = 0
    repeat {
      let variables = ReportCardQuery.variables(
        student: student, term: term, schoolYear: year, head, first: first, offset: offset == 0 ? nil : offset)
      switch await read(offset == 0 ? ReportCardQuery.body : ReportCardQuery.more, variables) {
      case .data(let data): answers.append(data)
      case .refused: return .refused
      case .failed(let response): return .failed(response)
      }
      offset += first
    } while answers.last.map(ReportCard.courseCount(in:)) == first && offset < ReportCardQuery.maximumCourses
    guard let body = answers.first, let card = ReportCard(head, student: student, body, more: Array(answers.dropFirst())) else {
      return .refused
    }
    return .document(document(of: card, at: address))
  }

  private func document(of card: ReportCard, at address: ReportCardAddress) -> Document {
    let language = DocumentLanguage(tag: address.language ?? card.head.language)
    let name = card.fileName(in: language, ending: address.format.ending)
    let isPage = address.format == .pdf
    let source: [UInt8]
    switch address.format {
    case .csv: source = Array(ReportCardTable(card, in: language).text.utf8)
    case .pdf:
      let paper = address.paper.flatMap(Paper.init(rawValue:)) ?? Paper(timeZone: card.head.timeZone)
      let day = CivilDay(at: now(), in: card.head.timeZone)
      source = Array(ReportCardPage(card, in: language, on: paper, issued: day).html.utf8)
    }
    return Document(
      fileName: name, type: isPage ? "application/pdf" : "text/csv; charset=utf-8; header=present", language: language.code,
      digest: String(SHA256.hash(source).hexadecimal.prefix(32)), source: source, isPage: isPage)
  }
}
