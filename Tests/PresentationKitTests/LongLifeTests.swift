import PresentationKit
import Testing

/// A scene that lives for thousands of cycles.
@Suite struct LongLifeTests {
  @Test func `what is long over is over still, and takes no room`() throws {
    let stage = Stage()
    let scene = stage.scene
    let (sheet, other) = (stage.sheet("P"), stage.sheet("Q"))
    try stage.show(other)
    scene.dismiss(other)
    stage.settle()
    var first: PresentationID?
    var weights: [Int] = []
    for cycle in 1...3_000 {
      try stage.show(sheet)
      let id = try #require(scene.lastPresentation(of: sheet))
      first = first ?? id
      #expect(scene.stack == [sheet])
      #expect(scene.phase(of: id) == .presented)
      scene.dismiss(sheet)
      stage.settle()
      #expect(scene.phase(of: id) == .ended)
      if cycle % 1_000 == 0 { weights.append(scene.state.weight) }
    }
    #expect(scene.hasPresented)
    #expect(scene.phase(of: try #require(first)) == .ended)
    #expect(scene.lastPresentation(of: other) == nil, "it is long over")
    let (smallest, largest) = (weights.min() ?? 0, weights.max() ?? 0)
    #expect(largest - smallest < 256 * 1024, "two hundred and fifty-six presentations more or less")
  }

  @Test func `a sheet that stays is kept under any number that come and go on it`() throws {
    let stage = Stage()
    let scene = stage.scene
    let (lower, upper) = (stage.sheet("L"), stage.sheet("U"))
    try stage.show(lower)
    let id = try #require(scene.lastPresentation(of: lower))
    for _ in 1...1_000 {
      try stage.show(upper)
      scene.dismiss(upper)
      stage.settle()
    }
    #expect(scene.stack == [lower])
    #expect(scene.phase(of: id) == .presented)
    scene.dismiss(lower)
    stage.settle()
    #expect(scene.stack.isEmpty)
    #expect(scene.phase(of: id) == .ended)
  }
}
