import { shownBindings } from '@sonde/actions/projects/shown-bindings.ts'
import { showMoment } from '@sonde/ground/shown-time.ts'
import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { PrivateLocation } from '@sonde/schema/agents/private-location.ts'
import { agentsOfPrivateLocation, lastSeenAtOf } from '@sonde/store/locations/agents.ts'
import { listPrivateLocationKeys } from '@sonde/store/locations/location-keys.ts'
import { findPrivateLocation, type PrivateLocationRow } from '@sonde/store/locations/private-locations.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { connectedMs, lowestVersion, missingRights, runningAgents } from './agent-summary.ts'
import { keysOf, locationAnswer } from '@sonde/actions/private-locations/location-answer.ts'

export function getPrivateLocation(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/private-locations/:id',
    {
      schema: {
        summary: 'Show one private location',
        tags: ['Private locations'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 200: PrivateLocation }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read, sealer } = deps.store
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const row = await findPrivateLocation(read, key)
      if (!row) throw notFound('private location')
      const [keys, agents, lastSeenAt] = await Promise.all([
        listPrivateLocationKeys(read, [row.id]),
        agentsOfPrivateLocation(read, {
          privateLocationId: row.id,
          seenSince: deps.clock.now() - connectedMs,
        }),
        lastSeenAtOf(read, row.id),
      ])
      const bindings = await shownBindings(read, 'private-location', [row.id])
      return {
        ...locationAnswer(row, keysOf(row, keys), sealer),
        lastSeen: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
        agentCount: agents.length,
        minAgentVersion: lowestVersion(agents),
        runningAgents: runningAgents(agents),
        ...bindings(row.id),
        notices: [...availabilityNotices(row), ...missingRights(agents)],
      }
    },
  )
}

function availabilityNotices({ unavailableSince }: PrivateLocationRow): string[] {
  if (unavailableSince === null) return []
  return [
    `Unavailable since ${showMoment(unavailableSince)}: no agent is connected, so no checks run here. Start an agent.`,
  ]
}
