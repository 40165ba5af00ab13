import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { rangeOf, readAlertsSearch, readOverviewSearch, readResultsSearch } from './search-params.ts'

suite('the address of a check', () => {
  test('says 24 hours when it says nothing', () => {
    assert.deepEqual(rangeOf(readOverviewSearch({})), { preset: '24h' })
  })

  test('keeps a range that somebody marked, whatever preset stands beside it', () => {
    const search = readOverviewSearch({ range: '7d', from: 1000, to: 2000 })
    assert.deepEqual(rangeOf(search), { from: 1000, to: 2000 })
  })

  test('leaves out what is none', () => {
    const search = { range: '5h', from: 2000, to: 1000, by: 'moon', locations: ['', 7, null], view: 'x' }
    assert.deepEqual(readOverviewSearch(search), { locations: ['7'] })
    assert.deepEqual(readOverviewSearch({ from: 1000 }), {})
    assert.deepEqual(readResultsSearch({ verdict: 'odd', attempts: 'SOME', location: '' }), {})
    assert.deepEqual(readAlertsSearch({ page: -1 }), {})
  })

  test('keeps the filters of results', () => {
    const search = { verdict: 'failed', location: 'eu-west-1', from: 1, to: 2, attempts: 'ALL', after: 'c' }
    assert.deepEqual(readResultsSearch(search), search)
  })
})
