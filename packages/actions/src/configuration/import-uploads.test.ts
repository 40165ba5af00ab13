import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createImportUploads } from './import-uploads.ts'

suite('uploads of documents', () => {
  test('an account may hold what its largest document needs, and all together four times that', () => {
    const uploads = createImportUploads({ largestBytes: 100 })
    const [first, second] = [uploads.begin('a'), uploads.begin('a')]
    first.hold(60)
    second.hold(40)
    assert.throws(() => second.hold(1), { reason: 'try-later', retryAfterSeconds: 5 })
    for (const account of ['b', 'c', 'd']) uploads.begin(account).hold(100)
    assert.throws(() => uploads.begin('e').hold(1), { reason: 'try-later' })
    first.end()
    first.end()
    uploads.begin('e').hold(60)
    assert.throws(() => uploads.begin('e').hold(1), { reason: 'try-later' })
    second.end()
    uploads.begin('a').hold(40)
  })

  test('an upload of which nothing has come takes nothing from others', () => {
    const uploads = createImportUploads({ largestBytes: 100 })
    for (let begun = 0; begun < 1_000; begun += 1) uploads.begin('a')
    uploads.begin('a').hold(100)
  })
})
