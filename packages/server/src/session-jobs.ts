import type { Clock } from '@sonde/ground/clock.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import { repeatWork, type RepeatingWork } from '@sonde/ground/repeat-work.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { forgetEndedSessions } from '@sonde/store/accounts/web-sessions.ts'
import type { Logger } from 'pino'

/** On one server at a time. Sessions that are over open nothing: this only keeps them from piling up. */
export function createSessionJobs({
  store,
  clock,
  log,
}: {
  store: Store
  clock: Clock
  log: Logger
}): RepeatingWork {
  return repeatWork({
    name: 'deleting expired sessions',
    pauseMs: hourMs,
    log,
    work: () => store.write((db) => forgetEndedSessions(db, clock.now())),
  })
}
