import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { FormValue } from '../schema-form/value-at.ts'
import {
  alertTimeInWords,
  assertionsInWords,
  limitsInWords,
  nameInWords,
  scheduleInWords,
  tagsInWords,
  variablesInWords,
} from './fold-words.ts'

suite('the fold of a section of a check says', () => {
  test('the name, or the proposed one, and the tags', () => {
    assert.equal(nameInWords({ name: ' Shop ', tags: ['web'] }, 'example.com'), 'Shop, tag web')
    assert.equal(nameInWords({ tags: ['web', 'eu'] }, 'example.com'), 'example.com, tags web, eu')
    assert.equal(nameInWords({}, ''), 'No name yet, no tags')
    assert.equal(tagsInWords({}), 'No tags, active')
    assert.equal(tagsInWords({ tags: ['web'], activated: false }), 'Tag web, paused')
  })

  test('how many assertions there are, and whether a failure is expected', () => {
    const value = { request: { assertions: [{}, {}] }, shouldFail: true }
    assert.equal(
      assertionsInWords(value, 'request.assertions', 'a response in time'),
      '2 assertions; the target is expected to fail',
    )
    const words = (none: FormValue) => assertionsInWords(none, 'request.assertions', 'a response in time')
    assert.equal(words({}), 'None: a response in time passes')
    assert.equal(words({ shouldFail: true }), 'None; the target is expected to fail')
  })

  test('the limits', () => {
    const times = { degradedResponseTime: 3000, maxResponseTime: 20_000 }
    assert.equal(limitsInWords(times), 'Degraded from 3 s, failed from 20 s')
    assert.equal(
      limitsInWords({ ...times, degradedPacketLossThreshold: 10, maxResponseTime: null }),
      'Degraded from 3 s or 10 % packet loss, never failed for being slow',
    )
  })

  test('whether and how it runs', () => {
    assert.equal(scheduleInWords({ activated: true }, false), 'Active, at one location after the other')
    assert.equal(scheduleInWords({ activated: false }, true), 'Paused, at all locations at once')
  })

  test('when somebody is notified', () => {
    assert.equal(alertTimeInWords({}), 'at the first failed run')
    const runs = { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 3 } }
    assert.equal(alertTimeInWords(runs), 'after 3 failed runs in a row')
    const time = { escalationType: 'TIME_BASED', timeBasedEscalation: { minutesFailingThreshold: 10 } }
    assert.equal(alertTimeInWords(time), 'after 10 minutes of failing')
  })

  test('what variables there are, and that stored ones stay', () => {
    assert.equal(variablesInWords({}, false), 'No variables')
    assert.equal(variablesInWords({}, true), 'Variables as stored')
    const value = { environmentVariables: [{}], setupSnippetId: 1 }
    assert.equal(variablesInWords(value, true), '1 variable, set-up snippet')
    const scripts = { localSetupScript: 'request.url += 1', localTearDownScript: ' ' }
    assert.equal(variablesInWords(scripts, false), 'No variables, set-up script')
  })
})
