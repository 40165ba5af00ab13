import type { DiagnosticsRequest } from '@sonde/schema/agent-protocol.ts'
import type { Clock } from '@sonde/schema/clock.ts'
import { insertAssets } from '@sonde/store/result-assets.ts'
import { attemptsAt } from '@sonde/store/results.ts'
import type { Store } from '@sonde/store/store.ts'
import type { TicketedRun } from '../results/ticket.ts'

/** What helps to find out why a run failed is kept with its result: without one it is of no use to anybody. */
export async function takeDiagnostics(
  { store, clock }: { store: Store; clock: Clock },
  run: TicketedRun,
  { assets }: DiagnosticsRequest,
): Promise<void> {
  const { checkNo, scheduledAt, origin, attempt } = run
  const attempts = await attemptsAt(store.read, { checkNo, scheduledAt })
  const isStored = attempts.some((row) => row.origin === origin && row.attempt === attempt)
  if (!isStored) return
  const files = assets.map(({ name, type, contentType, content }) => ({
    name,
    type,
    contentType,
    content: Buffer.from(content, 'base64'),
  }))
  await store.write((db) => insertAssets(db, { checkNo, scheduledAt, origin, attempt }, files, clock.now()))
}
