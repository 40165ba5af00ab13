import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { momentSearch } from './moment-link.ts'
import { rangeOf, readOverviewSearch } from './search-params.ts'

const now = Date.UTC(2026, 10, 16, 12)
const hour = 3_600_000

suite('a link to a moment', () => {
  test('has fixed ends, the moment and the locations, and is read back as the same', () => {
    const search = momentSearch(
      { range: '3h', at: now - hour, locations: ['eu-west-1'], view: 'table' },
      { preset: '3h', since: now - 2 * hour },
      now,
    )
    assert.deepEqual(search, {
      from: now - 2 * hour,
      to: now,
      at: now - hour,
      locations: ['eu-west-1'],
      view: 'table',
    })
    assert.deepEqual(readOverviewSearch(search), search)
    assert.deepEqual(rangeOf(search, now - 2 * hour), { from: now - 2 * hour, to: now })
  })

  test('of a range that was chosen keeps it', () => {
    const search = { from: 1000, to: 900_000 }
    assert.deepEqual(momentSearch(search, { from: 1000, to: 900_000 }, now), search)
  })
})
