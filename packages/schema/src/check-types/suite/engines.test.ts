import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseEngine } from './engines.ts'

const used = (engine: string | null, engineVersion: string | null) => {
  const choice = chooseEngine({ engine, engineVersion })
  return choice.kind === 'refused'
    ? 'refused'
    : `${choice.engine.name} ${choice.engine.line}${choice.notice === null ? '' : ' with a notice'}`
}

test('case 18: the engine that was asked for, or the next one with a notice', () => {
  for (const [engine, version, expected] of [
    [null, null, 'node 22'],
    ['node', null, 'node 22'],
    ['node', '22', 'node 22'],
    ['node', 'v22.11.0', 'node 22'],
    ['node', '24.1', 'node 24'],
    ['node', '26', 'node 26'],
    ['node', '18.2.0', 'node 22 with a notice'],
    ['node', '21', 'node 22 with a notice'],
    ['node', '23', 'node 24 with a notice'],
    ['node', '25.0.1', 'node 26 with a notice'],
    ['node', '27', 'node 26 with a notice'],
    ['node', '99', 'node 26 with a notice'],
    ['bun', null, 'bun 1.3'],
    ['bun', '1.3', 'bun 1.3'],
    ['bun', '1.3.14', 'bun 1.3'],
    ['bun', '1', 'bun 1.3'],
    ['bun', '1.2.20', 'bun 1.3 with a notice'],
    ['bun', '0.8', 'bun 1.3 with a notice'],
    ['bun', '1.4.0', 'bun 1.3 with a notice'],
    ['bun', '2', 'refused'],
    ['bun', '2.0.1', 'refused'],
    ['node', 'lts/*', 'refused'],
  ] as const)
    assert.equal(used(engine, version), expected, `${engine} ${version}`)
})

test('case 18: the notice names what was asked for and what is used', () => {
  const choice = chooseEngine({ engine: 'node', engineVersion: '23.1.0' })
  assert.ok(choice.kind === 'chosen')
  assert.equal(choice.notice, 'node 23.1.0 is not available: Node 24 is used instead')
  const refused = chooseEngine({ engine: 'bun', engineVersion: '2.0' })
  assert.deepEqual(refused, { kind: 'refused', message: 'bun 2.0 is not supported: Bun 1.3 is' })
})
