import ArgumentParser

/// Options of the page that explores the schema.
struct ExplorerOptions: ParsableArguments {
  @Flag(help: "Serve GraphiQL, a page to explore the schema, at /explorer, and at /graphql for browsers.")
  var explorer = false

  @Option(
    help: ArgumentHelp(
      "The folder with GraphiQL's files, as scripts/explorer-files makes it. Their hashes are checked.", valueName: "path"))
  var explorerFiles: String?

  @Flag(
    help: """
      Answer \"extensions\": {\"plan\": true} of requests with a session by the SQL, the rows and the time of each statement. For \
      development: the SQL and the times tell more than the answer does.
      """)
  var explorerPlans = false

  @Option(
    help: ArgumentHelp(
      """
      A file with people and their tokens, as `hatched token --demo-people` prints it, for the explorer to show what each of them \
      sees. Only for a server that listens on a loopback address.
      """, valueName: "path"))
  var explorerPeople: String?

  /// The site; nil without the option.
  /// - Parameter hosts: the addresses that the server listens on.
  /// - Throws: `CommandFailure` for files that cannot be used.
  func site(listeningOn hosts: [String]) throws -> ExplorerSite? {
    guard explorer else {
      guard explorerPeople == nil else { throw ValidationError("--explorer-people needs --explorer.") }
      return nil
    }
    if explorerPeople != nil, let host = hosts.first(where: { !ListeningAddress.isLoopback($0) }) {
      throw ValidationError(
        "--explorer-people gives its tokens to anybody who reaches the server: listen on 127.0.0.1, not on \(host), or leave it out.")
    }
    return try ExplorerSite(
      vendor: try explorerFiles.map { try ExplorerVendor(folder: $0) }, showsPlans: explorerPlans,
      people: try explorerPeople.map { try ExplorerPeople(path: $0) })
  }
}
