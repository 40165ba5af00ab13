import { readCounter, takeNumbers } from '../engine/counters.ts'
import type { Db } from '../engine/database.ts'

const counter = 'run_context'

/**
 * Says that what runs are filled with has changed: variables, certificates, proxies. Call it inside the
 * `write` that changes it, as its last step: on PostgreSQL the counter stays locked until the write ends.
 */
export async function bumpRunContext(db: Db): Promise<void> {
  await takeNumbers(db, counter, 1)
}

/** Grows with every such change; who filled something in under another number fills it in anew. */
export async function readRunContextRevision(db: Db): Promise<number> {
  return (await readCounter(db, counter)) ?? 0
}
