import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkRefusal } from './script-network.ts'

test('SI 10.23: an agent with denied targets runs no scripts unless they may go anywhere', () => {
  assert.equal(networkRefusal('auto', false), null)
  assert.equal(networkRefusal('open', true), null)
  for (const setting of ['auto', 'firewall', 'stack'] as const)
    assert.match(networkRefusal(setting, true) ?? '', /NET_ADMIN.*pasta.*SCRIPT_NETWORK=open/)
})
