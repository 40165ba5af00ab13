import assert from 'node:assert/strict'
import { test } from 'node:test'
import koffi from 'koffi'
import { trimHeap } from './trim-heap.ts'

const filling = new Uint8Array(16_384).fill(1)

test(
  'what was freed in the middle of the heap of the C library is given back',
  { skip: process.platform !== 'linux' },
  () => {
    // Pieces that are too small for mappings of their own. Every 64th stays, so that the end of the heap is no use.
    const pieces = Array.from({ length: 64 * 64 }, () => koffi.alloc('uint8_t', 16_384))
    for (const piece of pieces) koffi.encode(piece, 'uint8_t[16384]', filling)
    for (const [index, piece] of pieces.entries()) if (index % 64 !== 63) koffi.free(piece)
    const beforeBytes = process.memoryUsage.rss()
    trimHeap()
    const givenBack = beforeBytes - process.memoryUsage.rss()
    for (const [index, piece] of pieces.entries()) if (index % 64 === 63) koffi.free(piece)
    assert.ok(givenBack > 32 * 1024 * 1024, `${givenBack} bytes`)
  },
)
