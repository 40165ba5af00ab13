import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { mistakeInWords } from './mistake-words.ts'

suite('a form says without words of the API what is wrong:', () => {
  const cases: readonly [message: string, words: string][] = [
    ['is required', 'Fill in this field'],
    ['must not be empty', 'Fill in this field'],
    ['must be an integer or null', 'Enter a whole number'],
    ['must be a number', 'Enter a number'],
    ['must be a number, written as a string', 'Enter a number'],
    ['must be a whole number', 'Enter a whole number'],
    ['must be a string or null', 'Fill in this field'],
    ['must be one of EQUALS, NOT_EQUALS', 'Choose a value from the list'],
    ['must be at most 50', 'Must be at most 50'],
    ['must have at most 1 item', 'Must have at most 1 entry'],
    ['must have at least 2 items', 'Must have at least 2 entries'],
    ['is not in the right form (a positive whole number)', 'Expected: a positive whole number'],
    ['is required when clientCertificateMode is explicit', 'Choose a client certificate'],
    ['must be an ISO 8601 timestamp', 'Choose a date and a time'],
  ]
  for (const [message, words] of cases) {
    test(`"${message}" is "${words}"`, () => assert.equal(mistakeInWords(message), words))
  }
})
