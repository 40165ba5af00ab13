import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { applyGroup, type GroupSettings } from './effective-check.ts'

const fixed = { type: 'FIXED', baseBackoffSeconds: 5 }
const linear = { type: 'LINEAR' }

function makeCheck(config: Record<string, unknown> = {}, fields = {}) {
  return { id: 'a', activated: true, muted: false, config, ...fields }
}

function makeGroup(config: Record<string, unknown> = {}, fields: Partial<GroupSettings> = {}): GroupSettings {
  return { version: 2, activated: true, muted: false, config, ...fields }
}

suite('a check under its group', () => {
  test('without a group is what it says itself', () => {
    const check = makeCheck({ tags: ['a'] })
    assert.equal(applyGroup(check, null), check)
  })

  test('runs only if both are activated, and is silent if either is muted', () => {
    for (const own of [true, false]) {
      for (const ofGroup of [true, false]) {
        const check = makeCheck({}, { activated: own, muted: own })
        const effective = applyGroup(check, makeGroup({}, { activated: ofGroup, muted: ofGroup }))
        assert.deepEqual([effective.activated, effective.muted], [own && ofGroup, own || ofGroup])
        assert.equal(effective.id, 'a')
      }
    }
  })

  test('has the tags of both, its own first and each once', () => {
    const { config } = applyGroup(makeCheck({ tags: ['a', 'b'] }), makeGroup({ tags: ['b', 'c'] }))
    assert.deepEqual(config['tags'], ['a', 'b', 'c'])
    assert.deepEqual(applyGroup(makeCheck({}), makeGroup({ tags: null })).config['tags'], [])
  })

  test('keeps its locations unless the group has some, of either kind', () => {
    const own = { locations: ['eu-west-1'], privateLocations: ['office'] }
    const under = (config: Record<string, unknown>) => {
      const { locations, privateLocations } = applyGroup(makeCheck(own), makeGroup(config)).config
      return [locations, privateLocations]
    }
    assert.deepEqual(under({}), [['eu-west-1'], ['office']])
    assert.deepEqual(under({ locations: null, privateLocations: [] }), [['eu-west-1'], ['office']])
    assert.deepEqual(under({ locations: ['us-east-1'] }), [['us-east-1'], []])
    assert.deepEqual(under({ privateLocations: ['cellar'] }), [[], ['cellar']])
  })

  const parallel: [1 | 2, unknown, boolean, boolean][] = [
    [2, true, false, true],
    [2, false, true, false],
    [2, null, true, true],
    [2, null, false, false],
    [1, true, false, true],
    [1, false, true, false],
    [1, undefined, true, false],
  ]
  for (const [version, imposed, own, expected] of parallel) {
    test(`of version ${version}, runParallel ${imposed} over ${own} is ${expected}`, () => {
      const group = makeGroup({ runParallel: imposed }, { version })
      assert.equal(applyGroup(makeCheck({ runParallel: own }), group).config['runParallel'], expected)
    })
  }

  const retries: [string, 1 | 2, Record<string, unknown>, unknown, boolean][] = [
    ['an object replaces the strategy of the check', 2, { retryStrategy: linear }, linear, true],
    ['FALLBACK leaves it', 2, { retryStrategy: 'FALLBACK', doubleCheck: false }, fixed, true],
    ['null of version 2 means no retries', 2, { retryStrategy: null, doubleCheck: true }, null, false],
    [
      'null of version 1 leaves it to doubleCheck',
      1,
      { retryStrategy: null, doubleCheck: false },
      null,
      false,
    ],
    ['null of version 1 without doubleCheck means one retry', 1, { retryStrategy: null }, null, true],
    ['an object of version 1 replaces it', 1, { retryStrategy: linear, doubleCheck: false }, linear, true],
  ]
  for (const [name, version, config, strategy, doubleCheck] of retries) {
    test(`retries: ${name}`, () => {
      const check = makeCheck({ retryStrategy: fixed, doubleCheck: true })
      const effective = applyGroup(check, makeGroup(config, { version })).config
      assert.deepEqual(effective['retryStrategy'], strategy)
      assert.equal(effective['doubleCheck'], doubleCheck)
    })
  }

  test('keeps its own runtime, and takes that of the group without one', () => {
    const group = makeGroup({ runtimeId: '2025.04' })
    assert.equal(applyGroup(makeCheck({ runtimeId: '2026.04' }), group).config['runtimeId'], '2026.04')
    assert.equal(applyGroup(makeCheck({ runtimeId: null }), group).config['runtimeId'], '2025.04')
  })
})
