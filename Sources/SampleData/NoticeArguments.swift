/// The arguments of a notification, as the server writes them: an object of strings.
enum NoticeArguments {
  static func json(_ values: KeyValuePairs<String, String?>) -> String {
    let members = values.compactMap { name, value in value.map { "\"\(name)\": \"\(escaped($0))\"" } }
    return "{\(members.joined(separator: ", "))}"
  }

  /// Sample texts have no control characters.
  private static func escaped(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}
