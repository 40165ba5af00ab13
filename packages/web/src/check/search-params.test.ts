import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { rangeOf, readAlertsSearch, readOverviewSearch, readResultsSearch } from './search-params.ts'

suite('the address of a check', () => {
  test('leaves the range to the screen when it says nothing', () => {
    assert.equal(rangeOf(readOverviewSearch({}), 5000), null)
    assert.deepEqual(rangeOf(readOverviewSearch({ range: '7d' }), 5000), { preset: '7d', since: 5000 })
    assert.deepEqual(rangeOf(readOverviewSearch({ range: '7d' }), null), { preset: '7d' })
  })

  test('keeps a range that somebody marked, whatever preset stands beside it', () => {
    const search = readOverviewSearch({ range: '7d', from: 1000, to: 2000 })
    assert.deepEqual(rangeOf(search, 5000), { from: 1000, to: 2000 })
  })

  test('leaves out what is none', () => {
    const search = { range: '5h', from: 2000, to: 1000, at: 'noon', locations: ['', 7, null], view: 'x' }
    assert.deepEqual(readOverviewSearch(search), { locations: ['7'] })
    assert.deepEqual(readOverviewSearch({ from: 1000 }), {})
    assert.deepEqual(readResultsSearch({ verdict: 'odd', attempts: 'SOME', location: '' }), {})
    assert.deepEqual(readAlertsSearch({ page: -1 }), {})
  })

  test('keeps a moment with its range and locations, for whoever gets the link', () => {
    const search = { from: 1000, to: 3000, at: 2000, locations: ['eu-west-1'] }
    assert.deepEqual(readOverviewSearch(search), search)
  })

  test('keeps the filters of results', () => {
    const search = { verdict: 'failed', location: 'eu-west-1', from: 1, to: 2, attempts: 'ALL', after: 'c' }
    assert.deepEqual(readResultsSearch(search), search)
  })
})
