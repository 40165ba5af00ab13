import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import { childProgram } from '@sonde/ground/testing/child-program.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { claimUnnamedBlobs } from '@sonde/store/artifacts/artifact-blobs.ts'
import { deleteOldestArtifacts, expireArtifacts } from '@sonde/store/artifacts/artifact-retention.ts'
import { usageOf } from '@sonde/store/artifacts/artifact-usage.ts'
import { type ArtifactOwner, artifactsOf } from '@sonde/store/artifacts/artifacts.ts'
import { forEachEngine, forOneEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { artifactsForTests } from '../testing/artifacts-for-tests.ts'
import { addResult, contentOf, filesIn, upload } from '../testing/result-with-files.ts'
import type { ArtifactLimits } from './artifact-limits.ts'

const script = childProgram(new URL('../testing/children/store-files.ts', import.meta.url))
const silent = { debug() {}, info() {}, warn() {}, error() {} }

async function under(t: TestContext, engine: TestEngine, limits: Partial<ArtifactLimits> = {}) {
  const clock = { time: 1_775_100_000_000, now: () => clock.time }
  const opened = await engine.open({ clock })
  t.after(opened.close)
  const { store, dataDir } = opened
  const artifacts = artifactsForTests({ store, clock, dataDir, limits })
  const files = async (owner: ArtifactOwner) =>
    (await artifactsOf(store.read, owner)).map(({ name, missing }) => [name, missing])
  const remove = (owner: ArtifactOwner) =>
    store.write((db) =>
      deleteOldestArtifacts(db, {
        checkNo: owner.checkNo,
        before: owner.scheduledAt + 1,
        now: clock.time,
      }),
    )
  const cleanUp = () => artifacts.cleanUp(silent).runOnce()
  return { ...opened, clock, artifacts, files, remove, cleanUp }
}

forEachEngine('files of runs', (engine) => {
  test('the same bytes are stored once, stay while one file names them, and go with the last', async (t) => {
    const { store, dataDir, artifacts, remove, cleanUp, clock } = await under(t, engine)
    const content = randomBytes(100_000)
    const sha256 = hash('sha256', content)
    const owners = [await addResult(store), await addResult(store), await addResult(store)]
    const outcomes = await Promise.all(owners.map((owner) => upload(artifacts, owner, content)))
    for (const outcome of outcomes)
      assert.deepEqual(outcome, { kind: 'taken', isStored: true, received: content.length })
    assert.deepEqual(await filesIn(dataDir), { stored: [sha256], incoming: 0 })
    // As if the last file had gone in the moment in which another one came.
    await store.write((db) => db.updateTable('artifact_blobs').set({ remove_after: 1 }).execute())
    await cleanUp()
    for (const [index, owner] of owners.entries()) {
      assert.deepEqual(await contentOf(artifacts, sha256), content)
      assert.equal((await usageOf(store.read, owner.accountId)).get('video')?.bytes, content.length)
      await remove(owner)
      assert.deepEqual((await usageOf(store.read, owner.accountId)).get('video'), { files: 0, bytes: 0 })
      clock.time += 2 * dayMs
      await cleanUp()
      assert.deepEqual((await filesIn(dataDir)).stored, index < 2 ? [sha256] : [], `after ${index + 1}`)
    }
    assert.deepEqual(await store.read.selectFrom('artifact_blobs').selectAll().execute(), [])
  })

  test('whoever stores bytes again that are being removed waits until they are gone', async (t) => {
    const { store, artifacts, remove, cleanUp, clock, dataDir } = await under(t, engine)
    const content = randomBytes(1_000)
    const sha256 = hash('sha256', content)
    const [first, second] = [await addResult(store), await addResult(store)]
    await upload(artifacts, first, content)
    await remove(first)
    clock.time += 1
    // Killed here, with the bytes still in place.
    const { hashes } = await store.write((db) => claimUnnamedBlobs(db, { now: clock.time, limit: 10 }))
    assert.deepEqual(hashes, [sha256])
    const storing = upload(artifacts, second, content)
    await cleanUp()
    assert.deepEqual(await storing, { kind: 'taken', isStored: true, received: 1_000 })
    await cleanUp()
    assert.deepEqual(await contentOf(artifacts, sha256), content)
    assert.deepEqual(await filesIn(dataDir), { stored: [sha256], incoming: 0 })
  })

  test('a full account loses its oldest files, which say so, and no other account does', async (t) => {
    const { store, artifacts, files, clock } = await under(t, engine, { accountBytes: 1_000 })
    const other = await addResult(store)
    await upload(artifacts, other, randomBytes(900))
    const owner = await addResult(store)
    await upload(artifacts, owner, randomBytes(400), { number: 1, name: 'a.webm' })
    clock.time += 1
    await upload(artifacts, owner, randomBytes(400), { number: 2, name: 'b.webm' })
    clock.time += 1
    const later = await addResult(store, owner)
    await upload(artifacts, later, randomBytes(500), { number: 1, name: 'c.webm' })
    const [oldest] = await files(owner)
    assert.deepEqual([oldest, await files(later)], [['a.webm', 'quota'], [['c.webm', null]]])
    const usage = await usageOf(store.read, owner.accountId)
    assert.deepEqual(usage.get('video'), { files: 2, bytes: 900 })
    assert.deepEqual(await files(other), [['video.webm', null]])
    // What was there once is not asked for again.
    const again = await upload(artifacts, owner, randomBytes(400), { number: 1, name: 'a.webm' })
    assert.deepEqual(again, { kind: 'taken', isStored: true, received: 400 })
    assert.deepEqual(await files(later), [['c.webm', null]])
  })

  test('a type has a limit and a time of its own', async (t) => {
    const { store, artifacts, files, clock } = await under(t, engine, {
      bytesOfType: new Map([['video', 500]]),
    })
    const owner = await addResult(store)
    await upload(artifacts, owner, randomBytes(300), { number: 1, name: 'a.webm' })
    await upload(artifacts, owner, randomBytes(600), { number: 2, name: 'b.zip', type: 'trace' })
    clock.time += 1
    await upload(artifacts, owner, randomBytes(300), { number: 3, name: 'c.webm' })
    const large = await upload(artifacts, owner, randomBytes(501), { number: 4, name: 'd.webm' })
    assert.equal(large.kind === 'refused' && large.reason, 'quota')
    assert.deepEqual(await files(owner), [
      ['a.webm', 'quota'],
      ['b.zip', null],
      ['c.webm', null],
      ['d.webm', 'quota'],
    ])
    const now = clock.time + 1
    await store.write((db) => expireArtifacts(db, { type: 'trace', before: now, now }))
    assert.deepEqual((await files(owner))[1], ['b.zip', 'retention'])
    assert.deepEqual((await usageOf(store.read, owner.accountId)).get('trace'), { files: 0, bytes: 0 })
  })

  test('a limit that was lowered holds after the next clean-up', async (t) => {
    const { store, artifacts, files, clock, dataDir } = await under(t, engine)
    const owner = await addResult(store)
    for (const number of [1, 2, 3]) {
      clock.time += 1
      await upload(artifacts, owner, randomBytes(400), { number, name: `${number}.webm` })
    }
    clock.time += 1
    const lowered = artifactsForTests({ store, clock, dataDir, limits: { accountBytes: 900 } })
    await lowered.cleanUp(silent).runOnce()
    assert.deepEqual(await files(owner), [
      ['1.webm', 'quota'],
      ['2.webm', null],
      ['3.webm', null],
    ])
    assert.equal((await filesIn(dataDir)).stored.length, 2)
  })

  test('two files of a run with one name are told apart; those of another attempt are its own', async (t) => {
    const { store, artifacts, files } = await under(t, engine)
    const owner = await addResult(store)
    for (const number of [1, 2, 3])
      await upload(artifacts, owner, randomBytes(9), { number, name: 'a.b.png' })
    assert.deepEqual(
      (await files(owner)).map(([name]) => name),
      ['a.b (2).png', 'a.b (3).png', 'a.b.png'],
    )
    assert.deepEqual(await files({ ...owner, attempt: 2 }), [])
  })
})

forOneEngine('bytes that no row names', (engine) => {
  test('go after a week, unless their row comes back', async (t) => {
    const content = randomBytes(100)
    const sha256 = hash('sha256', content)
    // Each minute another part of the store is looked at.
    let now = (115_567 * 256 + Number.parseInt(sha256.slice(0, 2), 16)) * minuteMs
    const clock = { now: () => now }
    const { store, dataDir, close } = await engine.open({ clock })
    t.after(close)
    const artifacts = artifactsForTests({ store, clock, dataDir })
    const { runOnce } = artifacts.cleanUp(silent)
    const owner = await addResult(store)
    await upload(artifacts, owner, content)
    const forget = async () =>
      await store.write(async (db) => {
        await db.deleteFrom('artifacts').execute()
        await db.deleteFrom('artifact_blobs').execute()
      })
    const round = 256 * minuteMs
    for (const isBack of [true, false]) {
      await forget()
      await runOnce()
      now += 6 * dayMs - ((6 * dayMs) % round)
      await runOnce()
      assert.deepEqual(await filesIn(dataDir), { stored: [sha256], incoming: 0 })
      if (isBack) await upload(artifacts, owner, content)
      now += 2 * dayMs - ((2 * dayMs) % round)
      await runOnce()
      assert.deepEqual(await filesIn(dataDir), { stored: isBack ? [sha256] : [], incoming: 0 })
    }
  })
})

forOneEngine('files of runs, when the program is killed', (engine) => {
  test('no file that is named is missing, and what nobody names is removed', async (t) => {
    const { store, dataDir, databaseUrl, artifacts, clock } = await under(t, engine)
    const owner = await addResult(store)
    for (let round = 0; round < rounds(15); round += 1) {
      const args = [script, dataDir, databaseUrl ?? '', JSON.stringify(owner), String(round)]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const closed = once(child, 'close')
      t.after(() => child.kill('SIGKILL'))
      let lines = 0
      for await (const line of createInterface({ input: child.stdout })) {
        assert.equal(line, 'stored')
        lines += 1
        if (lines === 5 + round) child.kill('SIGKILL')
      }
      await closed
      assert.equal(child.signalCode, 'SIGKILL')
    }
    clock.time = Date.now() + 3 * dayMs
    await artifacts.cleanUp(silent).runOnce()
    const rows = await store.read.selectFrom('artifacts').select('sha256').execute()
    const named = new Set(rows.flatMap(({ sha256 }) => sha256 ?? []))
    assert.ok(named.size > 0)
    assert.deepEqual((await filesIn(dataDir)).stored, [...named].toSorted())
    for (const sha256 of named) {
      const content = await readFile(join(dataDir, 'artifacts', sha256.slice(0, 2), sha256))
      assert.equal(hash('sha256', content), sha256)
    }
  })
})
