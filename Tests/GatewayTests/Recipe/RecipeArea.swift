import Planning
import Domain

extension Area where Viewer == Domain.Viewer {
  static var shopping: Area {
    Area(
      types: [
        ShoppingList.self,
        ShoppingItem.self,
        Room.self,
        Allergy.self, ClassAllergy.self,
      ],
      resolvers: [
        "Family.shoppingLists": .toMany(access: .family),
        "Family.shoppingListsConnection": .connection(access: .family),
        "ShoppingList.items": .toMany(access: .family),
        "ShoppingList.itemsConnection": .connection(access: .family),
        "AuditEntry.shoppingItem": .toOne(foreignKey: "record_id", access: .family),
        "School.rooms": .toMany(access: .schoolPeople),
        "Enrolment.allergies": .toMany(access: .family),
        "ClassStudent.allergies": .toMany(key: "enrolment_id", access: .staff),
      ])
  }
}
