import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { TrialRun } from '../../resources/trial-runs.ts'
import { trialStatus } from './trial-status.ts'

const mutation = { isPending: false, isSuccess: true }
const trialRun: TrialRun = {
  id: '6e2a4c56-3a66-4a08-9a4e-5d7b6a6d0001',
  status: 'QUEUED',
  checkType: 'ICMP',
  location: 'eu-west-1',
  waitingFor: null,
  createdAt: '2026-11-15T12:00:00.000Z',
  startedAt: null,
  endedAt: null,
  verdict: null,
  reason: null,
  result: null,
  log: [],
}

suite('a try while the server goes away and comes back', () => {
  test('says so while nobody asks, and is under way again from the moment it is asked for', async () => {
    const client = new QueryClient()
    const answers: (() => Promise<TrialRun>)[] = [
      async () => trialRun,
      () => Promise.reject(new Error('away')),
      () => new Promise(() => undefined),
    ]
    const observer = new QueryObserver<TrialRun>(client, {
      queryKey: ['try'],
      queryFn: () => answers.shift()?.() ?? Promise.reject(new Error('asked too often')),
      retry: false,
      enabled: false,
    })
    const stop = observer.subscribe(() => undefined)
    const standing = () => trialStatus(mutation, observer.getCurrentResult())
    await observer.refetch()
    assert.deepEqual(standing(), { isUnderWay: true, trouble: null })
    await observer.refetch()
    assert.equal(standing().isUnderWay, false)
    assert.equal(standing().trouble?.message, 'away')
    void observer.refetch()
    assert.deepEqual(standing(), { isUnderWay: true, trouble: null })
    stop()
    client.clear()
  })

  test('is not under way once it has ended', () => {
    const run = {
      data: { ...trialRun, status: 'ENDED' as const },
      isError: false,
      isFetching: true,
      error: null,
    }
    assert.equal(trialStatus(mutation, run).isUnderWay, false)
  })
})
