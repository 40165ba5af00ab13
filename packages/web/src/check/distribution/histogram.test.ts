import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { barHeights, shareOf } from './histogram.ts'

suite('the histogram of response times', () => {
  const bins = [
    { from: 10, to: 100, runs: 1000 },
    { from: 100, to: 1000, runs: 1 },
  ]

  test('shows one slow run among a thousand', () => {
    assert.deepEqual(barHeights([...bins, { from: 1000, to: 2000, runs: 0 }]), [100, 2, 0])
    assert.deepEqual(barHeights([]), [])
  })

  test('puts a percentile where its value is, by its scale', () => {
    assert.equal(shareOf(100, { bins, scale: 'LOGARITHMIC' })?.toFixed(3), '0.500')
    assert.equal(shareOf(505, { bins, scale: 'LINEAR' }), 0.5)
    assert.equal(shareOf(5000, { bins, scale: 'LINEAR' }), 1)
    assert.equal(shareOf(5, { bins: [{ from: 5, to: 5, runs: 3 }], scale: 'LINEAR' }), null)
    assert.equal(shareOf(5, { bins: [], scale: 'LINEAR' }), null)
  })
})
