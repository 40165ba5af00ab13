import { isRecord } from '@sonde/ground/is-record.ts'
import { StatusPageServiceParams } from '@sonde/schema/status-pages/status-page-service.ts'
import { laterThan } from '@sonde/status-pages/later-than.ts'
import { findCheckForUpdate, updateCheck, type CheckRow } from '@sonde/store/checks/checks.ts'
import {
  checksThatTrigger,
  deleteService as removeService,
  findServiceForUpdate,
  type ServiceRow,
} from '@sonde/store/status-pages/status-page-services.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { Actor } from '@sonde/actions/actor.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { serviceAnswer } from '@sonde/actions/status-pages/service-answer.ts'

export function deleteService(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/services/:serviceId',
    {
      schema: {
        summary: 'Delete a service',
        description:
          'It leaves its cards, and checks open no incidents on it any more. Its incidents stay and keep its name.',
        tags: ['Status Page Services'],
        params: StatusPageServiceParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.serviceId }
      const changed = await deps.store.write(async (db) => {
        const service = await findServiceForUpdate(db, key)
        if (!service) throw notFound('service')
        const actor = actorOf(request, deps)
        const checks = await untrigger(db, service, actor)
        await removeService(db, service)
        await recordDocument(db, actor, 'STATUS_PAGE_SERVICE', {
          before: serviceAnswer(service),
          after: null,
        })
        return checks
      })
      await Promise.all(changed.map((check) => deps.runs.checkWritten(check)))
      return reply.code(204).send()
    },
  )

  /** Takes the service out of the checks that open incidents on it. */
  async function untrigger(
    db: Db,
    { accountId, id: serviceId }: ServiceRow,
    actor: Actor,
  ): Promise<CheckRow[]> {
    const changed: CheckRow[] = []
    // One transaction has one connection.
    for (const id of await checksThatTrigger(db, { accountId, serviceId })) {
      const before = await findCheckForUpdate(db, { accountId, id })
      if (before === null || serviceIdOf(before) !== serviceId) continue
      const after: CheckRow = {
        ...before,
        config: { ...before.config, triggerIncident: null },
        updatedAt: laterThan(before, deps.clock.now()),
      }
      await updateCheck(db, before, after)
      await recordDocument(db, actor, 'CHECK', {
        before: triggeringOf(before),
        after: triggeringOf(after),
      })
      await deps.runs.announceChange(db, id)
      changed.push(after)
    }
    return changed
  }
}

function triggeringOf({ id, name, config }: CheckRow) {
  return { id, name, triggerIncident: config['triggerIncident'] }
}

function serviceIdOf({ config }: CheckRow): string | null {
  const { triggerIncident } = config
  const id = isRecord(triggerIncident) ? triggerIncident['serviceId'] : null
  return typeof id === 'string' ? id.toLowerCase() : null
}
