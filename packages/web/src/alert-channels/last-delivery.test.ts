import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastFailure } from './last-delivery.ts'

const waits = {
  status: 'IN_PROGRESS',
  timestamp: '2026-11-17T09:00:20Z',
  tries: 2,
  notificationResult: '503 Service Unavailable\nsorry',
} as const
const delivered = {
  status: 'SUCCESS',
  timestamp: '2026-11-17T09:00:10Z',
  tries: 1,
  notificationResult: 'ok',
} as const

test('what the last attempt came to counts, whichever message it was for', () => {
  assert.equal(lastFailure([delivered, waits]), '503 Service Unavailable')
  assert.equal(lastFailure([{ ...delivered, timestamp: '2026-11-17T09:01:00Z' }, waits]), null)
  assert.equal(lastFailure([{ ...waits, status: 'FAILURE' }, delivered]), '503 Service Unavailable')
})

test('what was not tried yet says nothing of a channel', () => {
  assert.equal(lastFailure([]), null)
  assert.equal(lastFailure([{ ...waits, tries: 0, timestamp: null, notificationResult: null }]), null)
  assert.equal(lastFailure([{ ...waits, tries: 1, notificationResult: null }, delivered]), null)
})
