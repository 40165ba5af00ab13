import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@sonde/ground/clock.ts'
import { prepareBatch } from '@sonde/store/engine/batch-statement.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import type { Installation } from './install-checks.ts'
import type { WriterLine } from './watch-writer.ts'

type Longest = { heldMs: number; heldCpuMs: number; commitMs: number; blockedMs: number }

export type Holds = {
  environment: Record<string, string>
  imports: string[]
  longestSince(at: number): Promise<Longest>
  close(): Promise<void>
}

const lookMs = 20

const oldestTransaction = prepareBatch<{ held: number | null }>(`
  select extract(epoch from max(clock_timestamp() - xact_start)) * 1000 as held from pg_stat_activity
  where application_name = 'sonde' and pid <> pg_backend_pid()`)

/**
 * How long transactions of a server last: on SQLite each of them keeps all other writes waiting, and the server itself writes
 * down how long; on PostgreSQL the database is asked how old the oldest one is. It knows no processor time.
 */
export async function watchHolds({ dataDir, databaseUrl }: Installation): Promise<Holds> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-bench-holds-'))
  const file = join(folder, 'lines')
  const ages: { at: number; heldMs: number }[] = []
  const store =
    databaseUrl === null
      ? null
      : await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
  const looking =
    store === null
      ? undefined
      : setInterval(() => {
          void oldestTransaction(store.read, [])
            .then(({ rows }) => ages.push({ at: Date.now(), heldMs: Number(rows[0]?.held ?? 0) }))
            .catch(() => {})
        }, lookMs)

  function linesSince(at: number): WriterLine[] {
    try {
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
      return lines.map((line) => JSON.parse(line) as WriterLine).filter((line) => line.at >= at)
    } catch {
      // Nothing took long enough to be written down.
      return []
    }
  }

  return {
    environment: { BENCH_WRITER_FILE: file },
    imports: [join(import.meta.dirname, 'watch-writer.ts')],
    async longestSince(at) {
      const longest: Longest = { heldMs: 0, heldCpuMs: 0, commitMs: 0, blockedMs: 0 }
      for (const line of [...linesSince(at), ...ages.filter((each) => each.at >= at)]) {
        if ('blockedMs' in line) longest.blockedMs = Math.max(longest.blockedMs, line.blockedMs)
        else if (line.heldMs > longest.heldMs) Object.assign(longest, { heldCpuMs: 0, commitMs: 0, ...line })
      }
      return longest
    },
    async close() {
      clearInterval(looking)
      await store?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
