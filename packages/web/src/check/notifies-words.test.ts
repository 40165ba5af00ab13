import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notifiesWords } from './notifies-words.ts'

const group = { id: 7, name: 'Shop' }
const byGroup = { isNotified: true, subscribedBy: ['GROUP' as const] }
const byCheck = { isNotified: true, subscribedBy: ['CHECK' as const] }
const silent = { isNotified: false, subscribedBy: ['GROUP' as const] }

test('the head of a check counts the channels that a failure notifies, and names the group that chose them', () => {
  const words = (list: Parameters<typeof notifiesWords>[0]['channels']['list']) =>
    notifiesWords({ group, channels: { list } })
  assert.equal(words([byGroup, byGroup]), 'Notifies 2 channels, from group Shop')
  assert.equal(words([byGroup, byCheck]), 'Notifies 2 channels')
  assert.equal(words([byCheck, silent]), 'Notifies 1 channel')
  assert.equal(words([silent]), null)
  assert.equal(words([]), null)
  assert.equal(notifiesWords({ group: null, channels: { list: [byGroup] } }), 'Notifies 1 channel')
})
