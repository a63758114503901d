import Planning
import SQL
import SessionTokens

/// An address that somebody signs in with: an e-mail address or a telephone number.
struct SignInAddress: Hashable, Sendable {
  /// `sign_in_addresses.channel` of the database.
  enum Channel: String, Sendable {
    case email = "EMAIL"
    case telephone = "TELEPHONE"

    /// The purpose of a code that confirms an address.
    var confirmation: AddressCode.Purpose {
      switch self {
      case .email: .confirmEmail
      case .telephone: .confirmTelephone
      }
    }
  }

  let channel: Channel
  /// As its owner wrote it; a telephone number in the form of E.164.
  let address: String
  /// As it is compared: in lower case.
  let lookup: String

  /// The fields `email` and `telephone` of an input, of which it has one.
  init(_ input: MutationInput) throws(MutationFailure) {
    let (email, telephone) = (try input.emailAddress("email"), try input.signInText("telephone"))
    switch (email, telephone) {
    case (.text(let email)?, nil):
      // Mail servers that take other letters are few; and lower case can make one letter of two, and with it one address of two
      // people's.
      guard email.utf8.allSatisfy({ $0 < 0x80 }) else {
        throw .invalid("\"email\" must have letters of ASCII alone.", at: input.path(of: "email"))
      }
      channel = .email
      address = email
      lookup = email.lowercased()
    case (nil, let telephone?):
      channel = .telephone
      do throws(TelephoneNumber.Problem) {
        address = try TelephoneNumber(telephone).text
      } catch {
        throw .invalid("\"telephone\" \(error.message)", at: input.path(of: "telephone"))
      }
      lookup = address
    default:
      throw .invalid("Give either \"email\" or \"telephone\".", at: input.path(of: "email"))
    }
  }

  /// The hash that attempts are counted by. Addresses can be guessed: a hash without a secret would hide none.
  /// - Parameter besides: the network that the attempts come from, where those of each count by themselves.
  func key(_ secrets: SecretKeys, besides network: [UInt8]? = nil) -> SQLValue {
    let bytes = Array("\(channel.rawValue) \(lookup)".utf8)
    let purpose = network == nil ? "address" : "address and network"
    return .literal("\\x\(secrets.derivedCodes(for: purpose, (network ?? []) + [0] + bytes)[0].hexadecimal)", .bytea)
  }
}

extension MutationInput {
  /// The language of messages: the first part of a language tag, such as `de` of `de-AT`; English where none is given.
  func language() throws(MutationFailure) -> String {
    guard let given = try signInText("language") else { return "en" }
    let language = given.lowercased().prefix { $0 != "-" && $0 != "_" }
    guard (2...3).contains(language.utf8.count), language.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      throw .invalid("\"language\" must be the tag of a language, such as de.", at: path(of: "language"))
    }
    return String(language)
  }
}
