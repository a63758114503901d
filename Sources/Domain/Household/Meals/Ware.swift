import Planning
import SQL

/// A thing to buy or to cook with, as inputs give it: a name, and how much of it.
struct Ware {
  /// Nil where an update leaves it out.
  let name: String?
  let quantity: SQLValue
  let unitText: String?
  let noteText: String?

  var unit: SQLValue { Self.text(unitText) }
  var note: SQLValue { Self.text(noteText) }

  /// - Throws: `.invalid` for text outside of its bounds, and for a quantity that is not above 0.
  init(_ input: MutationInput) throws(MutationFailure) {
    name = try input.text("name", characters: 1...200, lines: .name)
    quantity = try Self.quantity(input) ?? .null(.numeric)
    unitText = try input.optionalText("unit", characters: 1...50, lines: .name)
    noteText = try input.optionalText("note", characters: 1...500, lines: .name)
  }

  static func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null(.text) }

  private static func quantity(_ input: MutationInput) throws(MutationFailure) -> SQLValue? {
    guard let quantity = try input.exactDecimal("quantity") else { return nil }
    if case .literal(let text, _) = quantity, text.hasPrefix("-") || !text.contains(where: { $0.isWholeNumber && $0 != "0" }) {
      throw .invalid("\"quantity\" must be above 0, got \"\(text)\".", at: input.path(of: "quantity"))
    }
    return quantity
  }
}
