/// Cost-complexity pruning of a grown tree.
///
/// Minimizes over all subtrees with the same root Σ cost of leaves + alpha · leaves, where the cost of a node is its share of
/// the rows times its impurity; of equal subtrees the smallest is taken. From the leaves up, in one pass. Reference:
/// L. Breiman and others, Classification and Regression Trees, 1984, chapter 3.
enum TreePruning {
  /// What was known of each node while the tree was grown: its cost, and what it predicts as a leaf.
  struct Grown {
    var costs: [Double] = []
    var answers: [[Double]] = []
  }

  static func prune(_ nodes: TreeNodes, _ grown: Grown, alpha: Double) -> TreeNodes {
    var best = grown.costs.map { $0 + alpha }
    var isLeaf = [Bool](repeating: true, count: nodes.count)
    for node in nodes.column.indices.reversed() where nodes.column[node] >= 0 {
      let split = best[nodes.left[node]] + best[nodes.right[node]]
      // Costs that differ by rounding alone are equal.
      if best[node] > split + 1e-12 * grown.costs[0] {
        best[node] = split
        isLeaf[node] = false
      }
    }
    var kept = TreeNodes(wide: nodes.wide ?? [])
    // A list instead of recursion: a tree may be a chain of many thousand nodes.
    var waiting: [(node: Int, parent: Int?, isLeft: Bool)] = [(0, nil, false)]
    while let next = waiting.popLast() {
      let rows = nodes.rows[next.node]
      if isLeaf[next.node] {
        kept.link(kept.addLeaf(grown.answers[next.node], rows: rows), under: next.parent, isLeft: next.isLeft)
        continue
      }
      let node = kept.addSplit(column: nodes.column[next.node], threshold: nodes.threshold[next.node], rows: rows)
      kept.link(node, under: next.parent, isLeft: next.isLeft)
      waiting.append((nodes.right[next.node], node, false))
      waiting.append((nodes.left[next.node], node, true))
    }
    return kept
  }
}
