import type { Clock } from '@sonde/ground/clock.ts'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { abandonedSessions, forgetTestSessions } from '@sonde/store/test-sessions/test-sessions.ts'
import { giveUpSessionRuns } from './end-trial-run.ts'

/** Nobody can ask for a session that is not recorded: without anybody who watches it, its runs are for nobody. */
const unwatchedMs = minuteMs
/** No session lasts longer: what was not made by then is not made any more. */
const longestMs = hourMs
const mostAtOnce = 50

export type SessionUpkeep = ReturnType<typeof createSessionUpkeep>

/** Ends test sessions that nobody waits for, and forgets old ones. */
export function createSessionUpkeep({ store, clock }: { store: Store; clock: Clock }) {
  return {
    async endAbandoned(): Promise<void> {
      const now = clock.now()
      const abandoned = await abandonedSessions(store.read, {
        heardBefore: now - unwatchedMs,
        createdBefore: now - longestMs,
        limit: mostAtOnce,
      })
      for (const { id: sessionId, isOld } of abandoned) {
        const why = isOld ? 'too-late' : 'cancelled'
        await store.write((db) => giveUpSessionRuns(db, { sessionId, runIds: null, why, at: now }))
      }
    },
    forgetOld: () => store.write((db) => forgetTestSessions(db, clock.now(), mostAtOnce)),
  }
}
