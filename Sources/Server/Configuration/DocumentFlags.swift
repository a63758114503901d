import ArgumentParser
import Gateway
import GraphQL

/// Which documents the server executes, and who may ask for its schema.
struct DocumentFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of .graphql files, or a JSON manifest, of documents that are executed by id. (HATCHED_TRUSTED_DOCUMENTS)",
      valueName: "path"))
  var trustedDocuments: String?

  @Flag(help: "Execute nothing but trusted documents.")
  var trustedDocumentsOnly = false

  @Option(help: "Whether clients may name by hash what they sent before (automatic persisted queries): on or off.")
  var persistedQueries: Switch = .on

  @Option(help: "The requests that may ask for the schema: on (all), authenticated (those with a token), off.")
  var introspection: IntrospectionPolicy = .on

  /// Reads and checks the trusted documents.
  /// - Throws: what is wrong with them, with file, line and column.
  func options(for schema: Schema, limits: DocumentLimits) throws -> DocumentOptions {
    var options = DocumentOptions()
    options.acceptsTrustedOnly = trustedDocumentsOnly
    options.keepsClientDocuments = persistedQueries == .on
    options.introspection = introspection
    if let path = trustedDocuments ?? EnvironmentVariable.trustedDocuments.value {
      options.trusted = try TrustedDocuments(
        TrustedDocumentFiles(path: path).documents, schema: schema, introspection: introspection,
        limits: limits)
    } else if trustedDocumentsOnly {
      throw ValidationError(
        "--trusted-documents-only needs --trusted-documents PATH (or HATCHED_TRUSTED_DOCUMENTS).")
    }
    return options
  }
}

extension IntrospectionPolicy: ExpressibleByArgument {}
