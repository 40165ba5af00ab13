import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  addReference,
  goldenFileBytesOf,
  type GoldenFileOwner,
  insertGoldenFile,
} from '@sonde/store/artifacts/golden-files.ts'
import type { ArtifactsDeps } from './artifacts.ts'
import { BlobStoreUnavailable } from './blob-store.ts'
import type { IncomingBudget } from './incoming-budget.ts'
import { putBlob } from './put-blob.ts'

/** Of all golden files of one account. */
const mostBytesOfAccount = 5_000_000_000

type GoldenFileOrder = {
  accountId: string
  body: Readable
  /** Of this file. */
  mostBytes: number
  /** What it has to be; null: whatever comes. */
  sha256: string | null
  /** The browser that has drawn it; null: nobody knows. */
  madeBy: string | null
  /** What uses it from now on; null: nothing yet. */
  owner: GoldenFileOwner | null
}

type GoldenFileOutcome =
  | { kind: 'stored'; sha256: string; bytes: number }
  | { kind: 'refused'; reason: 'empty' | 'too-large' | 'quota' | 'wrong-hash' | 'busy'; message: string }

/** Golden files: beside the files of runs, and never removed to make room for them. */
export function createGoldenFiles(
  deps: Pick<ArtifactsDeps, 'store' | 'clock' | 'incoming' | 'blobs'> & { budget: IncomingBudget },
) {
  const { store, clock, incoming, budget } = deps

  async function take(
    key: string,
    { accountId, body, mostBytes, sha256: wanted, madeBy, owner }: GoldenFileOrder,
  ): Promise<GoldenFileOutcome> {
    try {
      const file = await incoming.alone(key, (signal) =>
        incoming.receive(key, { body, signal, most: mostBytes }),
      )
      if (file === null) return refused('too-large', `The file is too large, maximum allowed: ${mostBytes}`)
      const { sha256, bytes } = file
      if (bytes === 0) return refused('empty', 'The file is empty')
      if (wanted !== null && sha256 !== wanted)
        return refused('wrong-hash', 'The bytes that arrived do not have the hash that was announced')
      if ((await goldenFileBytesOf(store.read, accountId)) + bytes > mostBytesOfAccount)
        return refused(
          'quota',
          `The golden files of the account take up all the space that they can have (${mostBytesOfAccount} bytes)`,
        )
      await putBlob(deps, file)
      await store.write(async (db) => {
        const object = { accountId, sha256, bytes, madeBy, at: clock.now() }
        if (!(await insertGoldenFile(db, object)))
          throw new BlobStoreUnavailable('the bytes were removed before they were named')
        if (owner !== null) await addReference(db, owner, sha256)
      })
      return { kind: 'stored', sha256, bytes }
    } finally {
      await incoming.discard(key)
    }
  }

  return {
    /** What comes goes to the disk as it comes. */
    async keep(order: GoldenFileOrder): Promise<GoldenFileOutcome> {
      const key = `golden/${randomUUID()}`
      const file = { key, bytes: order.mostBytes }
      const outcome = await budget.within(order.accountId, file, () => take(key, order))
      return outcome ?? refused('busy', 'Too many files of this account are being uploaded')
    },
  }
}

type Refused = Extract<GoldenFileOutcome, { kind: 'refused' }>

function refused(reason: Refused['reason'], message: string): Refused {
  return { kind: 'refused', reason, message }
}
