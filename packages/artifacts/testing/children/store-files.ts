import { systemClock } from '@sonde/ground/clock.ts'
import { deleteOldestArtifacts } from '@sonde/store/artifacts/artifact-retention.ts'
import type { ArtifactOwner } from '@sonde/store/artifacts/artifacts.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { artifactsForTests } from '../artifacts-for-tests.ts'
import { addResult, upload } from '../result-with-files.ts'

/** Stores and removes files of a check, few contents over and over, and cleans up beside it, until it is killed. */
const [dataDir = '', databaseUrl = '', ownerText = '', round = ''] = process.argv.slice(2)
const clock = systemClock
const store = await openStore({ dataDir, databaseUrl: databaseUrl || null, encryptionKey: null, clock })
const artifacts = artifactsForTests({ store, clock, dataDir })
// Safe because the test that starts this program has written it.
const { accountId, checkNo } = JSON.parse(ownerText) as ArtifactOwner
const log = { debug() {}, info() {}, warn: console.error, error: console.error }
const cleanUp = artifacts.cleanUp(log)

async function cleanForEver(): Promise<never> {
  for (;;) await cleanUp.runOnce()
}
void cleanForEver()

const firstAt = 1_775_200_000_000 + Number(round) * 1_000_000

for (let turn = 0; ; turn += 1) {
  const owner = await addResult(store, { accountId, checkNo }, firstAt + turn)
  const content = Buffer.alloc(10_000, turn % 3)
  const outcome = await upload(artifacts, owner, content)
  console.log(outcome.kind === 'taken' && outcome.isStored ? 'stored' : JSON.stringify(outcome))
  if (turn % 2 === 0) {
    const before = owner.scheduledAt
    await store.write((db) => deleteOldestArtifacts(db, { checkNo, before, now: clock.now() }))
  }
}
