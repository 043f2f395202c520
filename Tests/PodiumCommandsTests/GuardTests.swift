import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// The lines of the leak guard, and the verb `role`.
struct GuardTests {
  private func codes(_ report: CommandReport) -> [String] { report.outputs.compactMap(\.remark?.code) }

  @Test func `a feature that the target was made from is refused`() throws {
    let refused = try report("load tastings", "label", "encode", "features add=rank", "cv tree k=3")
    #expect(refused.error?.code == "leak-derived" && refused.error?.help?.contains("features drop=rank") == true)
    let allowed = try report("load tastings", "label", "encode", "features add=rank", "cv tree k=3 guard=no")
    #expect(allowed.status == .ok && codes(allowed).isEmpty)
  }

  @Test func `warnings have a code in JSON`() throws {
    let found = try report("load tastings", "label", "encode", "cv tree k=5")
    #expect(codes(found).contains("leak-group"))
    #expect(JSONRenderer().render(found).contains("\"code\":\"leak-group\""))
    let kept = try report("load tastings", "label", "encode", "cv tree folds=group k=3")
    #expect(!codes(kept).contains("leak-group"))
    let off = try report("load tastings", "label", "encode", "cv tree k=5 guard=no")
    #expect(codes(off).isEmpty && off.status == .ok)
  }

  @Test func `a choice on test rows is reported, a nested one is not`() throws {
    let grid = try report("load iris", "label species", "cv tree(max-depth=1,2) k=3")
    #expect(codes(grid).contains("leak-chosen"))
    let nested = try report("load iris", "label species", "cv tree(max-depth=1,2) k=3 nested=yes")
    #expect(!codes(nested).contains("leak-chosen"))
  }

  @Test func `honest evaluations of bundled sets report true duplicates only`() throws {
    for (name, target) in [("iris", "species"), ("wine", "cultivar")] {
      for learner in ["tree", "svm", "lda"] {
        let found = try report("load \(name)", "label \(target)", "cv \(learner) k=5")
        #expect(Set(codes(found)).isSubset(of: ["leak-duplicate"]), "\(name) \(learner)")
      }
    }
  }

  @Test func `a role changes what folds respect`() throws {
    let found = try report("load iris", "label species", "role petal_width_cm group", "cv tree k=3")
    #expect(codes(found).contains("leak-group"))
    #expect(try report("load iris", "label species", "role species id").error?.code == "target-as-feature")
    #expect(try report("load iris", "role group").error?.code == "missing-argument")
    let undone = try report("load iris", "label species", "role petal_width_cm group", "undo", "features")
    #expect(JSONRenderer().render(undone).contains("petal_width_cm"))
  }
}
