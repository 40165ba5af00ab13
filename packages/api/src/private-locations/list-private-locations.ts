import { shownBindings } from '@sonde/actions/projects/shown-bindings.ts'
import { PrivateLocationList, PrivateLocationListQuery } from '@sonde/schema/agents/private-location.ts'
import { agentsOfAccount, lastSeenAtByLocation } from '@sonde/store/locations/agents.ts'
import { listPrivateLocationKeys } from '@sonde/store/locations/location-keys.ts'
import { listPrivateLocationsOf } from '@sonde/store/locations/private-locations.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { connectedMs, lowestVersion, runningAgents } from './agent-summary.ts'
import { keysOf, locationAnswer } from '@sonde/actions/private-locations/location-answer.ts'

/** All of them: there is no paging. */
export function listPrivateLocations(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/private-locations',
    {
      schema: {
        summary: 'List the private locations of the account',
        tags: ['Private locations'],
        querystring: PrivateLocationListQuery,
        response: answers({ 200: PrivateLocationList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const accountId = accountOf(request).id
      const { read, sealer } = deps.store
      const rows = await listPrivateLocationsOf(read, accountId)
      const ids = rows.map(({ id }) => id)
      const keys = await listPrivateLocationKeys(read, ids)
      const agents = await agentsOfAccount(read, { accountId, seenSince: deps.clock.now() - connectedMs })
      const lastSeenAt = await lastSeenAtByLocation(read, accountId)
      const bindings = await shownBindings(read, 'private-location', ids)
      const byLocation = Map.groupBy(agents, ({ privateLocationId }) => privateLocationId)
      return rows.map((row) => {
        const running = byLocation.get(row.id) ?? []
        const seenAt = lastSeenAt.get(row.id)
        return {
          ...locationAnswer(row, keysOf(row, keys), sealer),
          lastSeen: seenAt === undefined ? null : new Date(seenAt).toISOString(),
          agentCount: running.length,
          minAgentVersion: lowestVersion(running),
          ...bindings(row.id),
          ...(request.query.versions ? { runningAgents: runningAgents(running) } : {}),
        }
      })
    },
  )
}
