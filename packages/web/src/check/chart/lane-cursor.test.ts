import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plotLeftPx, plotRightPx } from './canvas-edges.ts'
import { momentAt, placeOf } from './lane-cursor.ts'

test('lanes and chart have one axis: a pixel of the lanes is a moment, and a moment a place in them', () => {
  const window = { from: 1000, to: 3000 }
  const width = plotLeftPx + 400 + plotRightPx
  assert.equal(momentAt(plotLeftPx, width, window), 1000)
  assert.equal(momentAt(plotLeftPx + 100, width, window), 1500)
  assert.equal(momentAt(plotLeftPx - 1, width, window), null)
  assert.equal(momentAt(width - plotRightPx + 1, width, window), null)
  assert.equal(placeOf(1500, window), 0.25)
  assert.equal(placeOf(3001, window), null)
})
