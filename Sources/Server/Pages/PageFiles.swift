import Embedded
import NIOCore
import NIOHTTP1

/// The scripts, styles and other files of a page, under a path, and the templates that name them.
struct PageFiles: Sendable {
  /// Its tags and its cached bytes count on that an address with a hash never changes.
  private static let forever = "public, max-age=31536000, immutable"
  private static let revalidated = "no-cache"

  /// The path of the files, as in `/explorer`.
  let path: String
  private let templates: [String: String]
  private let files: [String: PageFile]
  private let headers: HTTPHeaders

  /// - Parameters:
  ///   - others: files that are no part of the program, by name.
  init(_ embedded: [EmbeddedFile], and others: [String: [UInt8]] = [:], under path: String) {
    self.path = path
    var files: [String: PageFile] = [:]
    for file in embedded {
      guard let type = Self.type(of: file.name) else { continue }
      files[file.name] = PageFile(Array(file.text.utf8), type: type)
    }
    for (name, bytes) in others {
      guard let type = Self.type(of: name) else { continue }
      files[name] = PageFile(bytes, type: type)
    }
    self.files = files
    templates = Dictionary(
      embedded.filter { $0.name.hasSuffix(".html") }.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
    // Nothing but this server's own scripts and styles.
    headers = [
      "content-security-policy": """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """,
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "vary": "Accept-Encoding",
    ]
  }

  /// Pages are made of templates, and are no files.
  private static func type(of name: String) -> String? {
    switch name.split(separator: ".").last {
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    case "json": "application/json; charset=utf-8"
    case "woff": "font/woff"
    case "woff2": "font/woff2"
    default: nil
    }
  }

  /// The page of a template: `{{explorer.js}}` becomes the file's address, and `{{plans}}` a value.
  /// - Throws: `CommandFailure` where there is no such template.
  func page(_ template: String, _ values: [String: String]) throws -> PageFile {
    guard let text = templates[template] else { throw CommandFailure("this build has no \(template)") }
    let filled = text.replacing(/\{\{([a-z.\-]+)\}\}/) { match in
      let name = String(match.output.1)
      return values[name] ?? files[name].map { "\(path)/\(name)?\($0.hash)" } ?? ""
    }
    return PageFile(Array(filled.utf8), type: "text/html; charset=utf-8")
  }

  /// The answer with a page.
  func answer(to request: ReceivedRequest, with page: PageFile) -> Answer {
    page.answer(to: request, caching: Self.revalidated, headers)
  }

  /// The answer with a file, or nil for a path of none of the files.
  func answer(to request: ReceivedRequest) -> Answer? {
    guard let name = name(of: request.path), let file = files[name] else { return nil }
    return file.answer(to: request, caching: request.query == file.hash ? Self.forever : Self.revalidated, headers)
  }

  /// The answer with JSON that belongs to the page, and that nobody keeps.
  func answer(withJSON bytes: ByteBuffer, status: HTTPResponseStatus = .ok) -> Answer {
    var headers = headers
    headers.add(name: "content-type", value: MediaType.json.contentType)
    headers.add(name: "cache-control", value: "no-store")
    return Answer(status: status, headers: headers, body: bytes)
  }

  /// The name under the path: `core.js` of `/explorer/core.js`.
  func name(of path: String) -> String? {
    path.hasPrefix(self.path + "/") ? String(path.dropFirst(self.path.count + 1)) : nil
  }
}
