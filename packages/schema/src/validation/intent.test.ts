import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { typedIntent, withUntypedIntent } from './intent.ts'

suite('an intent as version 3 shows it', () => {
  const constraint = (type: string, statement: string) => ({ type, statement })
  const cases: [string, Parameters<typeof typedIntent>[0], unknown][] = [
    ['none stays none', null, null],
    ['a goal alone has no constraints', { goal: 'g' }, { goal: 'g', constraints: [] }],
    [
      'outcomes come first, then what must be preserved, each in its order',
      { goal: 'g', requiredOutcomes: ['1', '2'], mustPreserve: ['3'] },
      {
        goal: 'g',
        constraints: [
          constraint('REQUIRED_OUTCOME', '1'),
          constraint('REQUIRED_OUTCOME', '2'),
          constraint('MUST_PRESERVE', '3'),
        ],
      },
    ],
  ]
  for (const [promise, intent, expected] of cases) {
    test(promise, () => assert.deepEqual(typedIntent(intent), expected))
  }

  test('code may say it in the same way; what has a constraint of no known type is left to be refused', () => {
    const intent = { goal: 'g', requiredOutcomes: ['1', '2'], mustPreserve: ['3'] }
    assert.deepEqual(withUntypedIntent({ name: 'n', intent: typedIntent(intent) }), { name: 'n', intent })
    const unknown = { intent: { goal: 'g', constraints: [constraint('HOPED_FOR', '1')] } }
    assert.deepEqual(withUntypedIntent(unknown), unknown)
  })
})
