import { randomUUIDv7 } from 'node:crypto'
import { Account, AccountCreate } from '@sonde/schema/accounts/account.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorIn } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { userIdOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { accountAnswer } from '@sonde/actions/accounts/account-answer.ts'
import { openAccount } from '@sonde/actions/accounts/open-account.ts'

/** A further account, owned by the caller. */
export function createAccount(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/accounts',
    {
      schema: {
        summary: 'Create an account that the caller owns',
        tags: ['Accounts'],
        body: AccountCreate,
        response: answers({ 201: Account }),
      },
      config: { access: { kind: 'user' } },
    },
    async (request, reply) => {
      const ownerId = userIdOf(request)
      const account = { id: randomUUIDv7(), name: request.body.name }
      const row = await deps.store.write(async (db) => {
        const opened = await openAccount(db, { ...account, ownerId, now: deps.clock.now() })
        const actor = actorIn(account.id, request, deps)
        await recordDocument(db, actor, 'ACCOUNT', { before: null, after: account })
        return opened
      })
      return reply.code(201).send(accountAnswer(row))
    },
  )
}
