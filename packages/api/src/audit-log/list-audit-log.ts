import { AuditPage, AuditQuery, type AuditEntry } from '@sonde/schema/accounts/audit-log.ts'
import { listAuditEntries, type AuditEntryRow } from '@sonde/store/audit-log/audit-log.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { readWindow } from '../http/date-filter.ts'
import { answers } from '../http/operation.ts'
import { invalid } from '../http/refusal.ts'

export function listAuditLog(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/audit-log',
    {
      schema: {
        summary: 'List changes, with who made them',
        description:
          'Newest first. Contains every change made by a key, a person or the command line, with the old and the new ' +
          'value of each changed field. Secret values are shown as `***`. Kept as long as the hourly statistics ' +
          '(RETENTION_ROLLUP_DAYS).',
        tags: ['Audit log'],
        querystring: AuditQuery,
        response: answers({ 200: AuditPage }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) => {
      const { limit, nextId, from: _from, to: _to, ...filters } = request.query
      const filter = { accountId: accountOf(request).id, ...filters, ...readWindow(request.query) }
      const beforeId = nextId === undefined ? null : positionOf(nextId, filter)
      // One more than asked for tells whether a page follows.
      const entries = await listAuditEntries(deps.store.read, { ...filter, beforeId, limit: limit + 1 })
      const page = entries.slice(0, limit)
      const last = page.at(-1)
      return {
        length: page.length,
        entries: page.map(entryAnswer),
        nextId: last && entries.length > page.length ? encodeCursor([last.id], filter) : null,
      }
    },
  )
}

function positionOf(cursor: string, filter: object): number {
  const [id] = decodeCursor(cursor, filter)
  if (Number.isSafeInteger(id)) return Number(id)
  throw invalid('query', [
    { path: 'nextId', message: 'is not valid: use the value that the previous page returned' },
  ])
}

function entryAnswer(row: AuditEntryRow): AuditEntry {
  const { userId, email, keyId, keyName } = row
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    action: row.action,
    entityType: row.entityType,
    entityId: row.entityId,
    entityName: row.entityName,
    actor: { type: row.actorType, userId, email, keyId, keyName },
    address: row.address,
    requestId: row.requestId,
    deploymentId: row.deploymentId ?? null,
    changes: [...row.changes],
  }
}
