import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertLinear } from '@sonde/ground/testing/growth.ts'
import * as fc from 'fast-check'
import { findJsonExcess } from './json-limits.ts'

const generous = { values: 1_000_000, depth: 1_000 }

function countValues(value: unknown): number {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : []
  return inner.reduce((count: number, each) => count + countValues(each), 1)
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Object.values(value).reduce((most: number, each) => Math.max(most, depthOf(each)), 0)
}

suite('limits of JSON', () => {
  test('values and depth of any document are counted as they are', () => {
    const property = fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
      const bytes = Buffer.from(JSON.stringify(value, null, indent))
      const [values, depth] = [countValues(value), depthOf(value)]
      assert.equal(findJsonExcess(bytes, { values, depth }), null)
      if (values > 1) assert.equal(findJsonExcess(bytes, { ...generous, values: values - 1 }), 'values')
      if (depth > 0) assert.equal(findJsonExcess(bytes, { ...generous, depth: depth - 1 }), 'depth')
    })
    fc.assert(property, { numRuns: 500 })
  })

  const hostile: [string, string][] = [
    ['brackets', '['],
    ['empty lists', '[],'],
    ['spaces after brackets', '[ \n\t'],
    ['quotes', '"'],
    ['escaped quotes', '\\"'],
    ['backslashes', '\\'],
    ['texts', '"a",'],
  ]
  for (const [name, piece] of hostile) {
    test(`counting ${name} takes linear time`, () => {
      const unlimited = { values: Infinity, depth: Infinity }
      assertLinear(50_000, (size) => void findJsonExcess(Buffer.from(piece.repeat(size)), unlimited))
    })
  }
})
