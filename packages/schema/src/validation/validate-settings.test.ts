import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { ServerSettings } from '../accounts/server-settings.ts'
import { AgentSettings } from '../agents/agent-settings.ts'
import { defaultOf, propertiesOf } from './shape.ts'
import { validateSettings } from './validate-settings.ts'
import { createValidator } from './validator.ts'

const schema = Type.Object({
  PORT: Type.Integer({ minimum: 0, default: 3000 }),
  HOST: Type.String({ pattern: '^\\S+$', default: '127.0.0.1' }),
  ADDRESS: Type.String(),
  NAME: Type.Optional(Type.String({ maxLength: 3 })),
})

test('every setting that is not as by default is validated, and one that is missing is named', () => {
  const byDefault = { PORT: 3000, HOST: '127.0.0.1', ADDRESS: 'x' }
  assert.deepEqual(validateSettings(schema, byDefault), [])
  assert.deepEqual(validateSettings(schema, { PORT: -1, HOST: 'a b', NAME: 'long' }), [
    { path: 'ADDRESS', message: 'is required' },
    { path: 'PORT', message: 'must be at least 0' },
    { path: 'HOST', message: 'has the wrong format' },
    { path: 'NAME', message: 'must have at most 3 characters' },
  ])
})

for (const [name, settings] of Object.entries({ ServerSettings, AgentSettings })) {
  test(`the defaults of ${name}, at which nobody looks at the start, are right`, () => {
    const wrong = Object.entries(propertiesOf(settings)).filter(([, property]) => {
      const byDefault = defaultOf(property)
      return (
        byDefault !== undefined && createValidator().compile(property, { complete: true })(byDefault).length
      )
    })
    assert.deepEqual(wrong, [])
  })
}
