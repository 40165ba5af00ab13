import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { GoldenOrder, RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { createPatientScrubber } from '../artifacts/patient-scrubber.ts'
import { TransportFailure } from '../service/transport.ts'
import { layGoldenFiles, storeGoldenFiles } from './golden-files.ts'

const browser = { name: 'chromium', version: '156.0.1.2' }
const file = (path: string) => ({ path, bytes: Buffer.from(path) })

suite('golden files of a run', () => {
  test('case 5: those of another browser, or of another major version, are not laid into its folder', () => {
    const golden = [
      { path: 'a.png', madeBy: ['Chromium 156'] },
      { path: 'b.png', madeBy: ['Chromium 145', 'Chrome 156'] },
      { path: 'c.png', madeBy: [] },
    ]
    const laid = layGoldenFiles({ golden }, ['script.js', 'a.png', 'b.png', 'c.png'].map(file), browser)
    assert.deepEqual(
      laid.files.map(({ path }) => path),
      ['script.js', 'a.png', 'c.png'],
    )
    assert.deepEqual(laid.foreignGolden, [{ path: 'b.png', madeBy: 'Chromium 145, Chrome 156' }])
    assert.equal(laid.browserLine, 'Chromium 156')
    assert.deepEqual(layGoldenFiles({}, [file('script.js')], null).foreignGolden, [])
  })

  test('those that a run has made are stored, but for known ones and for what leaves its folder', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-golden-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, '0')
    writeFileSync(path, 'bytes')
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'the word is correct-horse-battery')
    const [known, fresh] = ['a'.repeat(64), 'b'.repeat(64)]
    const script = {
      files: [{ path: 'known.png', sha256: known, bytes: 5 }],
      test: { golden: [{ path: 'known.png', madeBy: ['Chromium 156'] }] },
    }
    // Safe because nothing else of an assignment is read there.
    const assignment = { ticket: 'of the run', script } as unknown as RunAssignment
    const orders: GoldenOrder[] = []
    const warnings: string[] = []
    async function store(made: { place: string; bytes: number; sha256: string }[]) {
      const storeGolden = async (order: GoldenOrder) => {
        orders.push(order)
        if (order.bytes === 7) throw new TransportFailure('refused', 'no room')
        return { key: `account/${order.sha256}` }
      }
      return await storeGoldenFiles({ storeGolden, onWarning: (text) => warnings.push(text) }, assignment, {
        made: made.map((each) => ({ ...each, path: each.place === 'told.txt' ? secret : path })),
        madeBy: 'Chromium 156',
        masks: () => createPatientScrubber(['correct-horse-battery']),
        signal: new AbortController().signal,
      })
    }
    const stored = await store([
      { place: 'known.png', bytes: 5, sha256: known },
      { place: 'new.png', bytes: 5, sha256: fresh },
      { place: '../out.png', bytes: 5, sha256: fresh },
      { place: 'large.png', bytes: 20_000_001, sha256: fresh },
      { place: 'refused.png', bytes: 7, sha256: fresh },
      { place: 'told.txt', bytes: 33, sha256: fresh },
    ])
    assert.deepEqual(stored, [
      {
        path: 'new.png',
        state: 'STORED',
        expected: 'new.png',
        actual: null,
        diff: null,
        key: `account/${fresh}`,
      },
    ])
    assert.deepEqual(orders[0], { sha256: fresh, bytes: 5, ticket: 'of the run', madeBy: 'Chromium 156' })
    assert.deepEqual(warnings, [
      'The golden file ../out.png is not stored: it does not lie in the folder of the run',
      'The golden file large.png is not stored: it is larger than 20000000 bytes',
      'The golden file refused.png is not stored: no room',
      'The golden file told.txt is not stored: it contains a secret',
    ])
    // The same bytes, drawn by another browser: that is worth knowing.
    script.test.golden = [{ path: 'known.png', madeBy: ['Chromium 145'] }]
    assert.equal((await store([{ place: 'known.png', bytes: 5, sha256: known }])).length, 1)
  })
})
