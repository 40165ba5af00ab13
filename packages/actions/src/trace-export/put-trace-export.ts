import {
  type TraceExport,
  type TraceExportUpdate,
  tracesAddress,
} from '@sonde/schema/analytics/trace-export.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import {
  findTraceExport,
  putTraceExport as writeTraceExport,
  traceExportContext,
  type TraceExportRow,
} from '@sonde/store/traces/trace-exports.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { emptyOutbox } from '@sonde/store/traces/trace-outbox.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { invalidInput } from '../refusal.ts'
import { settingsForAudit } from './settings-for-audit.ts'
import { headersOf, traceExportAnswer, type TraceHeader } from './trace-export-answer.ts'

export async function putTraceExport(
  { store, clock }: ActionDeps,
  actor: Actor,
  { input }: { input: TraceExportUpdate },
): Promise<TraceExport> {
  const { accountId } = actor
  const { sealer } = store
  const { enabled, sendTraceHeaders = false, headers = [] } = input
  const endpoint = tracesAddress(input.endpoint)
  return await store.write(async (db) => {
    await lockAccount(db, accountId)
    const before = await findTraceExport(db, accountId)
    const complete = completeHeaders(headers, { before, endpoint, sealer })
    const sealedHeaders = sealer.seal(JSON.stringify(complete), traceExportContext(accountId))
    const now = clock.now()
    const createdAt = before?.createdAt ?? now
    const updatedAt = before === null ? null : now
    await writeTraceExport(db, {
      accountId,
      enabled,
      sendTraceHeaders,
      endpoint,
      sealedHeaders,
      createdAt,
      updatedAt,
    })
    await bumpRunContext(db)
    if (!enabled) await emptyOutbox(db, accountId)
    const after = await findTraceExport(db, accountId)
    if (after === null) throw new Error('what was just written is not there')
    await recordChange(db, actor, {
      entityType: 'TRACE_EXPORT',
      entityId: accountId,
      entityName: null,
      before: before === null ? null : settingsForAudit(sealer, before),
      after: settingsForAudit(sealer, after),
    })
    return await traceExportAnswer(db, store, after)
  })
}

/** Whoever may change the address must not get at values that were given for another one. */
function completeHeaders(
  headers: NonNullable<TraceExportUpdate['headers']>,
  { before, endpoint, sealer }: { before: TraceExportRow | null; endpoint: string; sealer: Sealer },
): TraceHeader[] {
  const isSameHost = before !== null && new URL(before.endpoint).origin === new URL(endpoint).origin
  const storedHeaders = isSameHost ? headersOf(sealer, before) : []
  return headers.map(({ key, value }, index) => {
    const headerValue =
      value ?? storedHeaders.find((header) => header.key.toLowerCase() === key.toLowerCase())?.value
    if (headerValue === undefined) {
      const isElsewhere = before !== null && !isSameHost
      const message = isElsewhere
        ? 'is required: the endpoint is now on another host, and stored values are not sent there'
        : 'is required: no value is stored for it'
      throw invalidInput([{ path: `headers.${index}.value`, message }])
    }
    return { key, value: headerValue }
  })
}
