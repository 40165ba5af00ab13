import { createAccount } from '@sonde/actions/accounts/create-account.ts'
import { Account, AccountCreate } from '@sonde/schema/accounts/account.ts'
import type { ApiDeps } from '../api-deps.ts'
import { userActorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function createAccountRoute(app: App, deps: ApiDeps): void {
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
    async (request, reply) =>
      reply.code(201).send(await createAccount(deps, userActorOf(request, deps), { input: request.body })),
  )
}
