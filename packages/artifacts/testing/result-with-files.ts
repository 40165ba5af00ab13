import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ArtifactOutcome } from '@sonde/schema/agents/artifact-protocol.ts'
import type { ArtifactOwner } from '@sonde/store/artifacts/artifacts.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { addResults, makeResult } from '@sonde/store/testing/results.ts'
import { addAccount, addCheck } from '@sonde/store/testing/rows.ts'
import type { ArtifactStore } from '../src/open-artifacts.ts'
import type { UploadedFile } from '../src/receive-upload.ts'

let lastScheduledAt = 1_775_044_800_000

/** An attempt whose result is stored; of the same check when that is named. */
export async function addResult(
  store: Store,
  of: { accountId: string; checkNo: number } | null = null,
  at = nextMoment(),
): Promise<ArtifactOwner> {
  const { accountId, checkNo } = of ?? (await addOwner(store))
  const row = makeResult({ checkNo, scheduledAt: at })
  await addResults(store, [row])
  const { scheduledAt, origin, attempt } = row
  return { accountId, checkNo, scheduledAt, origin, attempt }
}

function nextMoment(): number {
  lastScheduledAt += 1_000
  return lastScheduledAt
}

async function addOwner(store: Store): Promise<{ accountId: string; checkNo: number }> {
  const { id: accountId } = await addAccount(store)
  const { id: checkId } = await addCheck(store, accountId)
  const checkNo = await findCheckNumber(store.read, { accountId, checkId })
  assert.ok(checkNo !== null)
  return { accountId, checkNo }
}

export function fileOf(content: Buffer, fields: Partial<UploadedFile> = {}): UploadedFile {
  return {
    number: 1,
    name: 'video.webm',
    type: 'video',
    contentType: 'video/webm',
    sha256: hash('sha256', content),
    bytes: content.length,
    part: { start: 0, length: content.length },
    ...fields,
  }
}

/** Sends a file in one go. */
export async function upload(
  artifacts: ArtifactStore,
  owner: ArtifactOwner,
  content: Buffer,
  fields: Partial<UploadedFile> = {},
): Promise<ArtifactOutcome> {
  return await artifacts.receive(owner, fileOf(content, fields), Readable.from([content]))
}

export async function contentOf(artifacts: ArtifactStore, sha256: string): Promise<Buffer | null> {
  const stream = await artifacts.read(sha256, null)
  return stream === null ? null : await buffer(stream)
}

/** The hashes of all files that are stored, and how many are on their way. */
export async function filesIn(dataDir: string): Promise<{ stored: string[]; incoming: number }> {
  const names = await readdir(join(dataDir, 'artifacts'), { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile())
  const isIncoming = (path: string) => path.endsWith('incoming')
  return {
    stored: files
      .filter(({ parentPath }) => !isIncoming(parentPath))
      .map(({ name }) => name)
      .toSorted(),
    incoming: files.filter(({ parentPath }) => isIncoming(parentPath)).length,
  }
}
