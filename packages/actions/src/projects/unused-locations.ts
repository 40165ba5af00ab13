import { usersOfLocation } from '@sonde/store/checks/check-private-locations.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { DeployPlan } from './deploy-plan.ts'
import { resourceName } from './resource-name.ts'

/** More are not needed to find one that stands outside of the project. */
const mostUsers = 25_000

/** A private location that others than the project's own checks and groups run from is not deleted by its code. */
export async function requireUnusedLocations(db: Db, accountId: string, plan: DeployPlan): Promise<void> {
  const own = new Set([
    ...plan.resources.map(({ planned }) => String(planned.stored?.id)),
    ...plan.removals.map(({ binding }) => binding.physicalId),
  ])
  for (const { binding, item } of plan.removals) {
    if (item === null || item.resourceKind.type !== 'private-location') continue
    const { checks, groups } = await usersOfLocation(db, {
      accountId,
      id: binding.physicalId,
      most: mostUsers,
    })
    const others = [...checks, ...groups].filter(({ id }) => !own.has(String(id)))
    const [first] = others
    if (first === undefined) continue
    const more = others.length > 1 ? ` and ${others.length - 1} more` : ''
    plan.mistakes.add(
      resourceName(binding),
      `cannot be deleted: "${first.name}"${more} outside of this project runs there`,
    )
  }
}
