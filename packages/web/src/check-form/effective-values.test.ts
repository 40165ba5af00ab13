import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Unreadable } from '../schema-form/form-schema.ts'
import { effectiveValues, retriesInWords } from './effective-values.ts'

const check = {
  locations: ['eu-central-1'],
  privateLocations: [],
  runParallel: false,
  retryStrategy: null,
  doubleCheck: true,
  useGlobalAlertSettings: true,
}
const group = {
  locations: [],
  privateLocations: [],
  runParallel: null,
  retryStrategy: 'FALLBACK',
  useGlobalAlertSettings: null,
  alertSettings: null,
}
const oneRetry = '1 retry at another location if there is one, at once.'

suite('what will count for the check of a form', () => {
  test('without a group is what it says itself, and the account decides when to alert', () => {
    assert.deepEqual(effectiveValues(check, null), {
      places: { locations: ['eu-central-1'], privateLocations: [], source: 'check' },
      runParallel: { isOn: false, source: 'check' },
      retries: { sentence: oneRetry, source: 'check' },
      alertSettings: { settings: null, source: 'account' },
      channels: 'check',
    })
  })

  test('in a group that leaves everything to its checks is the same, and its channels are added', () => {
    assert.deepEqual(effectiveValues(check, group), { ...effectiveValues(check, null), channels: 'both' })
  })

  test('in a group that decides is what the group says', () => {
    const deciding = {
      ...group,
      locations: ['us-east-1', 'eu-west-1'],
      privateLocations: ['office'],
      runParallel: true,
      retryStrategy: null,
      doubleCheck: false,
      useGlobalAlertSettings: false,
      alertSettings: { escalationType: 'TIME_BASED' },
    }
    assert.deepEqual(effectiveValues(check, deciding), {
      places: { locations: ['us-east-1', 'eu-west-1'], privateLocations: ['office'], source: 'group' },
      runParallel: { isOn: true, source: 'group' },
      retries: { sentence: 'No retries: the first failure counts.', source: 'group' },
      alertSettings: { settings: { escalationType: 'TIME_BASED' }, source: 'group' },
      channels: 'group',
    })
  })

  test('in an older group includes its double check', () => {
    const older = {
      ...group,
      runParallel: false,
      useGlobalAlertSettings: true,
      retryStrategy: null,
      doubleCheck: true,
    }
    const { retries, alertSettings } = effectiveValues({ ...check, doubleCheck: false }, older)
    assert.deepEqual(retries, { sentence: oneRetry, source: 'group' })
    assert.deepEqual(alertSettings, { settings: null, source: 'account' })
  })

  test('of alert settings of its own are those', () => {
    const own = { ...check, useGlobalAlertSettings: false, alertSettings: { escalationType: 'RUN_BASED' } }
    const { alertSettings } = effectiveValues(own, group)
    assert.deepEqual(alertSettings, { settings: { escalationType: 'RUN_BASED' }, source: 'check' })
  })
})

test('a number of the retries that is half typed is told as its default', () => {
  const strategy = { type: 'FIXED', maxRetries: new Unreadable('1x', 'must be a number') }
  const words = retriesInWords({ retryStrategy: strategy })
  assert.equal(words, 'Up to 2 retries at the same location, after 60 s each.')
})
