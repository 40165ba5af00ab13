import { Refusal } from '@sonde/actions/refusal.ts'
import { CodeHeaders } from '@sonde/schema/agents/agent-protocol.ts'
import {
  archiveHashHeader,
  DependencyParams,
  mostDependencyBytes,
} from '@sonde/schema/agents/dependency-protocol.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { agentOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { receiveBytes, takeByteBodies } from '../http/bodies/byte-bodies.ts'
import { noContent } from '../http/no-content.ts'
import { HttpRefusal, invalid, tooManyRequests } from '../http/refusal.ts'
import type { Limit } from '../http/rate-limiting.ts'
import { refuseAgent } from './refuse-agent.ts'

const path = '/agent/v1/dependencies/:key'
const BringHeaders = Type.Object({
  ...CodeHeaders.properties,
  [archiveHashHeader]: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

/** Packages that suites have installed, for agents that keep them with the service. Bodies go from and to the disk as they are. */
export function dependencyRoutes(app: App, { agents }: Pick<ApiDeps, 'agents'>, limit: Limit): void {
  const config = { access: { kind: 'agent' }, limit } as const
  app.get(
    path,
    { schema: { hide: true, params: DependencyParams, headers: CodeHeaders }, config },
    async (request, reply) => {
      const order = { key: request.params.key, ticket: request.headers['x-sonde-ticket'] }
      const archive = await agents.fetchDependencies(agentOf(request), order).catch(refuseAgent)
      if (archive === null) throw new Refusal('not-found', 'Nothing is kept under this name')
      return reply
        .type('application/octet-stream')
        .header('content-length', String(archive.bytes))
        .header(archiveHashHeader, archive.sha256)
        .send(archive.body)
    },
  )
  app.delete(
    path,
    {
      schema: { hide: true, params: DependencyParams, headers: CodeHeaders, response: { 204: noContent } },
      config,
    },
    async (request, reply) => {
      const order = { key: request.params.key, ticket: request.headers['x-sonde-ticket'] }
      await agents.dropDependencies(agentOf(request), order).catch(refuseAgent)
      return reply.code(204).send()
    },
  )
  void app.register(async (scope: App) => {
    takeByteBodies(scope)
    scope.put(
      path,
      {
        schema: { hide: true, params: DependencyParams, headers: BringHeaders, response: { 204: noContent } },
        config,
      },
      async (request, reply) => {
        const bytes = Number(request.headers['content-length'] ?? Number.NaN)
        if (!(bytes > 0 && bytes <= mostDependencyBytes))
          throw invalid('headers', [
            { path: 'content-length', message: `must be between 1 and ${mostDependencyBytes}` },
          ])
        const order = {
          key: request.params.key,
          ticket: request.headers['x-sonde-ticket'],
          sha256: request.headers[archiveHashHeader],
          bytes,
        }
        const outcome = await receiveBytes(request, 'file', (body) =>
          agents.storeDependencies(agentOf(request), order, body),
        ).catch(refuseAgent)
        if (outcome.kind === 'busy') throw tooManyRequests(5)
        if (outcome.kind === 'refused') throw new HttpRefusal(422, outcome.message)
        return reply.code(204).send()
      },
    )
  })
}
