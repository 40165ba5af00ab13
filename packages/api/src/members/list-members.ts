import { AccountMembersList, MembersQuery } from '@sonde/schema/member.ts'
import { listMembers as findMembers } from '@sonde/store/members.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { answers } from '../http/operation.ts'
import { invalid } from '../http/refusal.ts'
import { accountScopes } from './account-scopes.ts'
import { memberAnswer } from './member-answer.ts'

export function listMembers(app: App, deps: ApiDeps): void {
  for (const { path, params, access } of accountScopes('READ_ONLY')) {
    app.get(
      `${path}/members`,
      {
        schema: {
          summary: 'List the members of an account',
          tags: ['Accounts'],
          params: Type.Object(params),
          querystring: MembersQuery,
          response: answers({ 200: AccountMembersList }),
        },
        config: { access },
      },
      async (request) => {
        const { id: accountId } = accountOf(request)
        const { limit, nextId, ...filters } = request.query
        if (nextId !== undefined && limit === undefined) {
          throw invalid('query', [{ path: 'nextId', message: 'needs limit' }])
        }
        const bound = { accountId, ...filters }
        const after = nextId === undefined ? undefined : positionOf(nextId, bound)
        const wantsMembers =
          filters.type !== 'invite' && (filters.status === undefined || filters.status === 'ACTIVE')
        // One more than asked for tells whether a page follows.
        const found = wantsMembers
          ? await findMembers(deps.store.read, {
              accountId,
              ...(filters.search === undefined ? {} : { search: filters.search }),
              ...(filters.role === undefined ? {} : { role: filters.role }),
              ...(after === undefined ? {} : { after }),
              ...(limit === undefined ? {} : { limit: limit + 1 }),
            })
          : []
        const page = limit === undefined ? found : found.slice(0, limit)
        const last = page.at(-1)
        return {
          members: page.map((row) => memberAnswer(accountId, row)),
          length: page.length,
          nextId:
            last && found.length > page.length ? encodeCursor([last.createdAt, last.userId], bound) : null,
        }
      },
    )
  }
}

function positionOf(cursor: string, filters: object): { createdAt: number; userId: string } {
  const [createdAt, userId] = decodeCursor(cursor, filters)
  // The checksum keeps mistakes out, not people: what they make up must at least be a position.
  if (Number.isSafeInteger(createdAt) && isUuid(userId)) return { createdAt: Number(createdAt), userId }
  throw invalid('query', [{ path: 'nextId', message: 'is damaged' }])
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}
