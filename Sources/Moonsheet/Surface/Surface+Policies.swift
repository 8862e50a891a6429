import LuaRuntime
import PresentationKit

extension Surface {
  /// The library of ready policies. Each is usable wherever a query stands that answers *may it be dismissed?*.
  package static let policyType = ObjectType(
    name: "policy",
    summary: "ready policies for `should_dismiss`; a function that answers true or false is one, too",
    fields: [
      Field("never", "refuses always") { $0.host.push(policy: .never, $0) },
      Field("always", "allows always") { $0.host.push(policy: .always, $0) },
    ],
    methods: [
      Member(
        "dirty", "policy.dirty(b)", .reads,
        "Refuses while the binding differs from its clean value: the initial one, or that at the last `b:rebase()`."
      ) {
        call in try call.host.pushDirty(call)
      },
      Member("all", "policy.all(p, …)", .reads, "Allows when all allow; asks in order and stops at the first no.") {
        call in
        try call.host.push(policy: .all(count: call.count), operands: call.policyOperands(), call)
      },
      Member("any", "policy.any(p, …)", .reads, "Allows when one allows; asks in order and stops at the first yes.") {
        call in
        try call.host.push(policy: .any(count: call.count), operands: call.policyOperands(), call)
      },
      Member("negate", "policy.negate(p)", .reads, "Allows when p refuses.") { call in
        guard call.count == 1 else { throw call.wrong(1, wanted: "one policy") }
        return try call.host.push(policy: .negate, operands: call.policyOperands(), call)
      },
      Member("at_root", "policy.at_root(nav)", .reads, "Allows while a navigation controller shows its root.") { call in
        let navigation = try call.controller(1)
        guard call.host.scene.controller(navigation).kind == .navigation else {
          throw call.wrong(1, wanted: "a navigation controller")
        }
        return call.host.push(policy: .atRoot(navigation), call)
      },
      Member(
        "rules", "policy.rules { { pattern, \"allow\" | \"refuse\" | policy }, … }", .reads,
        "The last rule whose pattern (`*` for any characters) matches the controller's name decides; without one it is allowed."
      ) { call in try call.host.pushRules(call) },
    ], isNamespace: true)
}

extension Call {
  /// The stack slots of operands that are policies or functions.
  fileprivate func policyOperands() throws -> [Int] {
    guard count >= 1 else { throw wrong(1, wanted: "a policy or a function") }
    return try (1...count).map { position in
      guard host.isPolicy(at: slot(position), on: frame) else {
        throw wrong(position, wanted: "a policy or a function")
      }
      return slot(position)
    }
  }
}
