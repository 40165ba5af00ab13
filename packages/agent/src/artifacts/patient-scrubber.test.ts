import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScrubber } from '@sonde/scrub/scrubber.ts'
import { createPatientScrubber } from './patient-scrubber.ts'

const secrets = ['hush-hush-4711', 'another\nsecret of two lines']

test('a text of megabytes is masked as a short one is, and hardly takes the time of this thread', async () => {
  const line =
    'a line with "quotes", \\u0068ush-hush-4711, authorization: Bearer abc and http://user:word@host/\n'
  const text = `${line.repeat(39_000)}another\nsecret of two lines`
  const scrubber = createPatientScrubber(secrets)
  const here = threadMs()
  const expected = createScrubber(secrets).text(text)
  const wholeMs = threadMs() - here
  const before = threadMs()
  const masked = await scrubber.longText(text)
  const ownMs = threadMs() - before
  assert.ok(masked === expected && !masked.includes('4711') && !masked.includes('two lines'))
  assert.ok(ownMs < wholeMs / 2, `${ownMs} ms of ${wholeMs} ms`)
  assert.equal(await scrubber.longText('a hush-hush-4711'), 'a *********')
})

/** Of the processor, for this thread alone. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
