import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { DeployPlan } from './deploy-plan.ts'
import { resourceKinds } from './resource-kinds.ts'

/** Of what the account would have more than it may have, in words; empty when there is room for all of the plan. */
export async function excessOf(
  db: Db,
  { resources, removals }: Pick<DeployPlan, 'resources' | 'removals'>,
  { deps, accountId, preserves }: { deps: ActionDeps; accountId: string; preserves: boolean },
): Promise<string[]> {
  const excess: string[] = []
  for (const resourceKind of resourceKinds) {
    const { kind } = resourceKind
    const more = resources.filter(
      (each) => each.resourceKind === resourceKind && each.planned.stored === null,
    ).length
    if (kind.room === undefined || more === 0) continue
    const fewer = preserves ? 0 : removals.filter(({ item }) => item?.resourceKind === resourceKind).length
    const most = kind.room.most(deps)
    const after = (await kind.room.count(db, accountId)) + more - fewer
    if (after > most) excess.push(`would make ${after} ${kind.title}s; at most ${most} are allowed`)
  }
  return excess
}
