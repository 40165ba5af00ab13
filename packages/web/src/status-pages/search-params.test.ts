import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  readIncidentsSearch,
  readNewIncidentSearch,
  readSubscribersSearch,
  readTextSearch,
} from './search-params.ts'

suite('what makes no sense in an address is left out:', () => {
  test('which incidents', () => {
    assert.deepEqual(readIncidentsSearch({ show: 'open' }), { show: 'open' })
    assert.deepEqual(readIncidentsSearch({ show: 'all' }), {})
  })

  test('for which service an incident is', () => {
    assert.deepEqual(readNewIncidentSearch({ service: 'a' }), { service: 'a' })
    assert.deepEqual(readNewIncidentSearch({ service: 7 }), {})
  })

  test('a text, also one that looks like a number', () => {
    assert.deepEqual(readTextSearch({ search: 42 }), { search: '42' })
    assert.deepEqual(readTextSearch({ search: '' }), {})
  })

  test('which subscribers', () => {
    const search = { search: 'ada', status: 'PENDING', page: 2 }
    assert.deepEqual(readSubscribersSearch(search), search)
    assert.deepEqual(readSubscribersSearch({ status: 'GONE', page: 0.5 }), {})
  })
})
