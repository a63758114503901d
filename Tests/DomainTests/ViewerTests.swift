import Planning
import SQL
import Domain
import Testing

struct ViewerTests {
  @Test(
    "What statements bind of a viewer",
    arguments: [
      (.anonymous, .accountID, .null(.uuid)), (.anonymous, .familyID, .null(.uuid)),
      (.anonymous, .memberID, .null(.uuid)), (.anonymous, .role, .null(.text)),
      (.withoutFamily, .accountID, .uuid(.key(1))), (.withoutFamily, .familyID, .null(.uuid)),
      (.withoutFamily, .memberID, .null(.uuid)), (.withoutFamily, .role, .null(.text)),
      (.parent, .accountID, .uuid(.key(1))), (.parent, .familyID, .uuid(.key(3))),
      (.parent, .memberID, .uuid(.key(4))), (.parent, .role, .text("PARENT")),
      (.student, .accountID, .uuid(.key(1))), (.student, .familyID, .uuid(.key(3))),
      (.student, .memberID, .uuid(.key(4))), (.student, .role, .text("STUDENT")),
    ] as [(Viewer, Viewer.Attribute, SQLValue)])
  func values(viewer: Viewer, attribute: Viewer.Attribute, value: SQLValue) {
    #expect(viewer.value(of: attribute) == value)
    #expect(value.type == attribute.type)
  }

  @Test(
    "Viewers that access rules tell apart",
    arguments: [
      (.anonymous, .anonymous), (.withoutFamily, .account), (.parent, .parent), (.student, .student),
    ] as [(Viewer, Viewer.PlanClass)])
  func classes(viewer: Viewer, planClass: Viewer.PlanClass) {
    #expect(viewer.planClass == planClass)
  }
}
