import { admitIdentity, IdentityRefused } from '@sonde/actions/identities/admit-identity.ts'
import type { Identity } from '@sonde/actions/identities/identity-rules.ts'
import { linkIdentity } from '@sonde/actions/identities/link-identity.ts'
import { Refusal } from '@sonde/actions/refusal.ts'
import type { SignInProblem } from '@sonde/schema/accounts/sign-in-options.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { setSessionCookie } from '../http/session-cookie.ts'
import type { SignInDeps } from '../session/sign-in-deps.ts'
import { startSession } from '../session/start-session.ts'
import { ProviderFailure } from './oidc-client.ts'
import type { OidcSignIn } from './oidc-sign-in.ts'
import { ownPath } from './own-path.ts'
import type { Purpose } from './pending-cookie.ts'
import { readIdentity } from './read-identity.ts'

const options = { schema: { hide: true }, config: { access: publicAccess } }

/** The two addresses that a browser visits on its way to the provider and back. Both end in a screen of ours. */
export function signInWithOidcRoutes(app: App, deps: SignInDeps): void {
  const { provider: oidc } = deps
  if (oidc === null) return

  app.get('/oidc/start', options, async (request, reply) => {
    const query = queryOf(request)
    const purpose = query.has('link')
      ? oidc.cookies.takeLink(request, reply)
      : { next: ownPath(query.get('next'), deps.publicUrl()), linkUserId: null }
    if (purpose === null) return await fail(reply, 'expired', { next: '/', linkUserId: null })
    try {
      const { url, pending } = await oidc.client.begin(oidc.redirectUri())
      oidc.cookies.set(request, reply, { ...pending, ...purpose })
      return await reply.redirect(url, 303)
    } catch (error) {
      return await fail(reply, problemOf(error), purpose)
    }
  })

  app.get('/oidc/callback', options, async (request, reply) => {
    // What it says is of use once, and of no use to the page that it leads to.
    reply.header('referrer-policy', 'no-referrer')
    const pending = oidc.cookies.take(request, reply, queryOf(request).get('state') ?? '')
    if (pending === null) return await fail(reply, 'expired', { next: '/', linkUserId: null })
    try {
      const callback = new URL(oidc.redirectUri())
      callback.search = queryOf(request).toString()
      const identity = readIdentity(await oidc.client.finish(callback, pending), oidc.settings)
      const problem =
        pending.linkUserId === null
          ? await enter(request, reply, oidc, identity)
          : await link(request, pending.linkUserId, identity)
      return problem === null ? await reply.redirect(pending.next, 303) : await fail(reply, problem, pending)
    } catch (error) {
      return await fail(reply, problemOf(error), pending)
    }
  })

  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    { settings }: OidcSignIn,
    identity: Identity,
  ): Promise<SignInProblem | null> {
    const now = deps.clock.now()
    const circumstances = { at: now, address: request.ip, requestId: request.id }
    const outcome = await deps.store.write(async (db) => {
      const admitted = await admitIdentity(db, deps, circumstances, { identity, rules: settings.rules })
      if ('refused' in admitted) return admitted
      const endsAt = now + settings.sessionMs
      const token = await startSession(db, request, { user: admitted.user, now, provider: { endsAt } })
      if (token === null) throw new Error('the user was changed by the write that lets them in')
      return { token }
    })
    if ('refused' in outcome) return outcome.refused
    setSessionCookie(request, reply, { token: outcome.token, publicUrl: deps.publicUrl() })
    return null
  }

  async function link(
    { ip: address, id: requestId }: FastifyRequest,
    userId: string,
    identity: Identity,
  ): Promise<SignInProblem | null> {
    const actor = { type: 'USER', userId, keyId: null, keyName: null, address, requestId } as const
    const at = deps.clock.now()
    const outcome = await deps.store.write((db) => linkIdentity(db, deps, { ...actor, at }, { identity }))
    deps.wakeDelivery()
    return outcome === 'linked' ? null : outcome
  }

  /** Nobody sees an answer of the API here: a screen says what happened. */
  async function fail(
    reply: FastifyReply,
    problem: SignInProblem,
    { next, linkUserId }: Purpose,
  ): Promise<FastifyReply> {
    const path = linkUserId === null ? '/sign-in' : next.split('?', 1)[0]
    const query = new URLSearchParams({ problem, ...(linkUserId === null && next !== '/' ? { next } : {}) })
    return await reply.redirect(`${path}?${query}`, 303)
  }

  function problemOf(error: unknown): SignInProblem {
    if (error instanceof ProviderFailure) {
      deps.log.warn({ err: error }, 'sign-in with the identity provider failed')
      return error.problem
    }
    if (error instanceof IdentityRefused) return error.why
    if (error instanceof Refusal && error.reason === 'limit-reached') return 'members-limit'
    // The same person in two tabs: one of them has made the user.
    if (isUniqueViolation(error)) return 'expired'
    throw error
  }
}

function queryOf({ originalUrl }: FastifyRequest): URLSearchParams {
  return new URL(originalUrl, 'http://host.invalid').searchParams
}
