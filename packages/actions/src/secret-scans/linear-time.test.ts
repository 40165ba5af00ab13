import { suite, test } from 'node:test'
import { assertLinearInText, hostileBeginnings, hostilePieces } from '@sonde/ground/testing/hostile-texts.ts'
import { isFull, seededIntegers, some } from '@sonde/ground/testing/thoroughness.ts'
import { secretsInPassword, secretsInText, secretsInValue } from './find-secrets.ts'
import { isCredentialName, mayNameCredential } from './credential-names.ts'
import { scanDocument } from './scan-document.ts'

function repeat(beginning: string, piece: string): (length: number) => string {
  return (length) => (beginning + piece.repeat(Math.ceil(length / piece.length))).slice(0, length)
}

suite('searching twice the text for credentials is twice the work', () => {
  const pick = seededIntegers('pieces of scanned texts')
  for (const beginning of hostileBeginnings) {
    const pieces = isFull ? hostilePieces : hostilePieces.filter(() => pick(0, 6) === 0)
    test(`after ${JSON.stringify(beginning)}`, () => {
      for (const piece of pieces) {
        assertLinearInText(secretsInText, repeat(beginning, piece))
        assertLinearInText((text) => secretsInValue('token', text), repeat(beginning, piece))
      }
    })
  }

  test('of passwords and names', () => {
    for (const piece of some('pieces of passwords', hostilePieces)) {
      assertLinearInText(secretsInPassword, repeat('', piece))
      assertLinearInText(isCredentialName, repeat('', piece))
      assertLinearInText(mayNameCredential, repeat('', piece))
    }
  })

  test('of whole documents, piece by piece', () => {
    for (const piece of some('pieces of documents', hostilePieces)) {
      const document = (length: number) => JSON.stringify({ script: repeat('', piece)(length) })
      assertLinearInText((text) => scanDocument(JSON.parse(text), () => null), document)
    }
  })
})
