import type { IncomingHttpHeaders } from 'node:http'
import { CodeParams, GoldenAnswer, GoldenHeaders } from '@sonde/schema/agents/agent-protocol.ts'
import {
  ArtifactAnswer,
  ArtifactHeaders,
  type ArtifactOrder,
  type ArtifactOutcome,
  ArtifactParams,
  receivedHeader,
} from '@sonde/schema/agents/artifact-protocol.ts'
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { agentOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { receiveBytes, takeByteBodies } from '../http/bodies/byte-bodies.ts'
import { HttpRefusal, invalid } from '../http/refusal.ts'
import type { Limit } from '../http/rate-limiting.ts'
import { refuseAgent } from './refuse-agent.ts'

/**
 * Files that runs leave behind. The body is the file, or a part of it, and goes to the disk as it comes: no other route
 * takes bodies of this size, and no parser sees them.
 */
export function artifactRoutes(app: App, { agents }: Pick<ApiDeps, 'agents'>, limit: Limit): void {
  void app.register(async (scope: App) => {
    takeByteBodies(scope)
    scope.put(
      '/agent/v1/runs/:runId/artifacts/:number',
      {
        schema: {
          hide: true,
          params: ArtifactParams,
          headers: ArtifactHeaders,
          response: { 200: ArtifactAnswer },
        },
        config: { access: { kind: 'agent' }, limit },
      },
      async (request, reply) => {
        const order = orderIn(request.params, request.headers)
        const outcome = await receiveBytes(request, 'part', (body) =>
          agents.sendArtifact(agentOf(request), order, body),
        ).catch(refuseAgent)
        return answer(reply, outcome)
      },
    )
    scope.put(
      '/agent/v1/code/:sha256',
      {
        schema: { hide: true, params: CodeParams, headers: GoldenHeaders, response: { 200: GoldenAnswer } },
        config: { access: { kind: 'agent' }, limit },
      },
      async (request) => {
        const { 'x-sonde-ticket': ticket, 'x-made-by': madeBy } = request.headers
        const bytes = Number(request.headers['content-length'] ?? 0)
        const order = { sha256: request.params.sha256, bytes, ticket, madeBy }
        const outcome = await receiveBytes(request, 'file', (body) =>
          agents.storeGolden(agentOf(request), order, body),
        ).catch(refuseAgent)
        if (outcome.kind === 'refused') throw new HttpRefusal(422, outcome.message)
        return { key: outcome.key }
      },
    )
  })
}

function orderIn(
  params: Static<typeof ArtifactParams>,
  headers: Static<typeof ArtifactHeaders> & IncomingHttpHeaders,
): ArtifactOrder {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new HttpRefusal(415, 'A file is sent as it is: without Content-Encoding')
  const length = headers['content-length']
  if (length === undefined) throw new HttpRefusal(411, 'A file is sent with Content-Length')
  const { bytes, part } = readParts(headers['content-range'], Number(length))
  return {
    runId: params.runId,
    ticket: headers['x-sonde-ticket'],
    number: Number(params.number),
    name: decodeName(headers['x-artifact-name']),
    type: headers['x-artifact-type'],
    contentType: headers['x-artifact-content-type'],
    sha256: headers['x-artifact-sha256'],
    bytes,
    part,
  }
}

function readParts(header: string | undefined, length: number): Pick<ArtifactOrder, 'bytes' | 'part'> {
  const wrong = (message: string) => invalid('headers', [{ path: 'content-range', message }])
  if (header === undefined) {
    if (length === 0) throw invalid('headers', [{ path: 'content-length', message: 'must not be 0' }])
    return { bytes: length, part: { start: 0, length } }
  }
  const [, first, last, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(header) ?? []
  const bytes = Number(total)
  if (first === undefined || last === undefined) return { bytes, part: null }
  const start = Number(first)
  if (Number(last) >= bytes) throw wrong('must end inside the file')
  if (Number(last) - start + 1 !== length) throw wrong('must be as long as the body')
  return { bytes, part: { start, length } }
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw invalid('headers', [{ path: 'x-artifact-name', message: 'must be percent-encoded UTF-8' }])
  }
}

const statuses: Readonly<Record<Extract<ArtifactOutcome, { kind: 'refused' }>['reason'], number>> = {
  'no-run': 403,
  'not-yet': 425,
  busy: 429,
  'too-large': 413,
  quota: 413,
  'too-many': 413,
  'wrong-hash': 422,
  'other-content': 422,
}

function answer(reply: FastifyReply, outcome: ArtifactOutcome): ArtifactAnswer {
  switch (outcome.kind) {
    case 'taken':
      return { isStored: outcome.isStored, received: outcome.received }
    case 'elsewhere':
      throw new HttpRefusal(
        409,
        `Send the file from byte ${outcome.received} on`,
        {},
        {
          [receivedHeader]: String(outcome.received),
        },
      )
    case 'refused': {
      const { reason, message } = outcome
      if (reason === 'busy') reply.header('retry-after', '5')
      throw new HttpRefusal(statuses[reason], message)
    }
  }
}
