import { isRecord } from '@sonde/ground/is-record.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { findCheckForUpdate, type CheckRow } from '@sonde/store/checks/checks.ts'
import { updateCheck } from '@sonde/store/checks/update-checks.ts'
import {
  checksThatTrigger,
  deleteServices,
  findServiceForUpdate,
  type ServiceRow,
} from '@sonde/store/status-pages/status-page-services.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { serviceAnswer, serviceDetails } from './service-answer.ts'

export async function deleteService(
  deps: ActionDeps,
  actor: Actor,
  { serviceId }: { serviceId: string },
): Promise<void> {
  const { accountId } = actor
  const checkRows = await deps.store.write(async (db) => {
    const service = await findServiceForUpdate(db, { accountId, id: serviceId })
    if (!service) throw notFound('service')
    const [detail] = await serviceDetails(db, [service])
    const changed = await removeServices(db, deps, actor, [service])
    await recordDocument(db, actor, 'STATUS_PAGE_SERVICE', {
      before: detail ?? serviceAnswer(service),
      after: null,
    })
    return changed
  })
  await Promise.all(checkRows.map((check) => deps.runs.checkWritten(check)))
}

/**
 * Inside `write`, without audit entries of the services, which were locked in it before it is looked who names them: no
 * check begins to meanwhile. Returns the checks that it changed, which who calls tells the scheduler after it.
 */
export async function removeServices(
  db: Db,
  deps: Pick<ActionDeps, 'clock' | 'runs'>,
  actor: Actor,
  services: readonly ServiceRow[],
): Promise<CheckRow[]> {
  const { accountId } = actor
  const triggering = await checksThatTrigger(db, { accountId, serviceIds: services.map(({ id }) => id) })
  const changed: CheckRow[] = []
  for (const service of services) {
    const checkIds = triggering.get(service.id)
    // One transaction has one connection.
    if (checkIds !== undefined) changed.push(...(await untrigger(db, deps, { service, checkIds, actor })))
  }
  await deleteServices(db, services)
  return changed
}

/** Takes the service out of the checks that open incidents on it. */
async function untrigger(
  db: Db,
  { clock, runs }: Pick<ActionDeps, 'clock' | 'runs'>,
  {
    service: { accountId, id: serviceId },
    checkIds,
    actor,
  }: { service: ServiceRow; checkIds: readonly string[]; actor: Actor },
): Promise<CheckRow[]> {
  const checksAfter: CheckRow[] = []
  for (const id of checkIds) {
    const before = await findCheckForUpdate(db, { accountId, id })
    if (before === null || serviceIdOf(before) !== serviceId) continue
    const after: CheckRow = {
      ...before,
      config: { ...before.config, triggerIncident: null },
      updatedAt: nextUpdatedAt(before, clock.now()),
    }
    await updateCheck(db, before, after)
    await recordDocument(db, actor, 'CHECK', { before: triggeringOf(before), after: triggeringOf(after) })
    await runs.announceChange(db, id)
    checksAfter.push(after)
  }
  return checksAfter
}

function triggeringOf({ id, name, config }: CheckRow) {
  return { id, name, triggerIncident: config['triggerIncident'] }
}

function serviceIdOf({ config }: CheckRow): string | null {
  const { triggerIncident } = config
  const id = isRecord(triggerIncident) ? triggerIncident['serviceId'] : null
  return typeof id === 'string' ? id.toLowerCase() : null
}
