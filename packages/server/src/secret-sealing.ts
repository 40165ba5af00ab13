import type { Logger } from '@sonde/ground/logger.ts'
import { maskStoredEntries } from '@sonde/store/audit-log/mask-stored-entries.ts'
import { sealStoredChecks, sealStoredSnapshots } from '@sonde/store/checks/seal-stored-secrets.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { setTimeout as pause } from 'node:timers/promises'

/** After a failure, that the next start would have had to mend otherwise. */
const retryMs = 60_000

/**
 * Seals the passwords of checks that an earlier version has stored in clear. Checks come before the schedule is read,
 * which then holds none of them in clear, and writes none; their snapshots and the audit log, which may be long, while
 * checks run.
 */
export function createSecretSealing({ store, log }: { store: Store; log: Logger }) {
  const stopping = new AbortController()
  const { signal } = stopping
  let work: Promise<void> = Promise.resolve()

  async function sealTheRest(): Promise<void> {
    while (!signal.aborted) {
      try {
        const count = await sealStoredSnapshots(store, signal)
        if (count > 0) log.info({ count }, 'encrypted the secrets in earlier settings of checks')
        const entries = await maskStoredEntries(store, signal)
        if (entries > 0) log.info({ count: entries }, 'masked the secrets in the audit log')
        return
      } catch (error) {
        if (signal.aborted) return
        log.warn(
          { err: error },
          'could not encrypt the secrets of checks that are stored unencrypted; retrying',
        )
        await pause(retryMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  return {
    async prepare(): Promise<void> {
      const count = await sealStoredChecks(store)
      if (count > 0) log.info({ count }, 'encrypted the secrets in the settings of checks')
    },
    start(): void {
      work = sealTheRest()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await work
    },
  }
}
