import type { Clock } from '@sonde/ground/clock.ts'
import type { KeyOwners } from '@sonde/runs/cluster/key-owners.ts'
import { createOwnTryGates } from './own-try-gates.ts'
import { createSharedTryGates } from './shared-try-gates.ts'
import type { TryGates } from './try-gates.ts'

/** Where several servers answer requests, one of them has the gate of a place, and the others ask it. */
export function createTryGates(deps: {
  clock: Clock
  keyOwners: KeyOwners | null
  slowDown?: () => Promise<unknown>
}): TryGates {
  const own = createOwnTryGates(deps)
  return deps.keyOwners === null ? own : createSharedTryGates({ own, keyOwners: deps.keyOwners })
}
