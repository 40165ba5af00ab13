import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf, differenceSummary } from './deployment-words.ts'

type Diff = NonNullable<Parameters<typeof differencesOf>[0]['result']>['diff'][number]

const of = (diff: readonly Diff[]) => ({ result: { project: null, warnings: [], diff: [...diff] } })
const one = (action: Diff['action'], changed = true): Diff => ({
  type: 'check',
  logicalId: `${action} ${changed}`,
  action,
  changed,
})

test('what a deployment changed is counted by what was done, and what is as the code has it is no difference', () => {
  const deployment = of([one('CREATE'), one('UPDATE'), one('UPDATE', false), one('DELETE'), one('DETACHED')])
  assert.equal(differenceSummary(deployment), '1 created, 1 changed, 1 deleted, 1 released, 1 unchanged')
  assert.equal(differencesOf(deployment).length, 4)
  assert.equal(differenceSummary(of([])), 'No changes')
  assert.equal(differenceSummary({ result: null }), '')
})
