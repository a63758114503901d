import Planning
import Domain

extension Area where Viewer == Domain.Viewer {
  static var packing: Area {
    Area(
      types: [
        PackingList.self,
        PackingItem.self,
        Room.self,
        Allergy.self, ClassAllergy.self,
      ],
      resolvers: [
        "Family.packingLists": .toMany(access: .family),
        "Family.packingListsConnection": .connection(access: .family),
        "PackingList.items": .toMany(access: .family),
        "PackingList.itemsConnection": .connection(access: .family),
        "AuditEntry.packingItem": .toOne(foreignKey: "record_id", access: .family),
        "School.rooms": .toMany(access: .schoolPeople),
        "Enrolment.allergies": .toMany(access: .family),
        "ClassStudent.allergies": .toMany(key: "enrolment_id", access: .staff),
      ])
  }
}
