import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeScripts } from './script-capabilities.ts'

const found = { sandbox: 'user', scriptNetwork: 'firewall' } as const

test('user ids that are out of use are announced, and without any other no scripts are taken', () => {
  for (const slots of [null, { outOfUse: 0, size: 100 }])
    assert.deepEqual(describeScripts(found, slots), { ...found, missing: [] })
  const some = describeScripts(found, { outOfUse: 2, size: 100 })
  assert.equal(some.sandbox, 'user')
  assert.match(some.missing.join(), /^2 of 100 user ids for scripts are out of use.*Restart the agent/)
  const all = describeScripts(found, { outOfUse: 100, size: 100 })
  assert.equal(all.sandbox, 'none')
  assert.match(all.missing.join(), /^All user ids/)
})
