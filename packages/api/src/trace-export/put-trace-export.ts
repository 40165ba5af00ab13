import { TraceExport, TraceExportUpdate, tracesAddress } from '@sonde/schema/analytics/trace-export.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import {
  findTraceExport,
  putTraceExport as writeTraceExport,
  traceExportContext,
  type TraceExportRow,
} from '@sonde/store/traces/trace-exports.ts'
import { emptyOutbox } from '@sonde/store/traces/trace-outbox.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'
import { settingsForAudit } from '@sonde/actions/trace-export/settings-for-audit.ts'
import {
  headersOf,
  traceExportAnswer,
  type TraceHeader,
} from '@sonde/actions/trace-export/trace-export-answer.ts'

export function putTraceExport(app: App, deps: ApiDeps): void {
  const { store, clock } = deps
  app.put(
    '/v1/accounts/me/trace-export',
    {
      schema: {
        summary: 'Export every run of the account as a span',
        description:
          'By OTLP/HTTP, as gzipped JSON, from the next run on. A run that was queued is sent until the receiver takes it. ' +
          'Switched off, what still waits is dropped.',
        tags: ['Accounts'],
        body: TraceExportUpdate,
        response: answers({ 200: TraceExport }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) => {
      const accountId = accountOf(request).id
      const { enabled, headers = [] } = request.body
      const endpoint = tracesAddress(request.body.endpoint)
      return await store.write(async (db) => {
        await lockAccount(db, accountId)
        const before = await findTraceExport(db, accountId)
        const complete = completeHeaders(headers, before, endpoint)
        const sealedHeaders = store.sealer.seal(JSON.stringify(complete), traceExportContext(accountId))
        const now = clock.now()
        const createdAt = before?.createdAt ?? now
        const updatedAt = before === null ? null : now
        await writeTraceExport(db, { accountId, enabled, endpoint, sealedHeaders, createdAt, updatedAt })
        if (!enabled) await emptyOutbox(db, accountId)
        const after = await findTraceExport(db, accountId)
        if (after === null) throw new Error('what was just written is not there')
        await recordChange(db, actorOf(request, deps), {
          entityType: 'TRACE_EXPORT',
          entityId: accountId,
          entityName: null,
          before: before === null ? null : settingsForAudit(store.sealer, before),
          after: settingsForAudit(store.sealer, after),
        })
        return await traceExportAnswer(db, store, after)
      })
    },
  )

  /** Whoever may change the address must not get at values that were given for another one. */
  function completeHeaders(
    given: NonNullable<TraceExportUpdate['headers']>,
    before: TraceExportRow | null,
    endpoint: string,
  ): TraceHeader[] {
    const isSameHost = before !== null && new URL(before.endpoint).origin === new URL(endpoint).origin
    const known = isSameHost ? headersOf(store.sealer, before) : []
    return given.map(({ key, value }, index) => {
      const kept = value ?? known.find((header) => header.key.toLowerCase() === key.toLowerCase())?.value
      if (kept === undefined) {
        const isElsewhere = before !== null && !isSameHost
        const message = isElsewhere
          ? 'is required: the endpoint is on another host than before, and stored values do not go there'
          : 'is required: no value is stored for it'
        throw invalidInput([{ path: `headers.${index}.value`, message }])
      }
      return { key, value: kept }
    })
  }
}
