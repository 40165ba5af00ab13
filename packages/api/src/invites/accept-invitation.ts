import { randomUUIDv7 } from 'node:crypto'
import { InvitationClaim } from '@sonde/schema/accounts/user.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { findLiveInvite, type InviteRow, useInvite } from '@sonde/store/accounts/invites.ts'
import { findMember, insertMembership } from '@sonde/store/accounts/members.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { findUserByEmail, findUserForUpdate, insertUser, type UserRow } from '@sonde/store/accounts/users.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutKey } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { showPlainPage } from '../http/pages/show-plain-page.ts'
import { acceptFormBodies, formOf } from '../public-access/form-bodies.ts'
import { isOfService } from '../http/pages/own-page.ts'
import { setSessionCookie } from '../http/session-cookie.ts'
import type { SignInDeps } from '../session/sign-in-deps.ts'
import { startSession } from '../session/start-session.ts'
import { tryToSignIn } from '../session/try-to-sign-in.ts'
import { nextSignInStep } from '@sonde/actions/second-factor/read-second-factor.ts'
import { secondStepAddress } from '../second-factor/sign-in-challenge.ts'
import { hashPassword, isPasswordOf } from '@sonde/actions/users/password.ts'
import { hashInviteToken } from '@sonde/actions/invites/invite-token.ts'
import {
  deadInvitationPage,
  joinPage,
  providerPage,
  signInToJoinPage,
  strangeInvitationPage,
  tooOftenPage,
  withoutPasswordPage,
} from './invitation-pages.ts'

type Key = { hash: string; now: number }

/** What a form has come to: the token of a new session, or why there is none. */
type Outcome = Entry | 'gone' | 'wrong-password'

/** How somebody who has joined goes on: with the token of a session, or to the second step of the sign-in. */
type Entry = { token: string } | { address: string }

/**
 * The one-time address of an invitation, as a plain form. A new person says who they are; a user of this installation
 * shows to be that user by the password, so that an invitation opens nobody's account to whoever holds its address.
 */
