import { PassThrough } from 'node:stream'
import { LiveEventsParams, LiveEventsQuery } from '@sonde/schema/accounts/live-event.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf, callerOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { HttpRefusal } from '../http/refusal.ts'
import { createLiveHub } from './live-hub.ts'

/** Of one server, and of one key or session. Browsers keep one for each open page. */
const mostStreams = 200
const mostStreamsEach = 10

const Stream = Type.String({
  description:
    'Events named check, check-changed, group-changed, alert, session, agent, reset and alive, each with its data in JSON. ' +
    'What they say is told in the documentation of the API under "Live events".',
})

export function streamEvents(app: App, deps: ApiDeps): void {
  const hub = createLiveHub(deps)
  const open = new Map<string, number>()
  let total = 0

  // Before connections are waited for: these never end by themselves.
  app.addHook('preClose', async () => hub.close())

  app.get(
    '/v1/accounts/:accountId/events',
    {
      schema: {
        summary: 'Follow what happens, as server-sent events',
        description:
          'Differences to what was read before, within about a second. After a break, `Last-Event-ID` brings what ' +
          'was missed, or `reset` where that is not known any more: then read anew.',
        tags: ['Events'],
        params: LiveEventsParams,
        querystring: LiveEventsQuery,
        produces: ['text/event-stream'],
        response: answers({ 200: Stream }),
      },
      config: {
        access: {
          kind: 'account-in-path',
          role: 'READ_ONLY',
          parameter: 'accountId',
          headerOptional: true,
        },
      },
    },
    async (request, reply) => {
      const { via } = callerOf(request)
      const { id: accountId } = accountOf(request)
      const { checkId, types } = request.query
      const leave = enter(`${via.kind} ${via.id}`)
      const body = new PassThrough()
      const stop = hub.follow({
        body,
        accountId,
        checkId: checkId?.toLowerCase() ?? null,
        types: types ?? null,
        lastEventId: String(request.headers['last-event-id'] ?? ''),
        isAllowed: async () => (await app.callerNow(request))?.account?.id === accountId,
      })
      body.once('close', () => {
        stop()
        leave()
      })
      // The answer may end without a word to what it is made from.
      reply.raw.once('close', () => body.destroy())
      return await reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        // Proxies that collect answers would make this one useless.
        .header('x-accel-buffering', 'no')
        .send(body)
    },
  )

  /** Counts a stream; who calls the result gives its place back. */
  function enter(caller: string): () => void {
    const own = open.get(caller) ?? 0
    if (own >= mostStreamsEach) throw tooMany(`${mostStreamsEach} streams are open for this caller`)
    if (total >= mostStreams) throw tooMany(`${mostStreams} streams are open on this server`)
    open.set(caller, own + 1)
    total += 1
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      total -= 1
      const left = (open.get(caller) ?? 1) - 1
      if (left === 0) open.delete(caller)
      else open.set(caller, left)
    }
  }
}

function tooMany(what: string): HttpRefusal {
  return new HttpRefusal(
    429,
    `${what}: close one of them, then try again`,
    { attributes: {} },
    { 'retry-after': '10' },
  )
}
