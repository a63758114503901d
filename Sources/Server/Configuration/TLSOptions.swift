import ArgumentParser

/// Whether the server's own port speaks TLS.
struct TLSOptions: ParsableArguments {
  @Option(
    name: .customLong("tls-certificate"),
    help: ArgumentHelp(
      """
      The server's certificate and those that lead to its authority, in PEM: then the port speaks TLS and nothing \
      else. (HATCHED_TLS_CERTIFICATE) [none: clear text]
      """, valueName: "path"))
  var certificateFile: String?

  @Option(
    name: .customLong("tls-key"),
    help: ArgumentHelp("The key of that certificate, in PEM and not encrypted. (HATCHED_TLS_KEY)", valueName: "path"))
  var keyFile: String?

  /// Nil without TLS.
  /// - Throws: when only one of the files is named, or they are not what they should be.
  func certificate() throws -> ServerCertificate? {
    let certificateFile = certificateFile ?? EnvironmentVariable.tlsCertificate.value
    let keyFile = keyFile ?? EnvironmentVariable.tlsKey.value
    switch (certificateFile, keyFile) {
    case (nil, nil): return nil
    case (let certificateFile?, let keyFile?):
      return try ServerCertificate(certificateFile: certificateFile, keyFile: keyFile)
    case (nil, _?): throw ValidationError("--tls-key (or HATCHED_TLS_KEY) needs --tls-certificate.")
    case (_?, nil): throw ValidationError("--tls-certificate (or HATCHED_TLS_CERTIFICATE) needs --tls-key.")
    }
  }
}
