import type { AccountInvite } from '@sonde/schema/accounts/invite.ts'
import { type AccountMember, AccountMembersList, MembersQuery } from '@sonde/schema/accounts/member.ts'
import { listInvites } from '@sonde/store/accounts/invites.ts'
import { listMembers as findMembers } from '@sonde/store/accounts/members.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { answers } from '../http/operation.ts'
import { invalid } from '../http/refusal.ts'
import { inviteAnswer } from '@sonde/actions/invites/invite-answer.ts'
import { accountScopes } from './account-scopes.ts'
import { memberAnswer } from '@sonde/actions/members/member-answer.ts'

export function listMembers(app: App, deps: ApiDeps): void {
  for (const { path, params, access } of accountScopes('READ_ONLY')) {
    app.get(
      `${path}/members`,
      {
        schema: {
          summary: 'List the members of an account and its invites',
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
        const range = {
          accountId,
          ...(filters.search === undefined ? {} : { search: filters.search }),
          ...(after === undefined ? {} : { after }),
          // One more than asked for tells whether a page follows.
          ...(limit === undefined ? {} : { limit: limit + 1 }),
        }
        const entries = [...(await membersIn(range, filters)), ...(await invitesIn(range, filters))].toSorted(
          newestFirst,
        )
        const page = limit === undefined ? entries : entries.slice(0, limit)
        const last = page.at(-1)
        return {
          members: page.map(({ answer }) => answer),
          length: page.length,
          nextId:
            last && entries.length > page.length ? encodeCursor([last.createdAt, last.id], bound) : null,
        }
      },
    )
  }

  async function membersIn({ after, ...range }: Range, { type, status, role }: Filters): Promise<Entry[]> {
    if (type === 'invite' || (status ?? 'ACTIVE') !== 'ACTIVE') return []
    const rows = await findMembers(deps.store.read, {
      ...range,
      ...(role === undefined ? {} : { role }),
      ...(after === undefined ? {} : { after: { createdAt: after.createdAt, userId: after.id } }),
    })
    return rows.map((row) => ({
      createdAt: row.createdAt,
      id: row.userId,
      answer: memberAnswer(range.accountId, row),
    }))
  }

  async function invitesIn(range: Range, { type, status, role }: Filters): Promise<Entry[]> {
    // Nobody can be invited as owner.
    if (type === 'member' || status === 'ACTIVE' || role === 'OWNER') return []
    const rows = await listInvites(deps.store.read, {
      ...range,
      now: deps.clock.now(),
      ...(role === undefined ? {} : { role }),
      ...(status === undefined ? {} : { isLive: status === 'PENDING' }),
    })
    return rows.map((row) => ({ createdAt: row.createdAt, id: row.id, answer: inviteAnswer(row) }))
  }
}

type Filters = Pick<MembersQuery, 'type' | 'status' | 'role'>

type Range = { accountId: string; search?: string; after?: Position; limit?: number }

type Position = { createdAt: number; id: string }

type Entry = Position & { answer: AccountMember | AccountInvite }

function newestFirst(left: Position, right: Position): number {
  return right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1)
}

function positionOf(cursor: string, filters: object): Position {
  const [createdAt, id] = decodeCursor(cursor, filters)
  // The checksum keeps mistakes out, not people: what they make up must at least be a position.
  if (Number.isSafeInteger(createdAt) && isUuid(id)) return { createdAt: Number(createdAt), id }
  throw invalid('query', [
    { path: 'nextId', message: 'is not valid: use the value that the previous page returned' },
  ])
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}
