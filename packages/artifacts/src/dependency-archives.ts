import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { dayMs } from '@sonde/ground/durations.ts'
import { mostDependencyBytes } from '@sonde/schema/agents/dependency-protocol.ts'
import {
  type ArchiveKey,
  deleteDependencyArchive,
  deleteOldArchives,
  dependencyArchiveBytes,
  findDependencyArchive,
  noteArchiveUsed,
  putDependencyArchive,
} from '@sonde/store/artifacts/dependency-archives.ts'
import type { ArtifactsDeps } from './artifacts.ts'
import { BlobStoreUnavailable } from './blob-store.ts'
import type { IncomingBudget } from './incoming-budget.ts'
import { putBlob } from './put-blob.ts'

/** Of all accounts together: those that were not used for the longest time make room. */
const mostBytes = 20_000_000_000

export type ReceivedArchive = { kind: 'stored' } | { kind: 'refused'; message: string } | { kind: 'busy' }

/** Packages that suites have installed, for agents that have no disk of their own. Whoever loses one installs it again. */
export function createDependencyArchives(
  deps: Pick<ArtifactsDeps, 'store' | 'clock' | 'incoming' | 'blobs'> & {
    budget: IncomingBudget
    read(sha256: string, range: null): Promise<Readable | null>
  },
) {
  const { store, clock, incoming, budget } = deps

  async function take(
    { accountId, key }: ArchiveKey,
    { sha256, bytes }: { sha256: string; bytes: number },
    body: Readable,
  ): Promise<ReceivedArchive> {
    if (bytes > mostDependencyBytes)
      return refused(`An archive may have at most ${mostDependencyBytes} bytes`)
    const name = `dependencies/${randomUUID()}`
    const outcome = await budget.within(accountId, { key: name, bytes }, () =>
      incoming.alone(name, async (signal): Promise<ReceivedArchive> => {
        try {
          const file = await incoming.receive(name, { body, signal, most: bytes })
          if (file === null || file.sha256 !== sha256)
            return refused('The bytes that arrived are not those that were announced')
          await putBlob(deps, file)
          await store.write(async (db) => {
            const at = clock.now()
            if (!(await putDependencyArchive(db, { accountId, key, sha256, bytes, at })))
              throw new BlobStoreUnavailable('the bytes were removed before they were named')
            const over = (await dependencyArchiveBytes(db)) - mostBytes
            if (over > 0) await deleteOldArchives(db, { before: at, bytes: over, now: at })
          })
          return { kind: 'stored' }
        } finally {
          await incoming.discard(name)
        }
      }),
    )
    return outcome ?? { kind: 'busy' }
  }

  return {
    take,
    /** Null: there is none. Whoever does not read to its end destroys the stream. */
    async open(archive: ArchiveKey): Promise<{ sha256: string; bytes: number; body: Readable } | null> {
      const found = await findDependencyArchive(store.read, archive)
      if (found === null) return null
      const { sha256, bytes, lastUsedAt } = found
      const now = clock.now()
      // Written once a day and not with every run.
      if (now - lastUsedAt > dayMs) await store.write((db) => noteArchiveUsed(db, archive, now))
      const body = await deps.read(sha256, null)
      return body === null ? null : { sha256, bytes, body }
    },
    async drop(archive: ArchiveKey): Promise<void> {
      await store.write((db) => deleteDependencyArchive(db, archive, clock.now()))
    },
  }
}

function refused(message: string): ReceivedArchive {
  return { kind: 'refused', message }
}
