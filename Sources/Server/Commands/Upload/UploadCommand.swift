import ArgumentParser
import Foundation

/// `hatched upload`
struct UploadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload",
    abstract: "Uploads a file to a running server.",
    discussion: """
      Asks the server for an upload (createUpload), sends the bytes, and goes on where the connection broke. Prints the file as
      JSON: mutations such as updateNote take its id.

      The server takes pictures (JPEG, PNG, GIF, WebP, HEIC, AVIF), PDF, office documents and plain text, by their content, of at
      most 25 MiB.

      Examples:
        TOKEN=$(hatched token --demo) hatched upload plan.pdf
        hatched upload IMG_0001.HEIC --server https://school.example.org
        hatched upload scan.pdf --name "Field trip.pdf" \\
          --school 0198f000-0000-7000-8005-000000000001
        hatched upload plan.pdf | jq -r .file.id
      """)

  @ArgumentParser.Argument(help: "The file.", completion: .file())
  var file: String

  @Option(help: "The address of the server.")
  var server = "http://127.0.0.1:8080"

  @Option(help: "A session token. Other users of this machine can read arguments: prefer the variable. (TOKEN)")
  var token: String?

  @Option(help: "The name that the file is to have. [its own]")
  var name: String?

  @Option(help: ArgumentHelp("The school that the file is for. [the family, or the account]", valueName: "id"))
  var school: String?

  @Flag(help: "Show no progress.")
  var quiet = false

  func validate() throws {
    guard let url = URL(string: server), ["http", "https"].contains(url.scheme), url.host != nil, url.path.isEmpty || url.path == "/" else {
      throw ValidationError("\"\(server)\" is not the address of a server: use a scheme, a host and perhaps a port.")
    }
  }

  func run() async throws {
    guard let token = token ?? ProcessInfo.processInfo.environment["TOKEN"], !token.isEmpty else {
      throw ValidationError("There is no session token: set TOKEN, or use --token.")
    }
    let sent = try SentFile(path: file)
    let address = server.hasSuffix("/") ? String(server.dropLast()) : server
    let uploader = Uploader(
      server: address, token: token, progress: quiet ? nil : ProgressLine(name: name ?? sent.name, total: sent.size))
    print(try await uploader.upload(sent, as: name ?? sent.name, for: school))
  }
}
