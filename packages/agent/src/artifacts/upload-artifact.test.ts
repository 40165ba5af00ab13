import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import {
  type ArtifactOrder,
  type ArtifactOutcome,
  mostArtifactBytes,
} from '@sonde/schema/agents/artifact-protocol.ts'
import { createBackoff } from '../service/backoff.ts'
import { type AgentTransport, TransportFailure } from '../service/transport.ts'
import { createArtifactUploads } from './artifact-uploads.ts'
import { uploadArtifact } from './upload-artifact.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const newBackoff = () => createBackoff({ firstMs: 1, mostMs: 2 })
const run = { runId: 'a-run', ticket: 'a-ticket' }
const video = { name: 'v.webm', kind: 'video', contentType: 'video/webm' } as const

/** A service that keeps what it gets in memory; `interfere` may answer or fail instead. */
function fakeService(
  interfere: (order: ArtifactOrder, call: number, body: () => Readable) => ArtifactOutcome | null = () =>
    null,
) {
  let stored = Buffer.alloc(0)
  const orders: ArtifactOrder[] = []
  const sendArtifact: AgentTransport['sendArtifact'] = async (order, body) => {
    orders.push(order)
    const instead = interfere(order, orders.length, body)
    if (instead !== null) return instead
    const { part, bytes } = order
    if (part !== null) {
      if (part.start > stored.length) return { kind: 'elsewhere', received: stored.length }
      const content = await buffer(body())
      assert.equal(content.length, part.length)
      stored = Buffer.concat([stored.subarray(0, part.start), content])
    }
    return { kind: 'taken', isStored: stored.length === bytes, received: stored.length }
  }
  return { orders, sendArtifact, content: () => stored }
}

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-upload-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

suite('an upload of the agent', () => {
  test('SC 61, 78, 79: is made in parts, and goes on where the service is after every kind of trouble', async (t) => {
    const path = join(await folderFor(t), 'v')
    const content = randomBytes(9_000_000)
    await writeFile(path, content)
    const service = fakeService((_order, call, body) => {
      if (call === 1) return { kind: 'refused', reason: 'not-yet', message: 'no result' }
      if (call === 3) {
        // As when the connection breaks in the middle of a part.
        body().destroy()
        throw new TransportFailure('unavailable', 'cut')
      }
      if (call === 5) return { kind: 'elsewhere', received: 1_000_000 }
      if (call === 6) return { kind: 'refused', reason: 'busy', message: 'busy' }
      return null
    })
    const deps = { transport: service, log, newBackoff }
    const outcome = await uploadArtifact(
      deps,
      { run, number: 7, file: { ...video, path } },
      new AbortController().signal,
    )
    const sha256 = hash('sha256', content)
    assert.deepEqual(outcome, { kind: 'stored', reference: { number: 7, sha256, bytes: content.length } })
    assert.deepEqual(service.content(), content)
    assert.ok(service.orders.every(({ part }) => part === null || part.length <= 4 * 1024 * 1024))
  })

  test('SC 59, 78: leaves out what is empty, no file, refused or too large; of the last the service is told', async (t) => {
    const folder = await folderFor(t)
    const path = (name: string) => join(folder, name)
    await writeFile(path('empty'), '')
    await writeFile(path('small'), 'small')
    await writeFile(path('large'), '')
    await truncate(path('large'), mostArtifactBytes + 1)
    await symlink(path('small'), path('link'))
    const service = fakeService((order) =>
      order.bytes > mostArtifactBytes
        ? { kind: 'refused', reason: 'too-large', message: 'larger than 150 MB' }
        : { kind: 'refused', reason: 'wrong-hash', message: 'other bytes' },
    )
    const upload = (name: string) =>
      uploadArtifact(
        { transport: service, log, newBackoff },
        { run, number: 1, file: { ...video, path: path(name), sha256: 'f'.repeat(64) } },
        new AbortController().signal,
      )
    assert.deepEqual(await upload('empty'), { kind: 'left-out', why: 'it is empty' })
    assert.deepEqual(await upload('small'), { kind: 'left-out', why: 'other bytes' })
    assert.deepEqual(await upload('large'), { kind: 'left-out', why: 'larger than 150 MB' })
    await assert.rejects(upload('link'), /ELOOP/)
    assert.deepEqual(
      service.orders.map(({ part }) => part?.length ?? null),
      [5, null],
    )
  })
})

suite('files of runs', () => {
  const attempt = { ...run, attempt: 1 }

  test('follow the result, are removed afterwards, and go with a result that nobody wants', async () => {
    const sent: string[] = []
    let whenIdle = () => {}
    const uploads = createArtifactUploads({
      upload: async ({ number, file }) => {
        sent.push(`${number} ${file.name}`)
        return { kind: 'left-out', why: 'a test' }
      },
      log,
      onIdle: () => whenIdle(),
    })
    const disposed: string[] = []
    const filesNamed = (name: string) => ({
      files: [
        { ...video, name, path: '/a' },
        { ...video, name: `${name}2`, path: '/b' },
      ],
      dispose: async () => void disposed.push(name),
    })
    uploads.add(attempt, filesNamed('a'))
    uploads.add({ ...attempt, attempt: 2 }, filesNamed('b'))
    uploads.add({ ...attempt, attempt: 3 }, filesNamed('c'))
    uploads.noteStored({ runId: 'another', attempt: 1 })
    assert.deepEqual(sent, [])
    uploads.noteLost({ ...attempt, attempt: 2 })
    const idle = new Promise<void>((resolve) => {
      whenIdle = resolve
    })
    uploads.noteStored(attempt)
    assert.equal(uploads.size, 1)
    await idle
    assert.deepEqual(
      [sent, disposed],
      [
        ['1 a', '2 a2'],
        ['b', 'a'],
      ],
    )
    uploads.stop()
    assert.deepEqual([uploads.size, disposed], [0, ['b', 'a', 'c']])
  })
})
