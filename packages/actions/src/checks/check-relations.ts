import type { Db } from '@sonde/store/engine/store.ts'
import { shownBindings, type ShownBindings } from '../projects/shown-bindings.ts'
import { shownSubscriptions, type ShownSubscriptions } from './check-subscriptions.ts'

/** What answers show of a check beside what it is: whom it notifies, and whose code it comes from. */
export type CheckRelations = ShownSubscriptions & ShownBindings

/** By the id of the check; `subscribers` as in `shownSubscriptions`. */
export async function checkRelations(
  db: Db,
  checkIds: readonly string[],
  subscribers?: ReadonlyMap<string, number>,
): Promise<(checkId: string) => CheckRelations> {
  const subscriptionsOf = await shownSubscriptions(db, checkIds, subscribers)
  const bindingsOf = await shownBindings(db, 'check', checkIds)
  return (checkId) => ({ ...subscriptionsOf(checkId), ...bindingsOf(checkId) })
}
