import Embedded
import NIOHTTP1

/// The pages and files of `/explorer`: GraphiQL, and plugins of this program.
struct ExplorerSite: Sendable {
  private let page: PageFile
  private let files: PageFiles
  private let people: ExplorerPeople?
  /// Whether GraphiQL's files are there. Without them the page says how to get them.
  let isComplete: Bool

  /// - Parameter vendor: nil where nobody said where its files are.
  init(vendor: ExplorerVendor?, showsPlans: Bool = false, people: ExplorerPeople? = nil) throws {
    self.people = people
    isComplete = vendor?.files != nil
    files = PageFiles(EmbeddedFile.explorer, and: vendor?.files.map(Self.withFonts) ?? [:], under: "/explorer")
    page = try files.page(
      isComplete ? "explorer.html" : "missing.html",
      [
        "plans": showsPlans ? "on" : "off", "people": people == nil ? "off" : "on",
        "folder": Self.escaped(vendor?.folder ?? "FOLDER"), "version": Release.version,
      ])
  }

  private static func withFonts(_ files: [String: [UInt8]]) -> [String: [UInt8]] {
    let style = "graphiql.min.css"
    guard let text = files[style] else { return files }
    let fonts = ExplorerFonts(in: text)
    return files.merging(fonts.files.merging([style: fonts.style]) { $1 }) { $1 }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  /// The answer to a request for the page by the path of GraphQL, as a browser's address line sends it.
  /// - Returns: nil for a request that does not prefer a page.
  func page(for request: ReceivedRequest) -> Answer? {
    guard request.method == .GET || request.method == .HEAD, MediaType.prefersPage(request.headers.list("accept")) else { return nil }
    var answer = files.answer(to: request, with: page)
    // All answers by that path have one.
    answer.headers.remove(name: "vary")
    return answer
  }

  /// - Returns: nil for a path of none of its files.
  func answer(to request: ReceivedRequest) -> Answer? {
    if request.path == files.path { return files.answer(to: request, with: page) }
    guard files.name(of: request.path) != "people.json" else {
      return people?.answer(to: request).map { files.answer(withJSON: $0) }
    }
    return files.answer(to: request)
  }
}
