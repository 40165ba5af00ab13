import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountCheck } from '@sonde/store/checks/account-checks.ts'
import { makeCheck } from '@sonde/store/testing/rows.ts'
import { createLocationsSeen } from './location-families.ts'

test('case 68: the waits of a check are told of the queue that its scripts, or those of its group, put it into', () => {
  const seen = createLocationsSeen()
  const privateLocations = ['office']
  const note = (
    no: number,
    config: object,
    group: AccountCheck['group'],
    checkType: 'API' | 'URL' = 'API',
  ) => {
    const check = makeCheck('account', { checkType, config: { privateLocations, ...config } })
    const times = { status: null, lastRunLocations: [], lastResultAt: null, sslNotAfterAt: null }
    seen.note({ no, check, group, groupName: null, lastPingAt: null, ...times })
  }
  note(1, {}, null)
  note(2, { localSetupScript: 'x' }, null)
  note(3, {}, { tearDownSnippetId: 7 })
  note(4, { localSetupScript: ' ' }, { localTearDownScript: '' })
  note(5, {}, { localSetupScript: 'x' }, 'URL')
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((no) => seen.queues.get(no)),
    ['uptime', 'script', 'script', 'uptime', 'uptime'],
  )
})
