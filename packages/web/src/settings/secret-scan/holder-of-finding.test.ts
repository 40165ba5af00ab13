import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holderOfFinding } from './holder-of-finding.ts'

test('a finding leads to the screen where it can be mended', () => {
  const of = (entityType: Parameters<typeof holderOfFinding>[0]['entityType']) =>
    holderOfFinding({ entityType, entityId: '7' }, 'a').href
  assert.equal(of('CHECK'), '/accounts/a/checks/7')
  assert.equal(of('CHECK_GROUP'), '/accounts/a/groups/7')
  assert.equal(of('ALERT_CHANNEL'), '/accounts/a/alert-channels/7')
  assert.equal(of('ENVIRONMENT_VARIABLE'), '/accounts/a/settings/variables')
  assert.equal(of('INTEGRATION'), null)
})
