import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createValidator } from '../../validation/validator.ts'
import { suiteCheck } from './document.ts'

const validate = createValidator().compile(suiteCheck.create, { complete: true })
const validateUpdate = createValidator().compile(suiteCheck.update, { complete: false })
const smallest = { name: 'Shop', codeBundlePath: 'account/hash' }

const mistakes = (fields: object) => validate({ ...smallest, ...fields }).map(({ path }) => path)

test('5.1: the smallest suite is its name and its bundle', () => {
  assert.deepEqual(validate({ ...smallest }), [])
  assert.deepEqual(
    validate({ name: 'Shop' }).map(({ path }) => path),
    ['codeBundlePath'],
  )
})

test('5.1: each field has its limits', () => {
  assert.deepEqual(mistakes({ workingDir: 'apps/shop', browsers: ['firefox', 'webkit'], engine: 'bun' }), [])
  for (const workingDir of ['../other', '/etc', 'a/../../b', 'a\\b'])
    assert.deepEqual(mistakes({ workingDir }), ['workingDir'], workingDir)
  assert.deepEqual(mistakes({ testCommand: '' }), ['testCommand'])
  assert.deepEqual(mistakes({ testCommand: 'x'.repeat(10_001) }), ['testCommand'])
  assert.deepEqual(mistakes({ browsers: ['netscape'] }), ['browsers.0'])
  assert.deepEqual(mistakes({ engine: 'deno' }), ['engine'])
  assert.deepEqual(mistakes({ frequency: 0 }), ['frequency'])
})

test('case 18: Bun 2 is refused, versions that are replaced are not', () => {
  assert.deepEqual(mistakes({ engine: 'bun', engineVersion: '2.0.0' }), ['engineVersion'])
  assert.deepEqual(mistakes({ engine: 'node', engineVersion: '23' }), [])
  const [mistake] = validateUpdate({ engine: 'bun', engineVersion: '3' })
  assert.equal(mistake?.path, 'engineVersion')
})

test('5.1: retries and runtimes are accepted and have no effect', () => {
  assert.deepEqual(
    mistakes({ retryStrategy: null, doubleCheck: false, runtimeId: '2026.04', shouldFail: true }),
    [],
  )
})
