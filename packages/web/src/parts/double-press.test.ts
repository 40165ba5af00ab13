import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isDoublePress } from './double-press.ts'

suite('a press that begins something counts once:', () => {
  const cases = [
    ['the first click counts', { detail: 1, timeStamp: 5000 }, null, false],
    [
      'the first click here counts as the second of a double click elsewhere',
      { detail: 2, timeStamp: 1 },
      null,
      false,
    ],
    ['the second click of a double click does not', { detail: 2, timeStamp: 5400 }, 5000, true],
    ['nor does the third', { detail: 3, timeStamp: 5600 }, 5000, true],
    ['a second click on purpose does', { detail: 1, timeStamp: 5100 }, 5000, false],
    ['a key that is held down does not', { detail: 0, timeStamp: 5030 }, 5000, true],
    ['a key that is pressed again does', { detail: 0, timeStamp: 6000 }, 5000, false],
  ] as const
  for (const [name, click, pressedAt, isSame] of cases) {
    test(name, () => assert.equal(isDoublePress(click, pressedAt), isSame))
  }
})
