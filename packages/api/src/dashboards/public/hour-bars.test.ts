import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noVerdicts } from '@sonde/schema/runs/verdict.ts'
import { blocksOf, hourBarsSvg, wordsOfHours } from './hour-bars.ts'

const none = noVerdicts()
const passed = { ...none, passed: 12 }
const failed = { ...none, passed: 11, failed: 1 }
const degraded = { ...none, passed: 3, degraded: 1 }
const withheld = { ...none, withheld: 5 }

suite('the hours of a tile', () => {
  test('are blocks of equal neighbours, and an hour without a verdict is one that nobody saw', () => {
    assert.deepEqual(blocksOf([none, withheld, passed, passed, degraded, failed, passed]), [
      { state: 'no-data', from: 0, length: 2 },
      { state: 'passed', from: 2, length: 2 },
      { state: 'degraded', from: 4, length: 1 },
      { state: 'failed', from: 5, length: 1 },
      { state: 'passed', from: 6, length: 1 },
    ])
    assert.deepEqual(blocksOf([]), [])
  })

  test('are told in words', () => {
    assert.equal(wordsOfHours([passed, passed]), 'Last 2 hours: all passed')
    assert.equal(
      wordsOfHours([none, none, degraded, failed]),
      'Last 4 hours: 1 hour with failures, 1 hour degraded, 2 hours without data',
    )
  })

  test('differ in height, not only in colour', () => {
    const svg = hourBarsSvg([failed, degraded, passed, none], 'x')
    const heights = [...svg.matchAll(/class="bar-(?!cap)[^"]+"[^>]*height="(\d+)"/g)].map(([, size]) =>
      Number(size),
    )
    assert.equal(new Set(heights).size, 4)
  })
})
