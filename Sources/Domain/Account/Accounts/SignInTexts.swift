import Passwords
import Planning

/// The texts of the inputs that say how an account signs in.
extension MutationInput {
  /// The numbers of characters of each field.
  private static let signInTexts: [String: ClosedRange<Int>] = [
    "telephone": 1...40, "language": 2...35, "code": 1...20, "token": 1...200, "deviceToken": 1...200, "name": 1...200,
    "password": 1...Password.maximumCharacters, "newPassword": 1...Password.maximumCharacters,
  ]

  /// - Returns: nil when the field is absent or null.
  func signInText(_ field: String) throws(MutationFailure) -> String? {
    guard let characters = Self.signInTexts[field] else { preconditionFailure("\(field) has no bounds") }
    return try text(field, characters: characters)
  }

  /// Checks how long each of them is, before what any of them means.
  func checkSignInTexts() throws(MutationFailure) {
    for field in Self.signInTexts.keys.sorted() { _ = try signInText(field) }
  }
}
