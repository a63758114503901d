import Hummingbird
import Logging

/// `Hello PORT`: answers GET /hello, as in Hummingbird's own introduction.
@main
struct Hello {
  static func main() async throws {
    guard CommandLine.arguments.count == 2, let port = Int(CommandLine.arguments[1]) else {
      fatalError("Hello needs a port.")
    }
    let router = Router()
    router.get("hello") { _, _ in "Hello" }
    var logger = Logger(label: "hello")
    logger.logLevel = .notice
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
    try await application.runService()
  }
}
