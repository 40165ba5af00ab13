import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { someRun } from '../../testing/some-run.ts'
import { wrongParts } from '../../testing/wrong-parts.ts'
import { writeTicket } from '../results/ticket.ts'
import { packParcel, type Parcel, unpackParcel } from './parcels.ts'

const run = someRun()
const parcel: Parcel = {
  id: 'a',
  slotAt: 1,
  place: run.place,
  line: 'uptime',
  checkType: run.checkType,
  handedOut: 0,
  waitingSince: 1,
  publisher: 'server',
  runs: [run],
}

test('what is no parcel, or only half of one, is unreadable, and never handed out nor lost over', () => {
  const { runs: _runs, ...head } = parcel
  assert.equal(unpackParcel(packParcel(parcel)).runs.length, 1)
  const written: { run: unknown } = JSON.parse(`{"run":${writeTicket(run)}}`)
  for (const content of [
    {},
    { v: 1 },
    { v: 1, head: null, runs: [] },
    { v: 2, head, runs: [written] },
    { v: 1, head, runs: 'none' },
    { v: 1, head, runs: [null] },
    { v: 1, head, runs: [{}] },
    ...wrongParts(written.run).map((wrong) => ({
      v: 1,
      head,
      runs: [written, { run: wrong }],
    })),
    { v: 1, head, runs: [{ run: { ...run, occurrence: { origins: ['a'] } } }] },
    { v: 1, head, runs: [{ run: written.run, whole: { config: {} } }] },
    { v: 1, head, runs: [{ run: written.run, whole: null }] },
    { v: 1, head: { ...head, handedOut: 'often' }, runs: [written] },
    { v: 1, head: { ...head, waitingSince: null }, runs: [written] },
    { v: 1, head: { ...head, line: 'toString' }, runs: [written] },
    { v: 1, head: { ...head, checkType: 'NEWER' }, runs: [written] },
  ])
    assert.throws(
      () => unpackParcel(zstdCompressSync(JSON.stringify(content))),
      /parts are missing|not a parcel|version/,
    )
  assert.throws(() => unpackParcel(Buffer.from('garbage')), /not a parcel/)
})
