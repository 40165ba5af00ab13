// Own process: sandboxes change how it inherits files and orphans.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { openBrowserPlace } from '../../testing/browser-place.ts'
import { ownHarness } from '../scripts/open-harness.ts'
import { scrubTrace } from './scrub-trace.ts'

const place = await openBrowserPlace()
after(() => place.close())
const { level, runtimes, missing } = place

/** An archive with one file, written by the letter: the size in its headers need not be true. */
function zipOf(name: string, content: Buffer, toldBytes = content.length): Buffer {
  const packed = deflateRawSync(content)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(toldBytes, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\0'),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

suite('traces that a script has made', { skip: missing ?? false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-scrub-trace-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const texts = Buffer.from('{"text":"hush-hush-4711"}')

  for (const { what, archive, refusal } of [
    { what: 'is what it says', archive: () => zipOf('a.trace', texts), refusal: null },
    {
      what: 'unpacks to 200 MiB and says 1,000 bytes',
      archive: () => zipOf('a.trace', Buffer.alloc(200 * 2 ** 20), 1_000),
      refusal: /could not be masked: .*1000/,
    },
    {
      what: 'leads out of its folder',
      archive: () => zipOf('../../../a.trace', texts),
      refusal: /could not be masked: .*\.\.\//,
    },
    {
      what: 'is no archive',
      archive: () => Buffer.from('no archive at all'),
      refusal: /could not be masked/,
    },
  ])
    test(`SI 10.14: one that ${what} is ${refusal === null ? 'masked' : 'left out, and why is said'}`, async () => {
      const found = await runtimes.find('2026.04')
      assert.ok(level !== null && found.kind === 'installed')
      const [path, target] = [join(folder, 'trace.zip'), join(folder, 'scrubbed.zip')]
      writeFileSync(path, archive())
      const { runtime } = found
      const why = await scrubTrace(
        { level, runtime, harness: ownHarness },
        { path, target, secrets: ['hush-hush-4711'] },
      )
      if (refusal === null) assert.equal(why, null)
      else assert.match(why ?? '', refusal)
      assert.equal(existsSync(target), refusal === null)
      rmSync(target, { force: true })
    })
})
