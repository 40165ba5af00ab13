import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { type Sealer, UnreadableSecret } from '@sonde/store/installation/sealer.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieText, readCookie } from '../http/cookie.ts'
import { schemeOf } from '../http/visitor-scheme.ts'
import type { PendingSignIn } from './oidc-client.ts'

/** How long somebody may take at the provider. */
const pendingMs = 10 * minuteMs
/** How long a browser may take to go there. */
const linkMs = minuteMs
const prefix = 'sonde_oidc_'
const linkName = 'sonde_link'
/** So many sign-ins that were begun and not finished a browser keeps; more are forgotten. */
const mostPending = 5

/** What a sign-in is for. */
export type Purpose = {
  /** Where to go afterwards, on this site. */
  next: string
  /** The user who connects the identity; null when somebody signs in. */
  linkUserId: string | null
}

export type Pending = PendingSignIn & Purpose

export type PendingCookies = {
  set(request: FastifyRequest, reply: FastifyReply, pending: Pending): void
  /** Null when this browser began no such sign-in, or too long ago. It is gone afterwards. */
  take(request: FastifyRequest, reply: FastifyReply, state: string): Pending | null
  /**
   * That the user of this browser wants to connect an identity. In a cookie, and not in the address: somebody who opens an
   * address of others must not connect their identity to the user of those.
   */
  setLink(request: FastifyRequest, reply: FastifyReply, link: { userId: string; next: string }): void
  takeLink(request: FastifyRequest, reply: FastifyReply): Purpose | null
}

/**
 * What the browser keeps while it is at the provider. One for each sign-in, so that two tabs do not disturb each other;
 * sealed, because it holds the secret half of PKCE. Lax: the provider sends the browser here from another site.
 */
export function createPendingCookies({
  sealer,
  clock,
  publicUrl,
}: {
  sealer: Sealer
  clock: Clock
  publicUrl(): string
}): PendingCookies {
  function write(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    value: string,
    ms: number,
  ): void {
    const scheme = schemeOf(request, publicUrl())
    const cookie = { name, value, path: '/oidc', maxAgeSeconds: ms / 1000, sameSite: 'Lax', scheme } as const
    reply.header('set-cookie', cookieText(cookie))
  }

  function clear(request: FastifyRequest, reply: FastifyReply, name: string): void {
    write(request, reply, name, '', 0)
  }

  function seal(content: object, context: string, ms: number): string {
    return sealer.seal(JSON.stringify({ ...content, until: clock.now() + ms }), context)
  }

  /** The content of the cookie, which is gone afterwards; null when there is none of ours, or it is too old. */
  function take(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, context }: { name: string; context: string },
  ): Record<string, unknown> | null {
    const sealed = readCookie(request, name)
    if (sealed === null || sealed === '') return null
    clear(request, reply, name)
    try {
      const content: unknown = JSON.parse(sealer.open(sealed, context))
      return isRecord(content) && Number(content['until']) > clock.now() ? content : null
    } catch (error) {
      // Whatever somebody else has written there is no sign-in of ours.
      if (error instanceof UnreadableSecret) return null
      throw error
    }
  }

  return {
    set(request, reply, pending) {
      const before = pendingNames(request)
      if (before.length >= mostPending) for (const name of before) clear(request, reply, name)
      const { name, context } = placeOf(pending.state)
      write(request, reply, name, seal(pending, context, pendingMs), pendingMs)
    },
    take(request, reply, state) {
      const { nonce, verifier, next, linkUserId } = take(request, reply, placeOf(state)) ?? {}
      if (typeof nonce !== 'string' || typeof verifier !== 'string' || typeof next !== 'string') return null
      return { state, nonce, verifier, next, linkUserId: typeof linkUserId === 'string' ? linkUserId : null }
    },
    setLink(request, reply, link) {
      write(request, reply, linkName, seal(link, linkContext, linkMs), linkMs)
    },
    takeLink(request, reply) {
      const { userId, next } = take(request, reply, { name: linkName, context: linkContext }) ?? {}
      return typeof userId === 'string' && typeof next === 'string' ? { linkUserId: userId, next } : null
    },
  }
}

const linkContext = 'connects an identity'

function pendingNames({ headers }: FastifyRequest): string[] {
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=', 1)[0] ?? '')
    .filter((name) => name.startsWith(prefix))
}

/** The name has only the beginning of the state: the rest must come from the provider, and opens what is sealed. */
function placeOf(state: string): { name: string; context: string } {
  const beginning = state.replaceAll(/[^A-Za-z0-9_-]/g, '').slice(0, 12)
  return { name: prefix + beginning, context: `sign-in by a provider ${state}` }
}
