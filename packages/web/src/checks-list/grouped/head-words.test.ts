import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headFacts, notifiesInWords } from './head-words.ts'

test('a head of the list names the channels of its group, and says nothing where there are none', () => {
  const notifies = ['#ops-shop', 'On-call mail'].map((name, at) => ({
    alertChannelId: at,
    type: 'SLACK' as const,
    name,
  }))
  assert.equal(notifiesInWords(notifies), 'Notifies #ops-shop, On-call mail')
  assert.equal(notifiesInWords([]), '')
  assert.equal(notifiesInWords(null), '')
  assert.equal(
    headFacts({ availability: 99.7, notifies }),
    '99.7 % availability in 24 h · Notifies #ops-shop, On-call mail',
  )
  assert.equal(headFacts({ availability: null, notifies: null }), '')
})
