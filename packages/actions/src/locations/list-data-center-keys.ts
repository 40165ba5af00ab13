import type { LocationKey } from '@sonde/schema/agents/location-key.ts'
import { listDataCenterKeys as listKeys } from '@sonde/store/locations/location-keys.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { dataCenterOf } from './data-center-of.ts'
import { locationKeyAnswer } from './location-key-answer.ts'
import { requireOperators } from './require-operators.ts'

export async function listDataCenterKeys(
  deps: Pick<ActionDeps, 'store'>,
  actor: Actor,
  { code }: { code: string },
): Promise<LocationKey[]> {
  await requireOperators(deps, actor)
  const { dataCenter } = dataCenterOf(code)
  return (await listKeys(deps.store.read, dataCenter)).map((row) => locationKeyAnswer(row))
}
