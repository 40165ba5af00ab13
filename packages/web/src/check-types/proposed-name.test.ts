import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { proposedName } from './proposed-name.ts'

suite('the proposed name', () => {
  const cases = [
    ['https://www.example.com/health?x=1', 'www.example.com/health'],
    ['https://user:secret@example.com/', 'example.com'],
    ['example.com:22', 'example.com:22'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['', ''],
  ] as const
  for (const [target, name] of cases)
    test(`of "${target}" is "${name}"`, () => assert.equal(proposedName(target), name))
})
