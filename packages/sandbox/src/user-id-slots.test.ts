import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { loadLibc } from './libc.ts'
import { thisArchitecture } from './system-calls.ts'
import { claimUserIds, createUserIdSlots, parseUserIds } from './user-id-slots.ts'

test('a range of user ids is read, and nothing that could be somebody who matters', () => {
  assert.deepEqual(parseUserIds('64100-64199'), { first: 64100, last: 64199 })
  for (const text of ['', '64100', '0-100', '999-2000', '70000-60000', '1000-20000', '1000 - 1001', '-1-5'])
    assert.equal(parseUserIds(text), null, text)
})

test('a slot is taken by one run at a time, and never again after something in it has survived', () => {
  const lost: number[] = []
  const slots = createUserIdSlots({ first: 64100, last: 64101 }, ({ uid }) => lost.push(uid))
  const [first, second] = [slots.take(), slots.take()]
  assert.deepEqual([first, second, slots.take()], [{ uid: 64100 }, { uid: 64101 }, null])
  assert.ok(first !== null && second !== null)
  slots.giveBack(first, { survivors: true })
  slots.giveBack(second, { survivors: false })
  assert.deepEqual([slots.take(), slots.take()], [{ uid: 64101 }, null])
  assert.equal(slots.outOfUse, 1)
  assert.deepEqual(lost, [64100])
})

const architecture = process.platform === 'linux' ? thisArchitecture() : null
test(
  'ids are claimed by one agent at a time, and nobody can knock at its door',
  { skip: architecture === null },
  async () => {
    assert.ok(architecture !== null)
    const libc = loadLibc(architecture)
    const ids = { first: 70_000_000 + process.pid, last: 70_000_001 + process.pid }
    const claim = claimUserIds(libc, ids)
    assert.ok(claim !== null)
    assert.equal(claimUserIds(libc, ids), null)
    const [error] = await once(connect(`\0sonde-sandbox-${ids.first}-${ids.last}`), 'error')
    assert.equal(error.code, 'ECONNREFUSED')
    claim.release()
    const next = claimUserIds(libc, ids)
    assert.ok(next !== null)
    next.release()
  },
)
