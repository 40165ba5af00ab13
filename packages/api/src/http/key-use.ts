import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { touchKeys } from '@sonde/store/accounts/api-keys.ts'
import { touchIntegrationTokens } from '@sonde/store/accounts/integration-tokens.ts'
import { touchLocationKeys } from '@sonde/store/locations/location-keys.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { touchSessions } from '@sonde/store/accounts/web-sessions.ts'

export type KeyUse = {
  note(keyId: string): void
  noteLocationKey(keyId: string): void
  noteIntegrationToken(tokenId: string): void
  /** Its end moves with its use, which is written once a minute at most. */
  noteSession(session: { id: string; lastUsedAt: number }): void
  /** Writes what was noted. Called on a timer, before keys are listed, and at the end. */
  flush(): Promise<void>
}

/** How exactly the use of a session is known. */
const sessionUseMs = minuteMs

/** When each key was last used: collected in memory, so that a read does not cost a write. */
export function createKeyUse(deps: { store: Store; clock: Clock }): KeyUse {
  const api = collect(touchKeys)
  const location = collect(touchLocationKeys, { isOneStatement: true })
  const integration = collect(touchIntegrationTokens)
  const session = collect(touchSessions)

  function collect(touch: typeof touchKeys, { isOneStatement = false } = {}) {
    let pending = new Map<string, number>()
    return {
      note: (keyId: string) => void pending.set(keyId, deps.clock.now()),
      async flush() {
        if (pending.size === 0) return
        const batch = pending
        pending = new Map()
        try {
          await deps.store.write((db) => touch(db, batch), { isOneStatement })
        } catch (error) {
          // For the next time; what was noted since is newer.
          pending = new Map([...batch, ...pending])
          throw error
        }
      },
    }
  }

  return {
    note: api.note,
    noteLocationKey: location.note,
    noteIntegrationToken: integration.note,
    noteSession({ id, lastUsedAt }) {
      if (deps.clock.now() - lastUsedAt >= sessionUseMs) session.note(id)
    },
    async flush() {
      await Promise.all([api.flush(), location.flush(), integration.flush(), session.flush()])
    },
  }
}
