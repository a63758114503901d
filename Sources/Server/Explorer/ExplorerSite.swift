import Embedded
import NIOCore
import NIOHTTP1

/// The pages and files of `/explorer`: GraphiQL, and plugins of this program.
struct ExplorerSite: Sendable {
  private static let path = "/explorer"

  /// Nothing but this server's own scripts and styles; GraphiQL's style has its fonts in it.
  private static let headers: HTTPHeaders = [
    "content-security-policy": """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src data:; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """,
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "vary": "Accept-Encoding",
  ]

  /// Its tags and its cached bytes count on that an address with a hash never changes.
  private static let forever = "public, max-age=31536000, immutable"
  private static let revalidated = "no-cache"

  private let page: ExplorerFile
  private let files: [String: ExplorerFile]
  private let people: ExplorerPeople?
  /// Whether GraphiQL's files are there. Without them the page says how to get them.
  let isComplete: Bool

  /// - Parameter vendor: nil where nobody said where its files are.
  init(vendor: ExplorerVendor?, showsPlans: Bool = false, people: ExplorerPeople? = nil) throws {
    self.people = people
    var files: [String: ExplorerFile] = [:]
    for file in EmbeddedFile.explorer {
      guard let type = Self.type(of: file.name) else { continue }
      files[file.name] = ExplorerFile(Array(file.text.utf8), type: type)
    }
    for (name, bytes) in vendor?.files ?? [:] {
      guard let type = Self.type(of: name) else { continue }
      files[name] = ExplorerFile(bytes, type: type)
    }
    isComplete = vendor?.files != nil
    self.files = files
    let name = isComplete ? "explorer.html" : "missing.html"
    guard let template = EmbeddedFile.explorer.first(where: { $0.name == name })?.text else {
      throw CommandFailure("this build has no \(name)")
    }
    let values = [
      "plans": showsPlans ? "on" : "off", "people": people == nil ? "off" : "on",
      "folder": Self.escaped(vendor?.folder ?? "FOLDER"), "version": Release.version,
    ]
    page = ExplorerFile(Array(Self.fill(template, values, files).utf8), type: "text/html; charset=utf-8")
  }

  /// Pages are made of templates, and are no files.
  private static func type(of name: String) -> String? {
    switch name.split(separator: ".").last {
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    case "json": "application/json; charset=utf-8"
    default: nil
    }
  }

  /// Replaces `{{explorer.js}}` by the file's address, and `{{plans}}` by a value.
  private static func fill(_ template: String, _ values: [String: String], _ files: [String: ExplorerFile]) -> String {
    template.replacing(/\{\{([a-z.\-]+)\}\}/) { match in
      let name = String(match.output.1)
      return values[name] ?? files[name].map { "\(path)/\(name)?\($0.hash)" } ?? ""
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  /// The answer to a request for the page by the path of GraphQL, as a browser's address line sends it.
  /// - Returns: nil for a request that does not prefer a page.
  func page(for request: ReceivedRequest) -> Answer? {
    guard request.method == .GET || request.method == .HEAD, MediaType.prefersPage(request.headers.list("accept")) else { return nil }
    var headers = Self.headers
    headers.remove(name: "vary")
    return page.answer(to: request, caching: Self.revalidated, headers)
  }

  /// - Returns: nil for a path of none of its files.
  func answer(to request: ReceivedRequest) -> Answer? {
    if request.path == Self.path { return page.answer(to: request, caching: Self.revalidated, Self.headers) }
    guard request.path.hasPrefix(Self.path + "/") else { return nil }
    let name = String(request.path.dropFirst(Self.path.count + 1))
    if name == "people.json" { return people?.answer(to: request, Self.headers) }
    guard let file = files[name] else { return nil }
    return file.answer(to: request, caching: request.query == file.hash ? Self.forever : Self.revalidated, Self.headers)
  }
}
