import { SnippetParams } from '@sonde/schema/checks/snippet.ts'
import {
  deleteSnippet as removeSnippet,
  findSnippetForUpdate,
  usersOfSnippet,
} from '@sonde/store/variables/snippets.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound, conflict } from '@sonde/actions/refusal.ts'
import { snippetAnswer } from '@sonde/actions/snippets/snippet-answer.ts'

const mostNamed = 5

export function deleteSnippet(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/snippets/:id',
    {
      schema: {
        summary: 'Delete a snippet',
        description: 'Refused while a check or a group sets up or tears down with it.',
        tags: ['Snippets'],
        params: SnippetParams,
        response: answers({ 204: noContent }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      await deps.store.write(async (db) => {
        const row = await findSnippetForUpdate(db, key)
        if (row === null) throw notFound('snippet')
        requireUnused(await usersOfSnippet(db, key, mostNamed + 1))
        await removeSnippet(db, key)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'SNIPPET',
          entityId: row.id,
          entityName: row.name,
          before: snippetAnswer(row),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}

function requireUnused({ checks, groups }: { checks: string[]; groups: string[] }): void {
  const users = [
    ...(checks.length > 0 ? [`the checks ${listed(checks)}`] : []),
    ...(groups.length > 0 ? [`the groups ${listed(groups)}`] : []),
  ]
  if (users.length > 0) throw conflict(`The snippet is used by ${users.join(' and ')}`)
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map((name) => JSON.stringify(name))
  return names.length > mostNamed ? `${shown.join(', ')} and others` : shown.join(', ')
}
