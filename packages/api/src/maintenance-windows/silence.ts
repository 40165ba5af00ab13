import { endWindow, silence } from '@sonde/actions/maintenance-windows/silence.ts'
import { readMaintenanceInForce } from '@sonde/actions/maintenance-windows/read-active.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'
import { MaintenanceWindow, MaintenanceWindowParams } from '@sonde/schema/alerts/maintenance-window.ts'
import {
  MaintenanceInForceList,
  MaintenanceInForceQuery,
  SilenceCreate,
} from '@sonde/schema/alerts/silence.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function silenceRoutes(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/maintenance-windows/silence',
    {
      schema: {
        summary: 'Silence the alerts of checks or groups for a while',
        description:
          'Creates a maintenance window that starts now, happens once and ends automatically. The checks keep running. ' +
          'A check that still fails afterwards alerts at its next failing run.',
        tags: ['Maintenance windows'],
        body: SilenceCreate,
        response: answers({ 201: MaintenanceWindow }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const window = await silence(deps, actorOf(request, deps), { input: request.body })
      return reply.code(201).send(window)
    },
  )
  app.get(
    '/v1/maintenance-windows/active',
    {
      schema: {
        summary: 'Show which maintenance a check or a group is in',
        description: 'The windows that silence or pause it at this moment.',
        tags: ['Maintenance windows'],
        querystring: MaintenanceInForceQuery,
        response: answers({ 200: MaintenanceInForceList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { checkId, groupId } = request.query
      const accountId = accountOf(request).id
      if (checkId !== undefined) return await readMaintenanceInForce(deps, { accountId }, { checkId })
      if (groupId !== undefined) return await readMaintenanceInForce(deps, { accountId }, { groupId })
      throw invalidInput([{ path: 'checkId', message: 'is required, or else groupId' }])
    },
  )
  app.post(
    '/v1/maintenance-windows/:id/end',
    {
      schema: {
        summary: 'End a maintenance window now',
        description:
          'Only for a window that happens once and has started. A window that has ended does not change.',
        tags: ['Maintenance windows'],
        params: MaintenanceWindowParams,
        response: answers({ 200: MaintenanceWindow }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => await endWindow(deps, actorOf(request, deps), { windowId: Number(request.params.id) }),
  )
}
