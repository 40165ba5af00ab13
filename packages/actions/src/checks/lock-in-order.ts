import { lockGroups } from '@sonde/store/checks/check-groups.ts'
import { lockStatesInOrder } from '@sonde/store/checks/check-states.ts'
import { lockChecks } from '@sonde/store/checks/checks.ts'
import { checkIdsOfGroups } from '@sonde/store/checks/group-checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/**
 * Inside `write`, before anything is changed: what results, changes by hand, imports and deploys lock too, in the order
 * that they all keep. The states of checks by their numbers, with those of the groups that change; the checks; the groups.
 * Channels come after these.
 */
export async function lockInOrder(
  db: Db,
  { checkIds, groupIds }: { checkIds: readonly string[]; groupIds: readonly number[] },
): Promise<void> {
  const members = await checkIdsOfGroups(db, groupIds)
  await lockStatesInOrder(db, [...checkIds, ...[...members.values()].flat()])
  await lockChecks(db, checkIds)
  await lockGroups(db, groupIds)
}
