import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  apiStatuses,
  apiVerdicts,
  endOfFlags,
  flagsOf,
  statusOfApi,
  statusOfFilter,
  verdictOfApi,
} from './api-verdicts.ts'

const verdicts = [
  ['passed', 'PASSED'],
  ['degraded', 'DEGRADED'],
  ['failed', 'FAILED'],
  ['withheld', 'WITHHELD'],
] as const
for (const [verdict, api] of verdicts) {
  test(`${verdict} is ${api} to clients of the API, and back`, () => {
    assert.deepEqual([apiVerdicts[verdict], verdictOfApi(api)], [api, verdict])
  })
}

const statuses = [
  ['passed', 'PASSING'],
  ['degraded', 'DEGRADED'],
  ['failed', 'FAILING'],
  ['no-data', 'NO_DATA'],
  ['paused', 'PAUSED'],
] as const
for (const [status, api] of statuses) {
  test(`a check that is ${status} is ${api} to clients of the API, and back`, () => {
    assert.deepEqual([apiStatuses[status], statusOfApi(api)], [api, status])
  })
}

const filters = [
  ['passing', 'passed'],
  ['degraded', 'degraded'],
  ['failing', 'failed'],
] as const
for (const [filter, status] of filters) {
  test(`the filter ${filter} finds what is ${status}`, () => assert.equal(statusOfFilter(filter), status))
}

const flags = [
  ['passed', []],
  ['degraded', ['isDegraded']],
  ['failed', ['hasFailures']],
  ['withheld', ['hasErrors']],
  ['cancelled', ['isCancelled']],
] as const
for (const [end, raised] of flags) {
  test(`a result that ended as ${end} has [${raised.join(', ')}], and is known by it`, () => {
    const told = flagsOf(end)
    const names = Object.entries(told).flatMap(([name, isRaised]) => (isRaised ? [name] : []))
    assert.deepEqual([names, endOfFlags(told)], [raised, end])
  })
}

test('a result of which no flag was asked for has passed', () => assert.equal(endOfFlags({}), 'passed'))
