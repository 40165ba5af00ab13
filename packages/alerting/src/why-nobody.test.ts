import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nobodyCauses, nobodyNotified } from '@sonde/schema/alerts/nobody-notified.ts'
import { type NotificationFacts, whyNobody } from './why-nobody.ts'

const on = { activated: true }
const off = { activated: false }
const reached = { wantsEvent: true, isDeliverable: true }
const notified: NotificationFacts = {
  heldBackBy: null,
  isDecidedByGroup: false,
  ofCheck: [on],
  ofGroup: [],
  channels: [reached],
  isUnowed: false,
}
const alone = { ofCheck: [], channels: [] }

const cases: readonly [words: string, change: Partial<NotificationFacts>, cause: string | null][] = [
  ['one channel is reached', {}, null],
  ['a mute stands before everything that is wrong with channels', { heldBackBy: 'MUTED', ...alone }, 'MUTED'],
  ['nothing is subscribed', alone, 'NO_CHANNEL'],
  ['the only subscription is paused', { ofCheck: [off], channels: [] }, 'SUBSCRIPTION_PAUSED'],
  [
    'the group decides and has none, whatever the check has',
    { isDecidedByGroup: true, channels: [] },
    'GROUP_DECIDES',
  ],
  [
    'the group decides, and its subscription is paused',
    { isDecidedByGroup: true, ofGroup: [off], channels: [] },
    'SUBSCRIPTION_PAUSED',
  ],
  ['no channel wants it', { channels: [{ ...reached, wantsEvent: false }] }, 'EVENT_NOT_WANTED'],
  [
    'nobody is owed the recovery',
    { channels: [{ ...reached, wantsEvent: false }], isUnowed: true },
    'NOT_OWED',
  ],
  ['what wants it cannot be sent', { channels: [{ ...reached, isDeliverable: false }] }, 'UNDELIVERABLE'],
  ['one of two is enough', { channels: [{ ...reached, isDeliverable: false }, reached] }, null],
]
for (const [words, change, cause] of cases) {
  test(`nobody is notified, and why: ${words}`, () => {
    assert.equal(whyNobody({ ...notified, ...change }), cause)
  })
}

test('every cause has a sentence of its own', () => {
  const sentences = nobodyCauses.map((cause) => nobodyNotified(cause).sentence)
  assert.equal(new Set(sentences).size, nobodyCauses.length)
})
