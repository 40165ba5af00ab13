import { Account, AccountSummary } from '@sonde/schema/accounts/account.ts'
import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { findAccount } from '@sonde/store/accounts/accounts.ts'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { accountAnswer } from '@sonde/actions/accounts/account-answer.ts'

export function getAccount(app: App, deps: ApiDeps): void {
  const summary = 'Show one account'
  const tags = ['Accounts']

  app.get(
    '/v1/accounts/me',
    {
      schema: { summary, tags, response: answers({ 200: Account }) },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    show,
  )
  app.get(
    '/v1/accounts/:accountId',
    {
      schema: {
        summary,
        tags,
        params: Type.Object({ accountId: Uuid() }),
        response: answers({ 200: Account }),
      },
      config: {
        access: { kind: 'account-in-path', role: 'READ_ONLY', parameter: 'accountId', headerOptional: true },
      },
    },
    show,
  )
  app.get(
    '/next/accounts/:id',
    {
      schema: {
        summary,
        tags,
        params: Type.Object({ id: Uuid() }),
        response: answers({ 200: AccountSummary }),
      },
      config: {
        access: { kind: 'account-in-path', role: 'READ_ONLY', parameter: 'id', headerOptional: true },
      },
    },
    show,
  )

  async function show(request: FastifyRequest) {
    const account = await findAccount(deps.store.read, accountOf(request).id)
    if (!account) throw notFound('account')
    return accountAnswer(account)
  }
}
