import { minuteMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import {
  type Agent,
  AgentList,
  AgentsQuery,
  agentConnectedMinutes,
  agentListedHours,
} from '@sonde/schema/agents/agent.ts'
import { findFirstAccount } from '@sonde/store/accounts/accounts.ts'
import type { AgentRow } from '@sonde/store/locations/agents.ts'
import { listAgents as findAgents } from '@sonde/store/locations/listed-agents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { browsersOf, isOutdated, missingRights, scriptsOf } from '../private-locations/agent-summary.ts'

export function listAgents(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/agents',
    {
      schema: {
        summary: 'List the agents that run checks',
        description:
          `The agents of the private locations of the account. For the first account of the installation also the embedded agent and those of data centers. ` +
          `A lost agent is listed for ${agentListedHours} hours, a stopped one is not. The agent that was connected last comes first; the header \`Content-Range\` tells the total.`,
        tags: ['Location'],
        querystring: AgentsQuery,
        response: answers({ 200: AgentList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { id: accountId } = accountOf(request)
      const { read } = deps.store
      const now = deps.clock.now()
      const offset = offsetOf(request.query)
      const { rows, total } = await findAgents(read, {
        accountId,
        withShared: (await findFirstAccount(read))?.id === accountId,
        location: request.query.location ?? null,
        seenSince: now - agentListedHours * 60 * minuteMs,
        limit: request.query.limit,
        offset,
      })
      setContentRange(reply, { offset, length: rows.length, total })
      const leaseCounts = (await (await deps.runStats())?.heldByAgent()) ?? null
      return rows.map((row) => ({
        ...agentAnswer(row),
        openRuns: leaseCounts === null ? null : (leaseCounts.get(row.id) ?? 0),
        isConnected: now - row.lastSeenAt <= agentConnectedMinutes * minuteMs,
      }))
    },
  )
}

/** What an agent says of itself is its own words: whatever is not there, or of another kind, is not known. */
function agentAnswer(row: AgentRow): Omit<Agent, 'openRuns' | 'isConnected'> {
  const { details } = row
  const system = [details['platform'], details['arch'], details['nodeVersion']].filter(isText)
  const { uptime, script } = isRecord(details['concurrency']) ? details['concurrency'] : {}
  const checkTypes = details['checkTypes']
  return {
    id: row.id,
    name: isText(details['name']) ? details['name'] : null,
    place: placeOf(row),
    location: row.locationKeyId === null ? null : row.location,
    privateLocationId: row.privateLocationId,
    keyId: row.locationKeyId,
    version: row.version,
    isOutdated: isOutdated(row.version),
    system: system.length === 0 ? null : system.join(', '),
    checkTypes: Array.isArray(checkTypes) ? checkTypes.filter(isText) : [],
    capacity: typeof uptime === 'number' ? uptime : null,
    ...scriptsOf(row),
    browsers: browsersOf(row),
    scriptCapacity: typeof script === 'number' ? script : null,
    missing: missingRights([row]),
    registeredAt: new Date(row.registeredAt).toISOString(),
    lastSeenAt: new Date(row.lastSeenAt).toISOString(),
  }
}

function placeOf({ locationKeyId, privateLocationId }: AgentRow): Agent['place'] {
  if (locationKeyId === null) return 'EMBEDDED'
  return privateLocationId === null ? 'DATA_CENTER' : 'PRIVATE'
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
