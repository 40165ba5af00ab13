import type { CheckKind } from './check-kind.ts'
import type { CheckType } from './check-type.ts'
import { icmpKind } from './icmp-kind.ts'

/** Every type of check that can be made. */
export const checkKinds: readonly CheckKind[] = [icmpKind]

const byType = new Map(checkKinds.map((kind) => [kind.checkType, kind]))

export function kindOf(checkType: CheckType): CheckKind | undefined {
  return byType.get(checkType)
}
