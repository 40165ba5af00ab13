import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booleanColumn, jsonColumn, listColumns } from './column-list.ts'

const columns = listColumns('alert_channels', {
  id: 'id',
  accountId: 'account_id',
  shownConfig: jsonColumn('shown_config'),
  sendFailure: booleanColumn('send_failure'),
})

test('a row is read as it was written, whatever an engine makes of true and of JSON', () => {
  const row = { id: 7, accountId: 'a', shownConfig: { url: '***' }, sendFailure: true }
  const written = columns.write(row)
  assert.deepEqual(written, { id: 7, account_id: 'a', shown_config: '{"url":"***"}', send_failure: true })
  assert.deepEqual(columns.read(written), row)
  assert.deepEqual(columns.read({ ...written, send_failure: 1 }), row)
})

test('what a list does not name is neither selected nor written', () => {
  const some = columns.omit('id', 'shownConfig')
  assert.deepEqual(some.names, ['account_id', 'send_failure'])
  assert.deepEqual(columns.pick('accountId', 'sendFailure').names, some.names)
  const row = { id: 7, accountId: 'a', shownConfig: {}, sendFailure: false }
  assert.deepEqual(some.write(row), { account_id: 'a', send_failure: false })
})
