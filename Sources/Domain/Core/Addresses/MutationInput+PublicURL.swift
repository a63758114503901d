import Planning

extension MutationInput {
  /// An address on the web, as it is kept.
  /// - Parameter hosts: those that may have private addresses.
  /// - Throws: an error with the reason why the text is no such address.
  func publicURL(_ name: String, _ hosts: ReachableHosts) throws(MutationFailure) -> String {
    let given = try text(name, characters: 1...PublicURL.maximumLength) ?? ""
    do throws(PublicURL.Problem) {
      return try PublicURL(given, exceptions: hosts).text
    } catch {
      throw .invalid("\"\(name)\" \(error.message).", at: path(of: name))
    }
  }
}
