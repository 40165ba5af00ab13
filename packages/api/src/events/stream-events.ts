import { PassThrough } from 'node:stream'
import { LiveEventsParams, LiveEventsQuery } from '@sonde/schema/accounts/live-event.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf, callerOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { HttpRefusal } from '../http/refusal.ts'
import { createLiveHub, type LiveHubDeps } from './live-hub.ts'

/** Of one server, account, user, and key or session. Browsers keep one for all open pages, and some one for each. */
const mostStreams = { server: 200, account: 100, user: 20, caller: 10 }

const Stream = Type.String({
  description:
    'Events named check, check-changed, group-changed, alert, session, agent, reset and alive, each with its data in JSON. ' +
    'See "Live events" in the API documentation.',
})

export function streamEvents(app: App, deps: ApiDeps & Pick<LiveHubDeps, 'liveReads'>): void {
  const hub = createLiveHub(deps)
  const open = new Map<string, number>()

  // Before connections are waited for: these never end by themselves.
  app.addHook('preClose', async () => hub.close())

  app.get(
    '/v1/accounts/:accountId/events',
    {
      schema: {
        summary: 'Stream changes as server-sent events',
        description:
          'Sends changes within about a second. After a disconnect, `Last-Event-ID` returns what ' +
          'was missed, or `reset` if that is no longer known: then read everything again.',
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
      const { via, userId } = callerOf(request)
      const { id: accountId } = accountOf(request)
      const { checkId, types, after = '' } = request.query
      const leave = enter([
        { key: `${via.kind} ${via.id}`, most: mostStreams.caller, whose: 'for this caller' },
        ...(userId === null
          ? []
          : [{ key: `user ${userId}`, most: mostStreams.user, whose: 'for this user' }]),
        { key: `account ${accountId}`, most: mostStreams.account, whose: 'for this account' },
        { key: 'server', most: mostStreams.server, whose: 'on this server' },
      ])
      const body = new PassThrough()
      const stop = hub.follow({
        body,
        accountId,
        checkId: checkId?.toLowerCase() ?? null,
        types: types ?? null,
        lastEventId: String(request.headers['last-event-id'] ?? after),
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

  /** Counts a stream for everybody whose it is; who calls the result gives its places back. */
  function enter(places: readonly { key: string; most: number; whose: string }[]): () => void {
    for (const { key, most, whose } of places) {
      if ((open.get(key) ?? 0) >= most) throw tooMany(`${most} streams are open ${whose}`)
    }
    for (const { key } of places) open.set(key, (open.get(key) ?? 0) + 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      for (const { key } of places) {
        const left = (open.get(key) ?? 1) - 1
        if (left === 0) open.delete(key)
        else open.set(key, left)
      }
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
