import type { DiagnosticsRequest } from '@sonde/schema/agents/agent-protocol.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { assetSizesToAdd, insertAssets, type ResultAsset } from '@sonde/store/results/result-assets.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { TicketedRun } from '../run.ts'

/** Of one attempt, over all messages about it: a ticket is good for as many as an agent likes. */
const mostFiles = 4
const mostBytes = 3_000_000

/**
 * What helps to find out why a run failed is kept with its result: without one it is of no use to anybody. A file
 * that there is no room for is left out; a smaller one after it may still fit.
 */
export async function takeDiagnostics(
  { store, clock }: { store: Store; clock: Clock },
  run: TicketedRun,
  { assets }: DiagnosticsRequest,
): Promise<void> {
  const { checkNo, scheduledAt, origin, attempt } = run
  const key = { checkNo, scheduledAt, origin, attempt }
  const files = assets.map(({ name, type, contentType, content }) => ({
    name,
    type,
    contentType,
    content: Buffer.from(content, 'base64'),
  }))
  await store.write(async (db) => {
    const sizes = await assetSizesToAdd(db, key)
    if (sizes !== null) await insertAssets(db, key, filesThatFit(files, sizes), clock.now())
  })
}

function filesThatFit(files: readonly ResultAsset[], stored: ReadonlyMap<string, number>): ResultAsset[] {
  const sizes = new Map(stored)
  let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  return files.filter(({ name, content }) => {
    if (sizes.has(name) || sizes.size >= mostFiles || bytes + content.length > mostBytes) return false
    sizes.set(name, content.length)
    bytes += content.length
    return true
  })
}
