import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { domainWords } from './domain-words.ts'

const records = { txtName: 'a', txtValue: 'b', cnameTarget: 'c' }
const at = '2027-01-01T00:00:00.000Z'

suite('a domain', () => {
  test('that nobody has looked at is no failure yet', () => {
    const state = { verifiedAt: null, lastCheckedAt: null, problem: null, ...records }
    assert.equal(domainWords(state).word, 'Not checked yet')
  })

  test('without its record is not proven', () => {
    const state = { verifiedAt: null, lastCheckedAt: at, problem: 'There is no TXT record', ...records }
    assert.equal(domainWords(state).word, 'Not verified')
  })

  test('that was proven stays so when the record goes, and says that something is wrong', () => {
    const state = { verifiedAt: at, lastCheckedAt: at, problem: null, ...records }
    assert.equal(domainWords(state).word, 'Proven')
    assert.equal(
      domainWords({ ...state, problem: 'The TXT record is gone' }).word,
      'Verified, with a problem',
    )
  })
})