export function acceptInvitation(app: App, deps: SignInDeps): void {
  const validate = createValidator().compile(InvitationClaim, { complete: true })
  const options = { schema: { hide: true }, config: { access: publicAccess } }
  const url = '/invitations/:token'

  app.register(async (scope) => {
    acceptFormBodies(scope)

    scope.get(url, options, async (request, reply) => {
      const invite = await findLiveInvite(deps.store.read, keyOf(request))
      return invite === null ? showDead(reply) : await ask(reply, 200, invite, [])
    })

    scope.post(url, options, async (request, reply) => {
      if (!isOfService(request, deps.publicUrl())) return showPlainPage(reply, 403, strangeInvitationPage())
      const key = keyOf(request)
      const invite = await findLiveInvite(deps.store.read, key)
      if (invite === null) return showDead(reply)
      if (deps.oidc?.settings.isOnly === true) return await ask(reply, 200, invite, [])
      const user = await findUserByEmail(deps.store.read, invite.email)
      if (user === null) return await letNewIn(request, reply, { key, invite })
      if (user.passwordHash === null) return showPlainPage(reply, 409, withoutPasswordPage(invite))
      return await letKnownIn(request, reply, { key, known: user, invite })
    })
  })

  function keyOf(request: FastifyRequest): Key {
    const { token } = request.params as { token: string }
    return { hash: hashInviteToken(token), now: deps.clock.now() }
  }

  async function letNewIn(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, invite }: { key: Key; invite: InviteRow },
  ): Promise<FastifyReply> {
    const fields = fieldsOf(request)
    const mistakes = validate(fields)
    if (mistakes.length > 0) return await ask(reply, 400, invite, mistakes, fields)
    const user: UserRow = {
      id: randomUUIDv7(),
      name: fields.name,
      email: invite.email,
      passwordHash: await hashPassword(fields.password),
      createdAt: key.now,
      updatedAt: null,
    }
    try {
      const outcome = await deps.store.write(async (db): Promise<Outcome> => {
        if (!(await useInvite(db, { id: invite.id, hash: key.hash }))) return 'gone'
        await insertUser(db, user)
        return await join(db, request, { user, invite, now: key.now })
      })
      return await answer(request, reply, { invite, outcome })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      // Somebody has become a user with this address meanwhile: from now on its password is asked for.
      return await ask(reply, 409, invite, [])
    }
  }

  async function letKnownIn(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, known, invite }: { key: Key; known: UserRow; invite: InviteRow },
  ): Promise<FastifyReply> {
    const { password } = fieldsOf(request)
    const attempt = await tryToSignIn(deps, request, known.email, async () =>
      (await isPasswordOf(password, known.passwordHash)) ? known : null,
    )
    if ('retryAfterSeconds' in attempt) {
      const { retryAfterSeconds } = attempt
      reply.header('retry-after', retryAfterSeconds)
      return showPlainPage(reply, 429, tooOftenPage(retryAfterSeconds))
    }
    const { user } = attempt
    const outcome =
      user === null
        ? 'wrong-password'
        : await deps.store.write(async (db): Promise<Outcome> => {
            const current = await findUserForUpdate(db, user.id)
            if (current?.passwordHash !== user.passwordHash) return 'wrong-password'
            if (!(await useInvite(db, { id: invite.id, hash: key.hash }))) return 'gone'
            return await join(db, request, { user, invite, now: key.now })
          })
    return await answer(request, reply, { invite, outcome })
  }

  /** Inside the write that has used the invite up. Somebody who is a member already stays what they are. */
  async function join(
    db: Db,
    request: FastifyRequest,
    { user, invite, now }: { user: UserRow; invite: InviteRow; now: number },
  ): Promise<Entry> {
    const { accountId, email, role } = invite
    if ((await findMember(db, accountId, user.id)) === null) {
      await insertMembership(db, { accountId, userId: user.id, role, createdAt: now, updatedAt: null })
      await recordChange(db, withoutKey(request, { accountId, userId: user.id, at: now }), {
        entityType: 'MEMBER',
        entityId: user.id,
        entityName: user.name ?? email,
        before: null,
        after: { email, role, invitedBy: invite.inviterEmail },
      })
    }
    const next = await nextSignInStep(db, user.id)
    if (next !== null) return { address: secondStepAddress(next, deps.challenges.issue(user)) }
    const token = await startSession(db, request, { user, now })
    if (token === null) throw new Error('the user was changed by the write that lets them in')
    return { token }
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { invite, outcome }: { invite: InviteRow; outcome: Outcome },
  ): Promise<FastifyReply> {
    if (outcome === 'gone') return showDead(reply)
    if (outcome === 'wrong-password') {
      return await ask(reply, 400, invite, [{ path: 'password', message: 'is wrong' }])
    }
    if ('address' in outcome) return reply.redirect(outcome.address, 303)
    setSessionCookie(request, reply, { token: outcome.token, publicUrl: deps.publicUrl() })
    return reply.redirect('/', 303)
  }

  /** The form for whoever is invited: a new person or a user. */
  async function ask(
    reply: FastifyReply,
    statusCode: number,
    invite: InviteRow,
    mistakes: readonly Violation[],
    { name }: { name: string } = { name: '' },
  ): Promise<FastifyReply> {
    const user = await findUserByEmail(deps.store.read, invite.email)
    const provider = deps.oidc?.settings.name ?? null
    const state = { values: { name }, mistakes, provider }
    // With `no-referrer`, browsers do not tell where a form comes from, not even to its own page.
    reply.header('referrer-policy', 'same-origin')
    if (deps.oidc?.settings.isOnly === true)
      return showPlainPage(reply, 200, providerPage(invite, deps.oidc.settings.name))
    if (user === null) return showPlainPage(reply, statusCode, joinPage(invite, state))
    return user.passwordHash === null
      ? showPlainPage(reply, 409, withoutPasswordPage(invite))
      : showPlainPage(reply, statusCode, signInToJoinPage(invite, state))
  }
}

function fieldsOf(request: FastifyRequest): { name: string; password: string } {
  const form = formOf(request)
  const text = (name: string) => (form.get(name) ?? '').replaceAll('\0', '')
  return { name: text('name').trim(), password: text('password') }
}

function showDead(reply: FastifyReply): FastifyReply {
  return showPlainPage(reply, 404, deadInvitationPage())
}
