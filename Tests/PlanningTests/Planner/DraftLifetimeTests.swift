import GraphQL
import Testing

@testable import Planning

struct DraftLifetimeTests {
  /// A draft holds the operation and all its levels: were it kept, every document would leave that behind.
  @Test(
    "Nothing keeps the draft of a plan that is made",
    arguments: [
      "{ library { shelves(first: 4) { books(first: 3) { title loans(first: 2) { id } } } } }",
      "{ library { people { __typename name ... on Child { guardian { name } } } } }",
      #"{ book(id: "x") { title sequel { title } } }"#,
    ])
  func draftGoes(query: String) throws {
    let request = try LibraryRequest(query)
    let planner = Planner(map: try EntityMap<LibraryViewer>.library())
    weak var draft: PlanDraft<LibraryViewer>?
    func plan() throws -> Int {
      let made = PlanDraft(
        planner: planner, operation: request.operation, planClass: request.viewer.planClass,
        askingClass: request.viewer.planClass, variables: request.variables)
      draft = made
      return PlanLayout.plan(try made.root(), of: request.operation, in: planner.schema).levels.count
    }
    #expect(try plan() == request.plan.levels.count)
    #expect(draft == nil)
  }
}
