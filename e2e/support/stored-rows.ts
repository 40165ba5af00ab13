import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Slots are not in any answer of the API, and notices about locations not yet: the database has both. */
export type StoredRun = {
  checkId: string
  scheduledAt: number
  origin: string
  isFinal: boolean
  verdict: 'passed' | 'degraded' | 'failed' | 'error' | 'cancelled'
  startedAt: number
  durationMs: number
  createdAt: number
}

const verdicts = ['passed', 'degraded', 'failed', 'error', 'cancelled'] as const

export type StoredEvent = { location: string; kind: string; at: number }

/** Every stored attempt, oldest slot first. Of SQLite only. */
export function storedRuns(dataDir: string): StoredRun[] {
  const rows = readRows(
    dataDir,
    `select check_id, scheduled_at, origin, is_final, verdict, started_at, duration_ms, results.created_at
     from results join check_states on no = check_no order by scheduled_at, check_no, origin, attempt`,
  )
  return rows.map((row) => ({
    checkId: String(row['check_id']),
    scheduledAt: Number(row['scheduled_at']),
    origin: String(row['origin']),
    isFinal: row['is_final'] === 1,
    verdict: verdicts[Number(row['verdict'])] ?? 'cancelled',
    startedAt: Number(row['started_at']),
    durationMs: Number(row['duration_ms']),
    createdAt: Number(row['created_at']),
  }))
}

export function storedEvents(dataDir: string): StoredEvent[] {
  return readRows(dataDir, 'select location, kind, at from location_events order by at').map((row) => ({
    location: String(row['location']),
    kind: String(row['kind']),
    at: Number(row['at']),
  }))
}

/** Runs that no agent took in time, of all locations. */
export function droppedRuns(dataDir: string): number {
  const [row] = readRows(dataDir, 'select coalesce(sum(dropped), 0) as dropped from queue_samples')
  return Number(row?.['dropped'])
}

function readRows(dataDir: string, statement: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(dataDir, 'sonde.db'), { readOnly: true, timeout: 5_000 })
  try {
    return database.prepare(statement).all()
  } finally {
    database.close()
  }
}
