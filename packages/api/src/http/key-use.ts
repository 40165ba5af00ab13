import type { Clock } from '@sonde/schema/clock.ts'
import { touchKeys } from '@sonde/store/api-keys.ts'
import { touchIntegrationTokens } from '@sonde/store/integration-tokens.ts'
import { touchLocationKeys } from '@sonde/store/location-keys.ts'
import type { Store } from '@sonde/store/store.ts'

export type KeyUse = {
  note(keyId: string): void
  noteLocationKey(keyId: string): void
  noteIntegrationToken(tokenId: string): void
  /** Writes what was noted. Called on a timer, before keys are listed, and at the end. */
  flush(): Promise<void>
}

/** When each key was last used: collected in memory, so that a read does not cost a write. */
export function createKeyUse(deps: { store: Store; clock: Clock }): KeyUse {
  const api = collect(touchKeys)
  const location = collect(touchLocationKeys)
  const integration = collect(touchIntegrationTokens)

  function collect(touch: typeof touchKeys) {
    let noted = new Map<string, number>()
    return {
      note: (keyId: string) => void noted.set(keyId, deps.clock.now()),
      async flush() {
        if (noted.size === 0) return
        const batch = noted
        noted = new Map()
        try {
          await deps.store.write((db) => touch(db, batch))
        } catch (error) {
          // For the next time; what was noted since is newer.
          noted = new Map([...batch, ...noted])
          throw error
        }
      },
    }
  }

  return {
    note: api.note,
    noteLocationKey: location.note,
    noteIntegrationToken: integration.note,
    async flush() {
      await Promise.all([api.flush(), location.flush(), integration.flush()])
    },
  }
}
