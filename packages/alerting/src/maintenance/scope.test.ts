import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noKnownEnd, type ActiveMaintenance } from '@sonde/store/maintenance/maintenances.ts'
import { isPaused, isSilenced, pagesWithoutIncident } from './scope.ts'

const some: ActiveMaintenance = {
  windowId: 1,
  maintenanceId: 'm',
  accountId: 'a',
  name: 'Upgrade',
  startsAt: 1_000,
  endsAt: 2_000,
  pausesAll: false,
  pauseTags: [],
  silencesAll: false,
  silenceTags: [],
  pauseCheckIds: [],
  pauseGroupIds: [],
  silenceCheckIds: [],
  silenceGroupIds: [],
  suppressAutoIncidents: null,
}
const check = { accountId: 'a', checkId: 'c', groupId: 7, tags: ['db', 'eu'], at: 1_500 }

suite('the scope of a maintenance', () => {
  test('without tags and without all it has no effect', () => {
    assert.deepEqual([isPaused([some], check), isSilenced([some], check)], [false, false])
  })

  test('pause and silence have their own tags, and one in common is enough', () => {
    const pausing = { ...some, pauseTags: ['x', 'eu'] }
    assert.deepEqual([isPaused([pausing], check), isSilenced([pausing], check)], [true, false])
    const silencing = { ...some, silenceTags: ['db'] }
    assert.deepEqual([isPaused([silencing], check), isSilenced([silencing], check)], [false, true])
    assert.equal(isPaused([{ ...some, pauseTags: ['EU'] }], check), false)
  })

  test('a check is meant by its id, or by its group, for what the window does to it', () => {
    for (const named of [{ silenceCheckIds: ['b', 'c'] }, { silenceGroupIds: [7] }]) {
      const silencing = { ...some, ...named }
      assert.deepEqual([isPaused([silencing], check), isSilenced([silencing], check)], [false, true])
    }
    for (const named of [{ pauseCheckIds: ['c'] }, { pauseGroupIds: [6, 7] }]) {
      const pausing = { ...some, ...named }
      assert.deepEqual([isPaused([pausing], check), isSilenced([pausing], check)], [true, false])
    }
    const others = { ...some, silenceCheckIds: ['b'], silenceGroupIds: [8] }
    assert.equal(isSilenced([others], check), false)
    assert.equal(isSilenced([others], { ...check, groupId: null }), false)
  })

  test('it lasts from its start, inclusive, to its end, exclusive', () => {
    const all = { ...some, pausesAll: true, silencesAll: true }
    for (const [at, expected] of [
      [999, false],
      [1_000, true],
      [1_999, true],
      [2_000, false],
    ] as const) {
      assert.equal(isPaused([all], { ...check, at }), expected)
      assert.equal(isSilenced([all], { ...check, at }), expected)
    }
    assert.ok(isPaused([{ ...all, endsAt: noKnownEnd }], { ...check, at: 1e15 }))
  })

  test('it is nobody else’s', () => {
    const all = { ...some, pausesAll: true, silencesAll: true }
    assert.equal(isPaused([all], { ...check, accountId: 'b' }), false)
    assert.equal(isSilenced([all], { ...check, accountId: 'b' }), false)
  })

  test('of several, any is enough', () => {
    assert.ok(isPaused([some, { ...some, pausesAll: true }], check))
  })

  test('SA 46: automatic incidents stay away from its pages only, and for its services only', () => {
    const rule = { affectsAllServices: false, serviceIds: ['s'], pageIds: ['x'] }
    const suppressing = { ...some, suppressAutoIncidents: rule }
    const subject = { accountId: 'a', serviceId: 's', at: 1_500 }
    assert.deepEqual(pagesWithoutIncident([suppressing, suppressing], subject), ['x'])
    assert.deepEqual(pagesWithoutIncident([suppressing], { ...subject, serviceId: 't' }), [])
    assert.deepEqual(pagesWithoutIncident([suppressing], { ...subject, at: 2_000 }), [])
    const all = { ...some, suppressAutoIncidents: { ...rule, affectsAllServices: true, serviceIds: [] } }
    assert.deepEqual(pagesWithoutIncident([all], { ...subject, serviceId: 't' }), ['x'])
  })
})
