import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { dictionaryOf } from './detail-dictionaries.ts'

/** One line for each that was ever used: append, and never change. */
const hashes = [
  'b03c5f8ad0c3063e7237658696fec49bd249477c535f6f027faf82ce519f4983',
  '81a7e74be646cdf1033e48d09da412f7b9f53dd46a012f58a5c1e331c0ce3882',
  'e0637106330d6867da183bbd9dce0726ea7b00af325715b278e087d22b26baac',
  'e47029db06428d4dd2922ca8496ae7f003c0de5ec3c5531a0d6fe14f1158deed',
  '7c70307c964e48e07bed48f8e31b90c71dc69a2207ec979251375892329fe9b8',
  '3dc36e6637939c9869492ca6f4b7afec6d6919cd75411fcdad417c872ebbcb3a',
  'c11d870ec730d10ea5ae0a9dea033aa9aa6ca4e00ae7baaf614940b90db6f1a7',
] as const

test('stored details are read with the very bytes they were written with', () => {
  for (const [number, hash] of hashes.entries()) {
    assert.equal(
      createHash('sha256').update(dictionaryOf(number)).digest('hex'),
      hash,
      `dictionary ${number}`,
    )
  }
  assert.throws(() => dictionaryOf(hashes.length), /newer version/)
})
