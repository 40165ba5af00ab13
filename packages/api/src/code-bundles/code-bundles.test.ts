import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { filesIn } from '@sonde/artifacts/testing/result-with-files.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'

const uploadPath = '/next/checkly-storage/upload-code-bundle'
const peekPath = '/next/checkly-storage/peek-code-bundle'
const octets = { 'content-type': 'application/octet-stream' }
const mostBytes = 400_000
/** What the command sends when no check needs a bundle. */
const emptyArchive = Buffer.from('H4sIAAAAAAAAA2NgGAWjYBSMVAAA', 'base64')

forOneEngine('code bundles', (engine) => {
  const api = apiUnderTest(engine, { artifactLimits: { bundleBytes: mostBytes } })

  const send = (payload: Buffer, headers: Record<string, string> = {}) =>
    api.call('POST', uploadPath, { payload, headers: { ...octets, ...headers } })

  test('case 54: a bundle is stored once, by its hash, and found again by its key', async () => {
    const content = randomBytes(300_000)
    const sha256 = hash('sha256', content)
    const first = await send(content)
    assert.equal(first.status, 200, first.text)
    assert.deepEqual(
      [first.at('key'), first.at('versionID'), first.at('contentLength'), first.at('checksumSha256')],
      [`${api.accountId}/${sha256}`, sha256, content.length, sha256],
    )
    const again = await send(content, { 'x-bundle-checksum-sha256': sha256.toUpperCase() })
    assert.deepEqual(again.body, first.body)
    const stored = await api.artifacts.read(sha256, null)
    assert.ok(stored !== null)
    assert.deepEqual(await buffer(stored), content)
    const rows = await api.store.read.selectFrom('code_bundles').select('sha256').execute()
    assert.deepEqual(
      rows.map((row) => row.sha256),
      [sha256],
    )
    const peeked = await api.call('POST', peekPath, { body: { key: first.at('key') } })
    assert.deepEqual([peeked.status, peeked.body], [200, first.body])
  })

  test('case 54: what is not what it says, or breaks off, leaves nothing', async () => {
    const before = await filesIn(api.opened.dataDir)
    expectInvalid(await send(randomBytes(100), { 'x-bundle-checksum-sha256': '0'.repeat(64) }), 'headers', [
      'x-bundle-checksum-sha256',
    ])
    const outgoing = httpRequest({
      host: '127.0.0.1',
      port: api.port,
      method: 'POST',
      path: uploadPath,
      headers: {
        ...octets,
        authorization: `Bearer ${api.ownerKey}`,
        'x-checkly-account': api.accountId,
        'content-length': String(mostBytes),
      },
    })
    const ended = new Promise((resolve) => outgoing.once('close', resolve))
    outgoing.on('error', () => outgoing.destroy())
    outgoing.write(randomBytes(10_000), () => outgoing.destroy())
    await ended
    // The next upload is answered after the broken one was noticed, or at the same time: both leave one file at most.
    const whole = randomBytes(100)
    assert.equal((await send(whole)).status, 200)
    let files = await filesIn(api.opened.dataDir)
    while (files.incoming > 0) {
      await new Promise(setImmediate)
      files = await filesIn(api.opened.dataDir)
    }
    assert.deepEqual(files.stored, [...before.stored, hash('sha256', whole)].toSorted())
  })

  test('case 54: one that is too large is refused with the size that is allowed, and no other', async () => {
    const payload = randomBytes(mostBytes + 1)
    for (const chunked of [false, true]) {
      const refused = await api.call('POST', uploadPath, { payload, headers: octets, chunked })
      expectError(refused, 413)
      assert.match(refused.textAt('message'), new RegExp(`maximum allowed: ${mostBytes}$`))
    }
    assert.equal((await send(payload.subarray(1))).status, 200)
    assert.equal((await send(emptyArchive)).status, 200)
    assert.equal((await send(Buffer.alloc(0))).status, 200)
  })

  test('a key of another account, or none at all, is not found', async () => {
    const { body } = await send(emptyArchive)
    const key = String((body as { key: string }).key)
    const { id, key: otherKey } = await api.makeUser()
    const account = await api.makeAccount(id)
    const peek = (asked: string, caller = {}) =>
      api.call('POST', peekPath, { body: { key: asked }, ...caller })
    expectError(await peek(key, { key: otherKey, account }), 404)
    expectError(await peek(`${account}/${key.split('/')[1]}`, { key: otherKey, account }), 404)
    for (const asked of ['x', `${key}/more`, `${api.accountId}/..`, `${api.accountId}/${'0'.repeat(64)}`])
      expectError(await peek(asked), 404)
    expectInvalid(await api.call('POST', peekPath, { body: {} }), 'payload', ['key'])
  })

  test('whoever may only read uploads nothing', async () => {
    const key = await api.makeServiceKey(api.accountId, 'READ_RUN')
    expectError(await api.call('POST', uploadPath, { payload: emptyArchive, headers: octets, key }), 403)
    expectError(await send(emptyArchive, { 'content-encoding': 'gzip' }), 415)
  })
})
