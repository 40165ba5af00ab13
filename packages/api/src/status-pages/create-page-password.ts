import { randomUUIDv7 } from 'node:crypto'
import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import { StatusPagePassword } from '@sonde/schema/status-pages/status-page-password.ts'
import { laterThan } from '@sonde/status-pages/later-than.ts'
import {
  findPagePassword,
  putPagePassword,
  type PagePasswordRow,
} from '@sonde/store/status-pages/status-page-passwords.ts'
import { findPageForUpdate } from '@sonde/store/status-pages/status-pages.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { hashPassword } from '@sonde/actions/users/password.ts'
import { newPagePassword } from '@sonde/actions/status-pages/new-page-password.ts'
import { pageKeyAnswer } from '@sonde/actions/status-pages/page-key-answer.ts'

export function createPagePassword(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/:statusPageId/password',
    {
      schema: {
        summary: 'Make a status page private, or change its password',
        description:
          'The password is made here and shown this once. A page that has one already gets another, and everybody who has signed in must do so again. No body is needed.',
        tags: ['Status Pages'],
        params: StatusPageParams,
        response: answers({ 201: StatusPagePassword }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.statusPageId }
      const password = newPagePassword()
      const hash = await hashPassword(password)
      const row = await deps.store.write(async (db) => {
        const page = await findPageForUpdate(db, key)
        if (!page) throw notFound('status page')
        const before = await findPagePassword(db, page.id)
        const now = deps.clock.now()
        const made: PagePasswordRow = {
          pageId: page.id,
          id: randomUUIDv7(),
          hash,
          lastFour: password.slice(-4),
          createdAt: before?.createdAt ?? now,
          updatedAt: before === null ? null : laterThan(before, now),
        }
        await putPagePassword(db, made)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'STATUS_PAGE_PASSWORD',
          entityId: page.id,
          entityName: page.name,
          before: before === null ? null : pageKeyAnswer(before),
          after: pageKeyAnswer(made),
        })
        return made
      })
      return reply.code(201).send({ ...pageKeyAnswer(row), password })
    },
  )
}
