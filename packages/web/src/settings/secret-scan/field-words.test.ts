import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormSchema } from '../../schema-form/form-schema.ts'
import { fieldInWords } from './field-words.ts'

const pairs: FormSchema = {
  type: 'array',
  items: { type: 'object', properties: { key: { type: 'string' }, value: { type: 'string' } } },
}
const form = {
  schema: {
    type: 'object',
    properties: {
      localSetupScript: { type: 'string' },
      request: {
        type: 'object',
        properties: {
          url: { type: 'string' },
          headers: pairs,
          basicAuth: { type: 'object', properties: { password: { type: 'string' } } },
        },
      },
    },
  },
  layout: {
    sections: [
      { title: 'All', fields: ['localSetupScript', 'request.url', 'request.headers', 'request.basicAuth'] },
    ],
    fields: {
      localSetupScript: { label: 'Set-up script' },
      'request.url': { label: 'Address' },
      'request.basicAuth': { label: 'Sign in' },
    },
  },
}

test('a finding names its field in the words of the form', () => {
  const words = (fieldPath: string, fieldKey: string | null = null) =>
    fieldInWords({ fieldPath, fieldKey }, form)
  assert.equal(words('request.url'), 'Address')
  assert.equal(words('localSetupScript'), 'Set-up script')
  assert.equal(words('request.headers[2].value', 'Authorization'), 'Header 3')
  assert.equal(words('request.basicAuth.password'), 'Sign in › Password')
})

test('and one of a dialog in words, too', () => {
  assert.equal(fieldInWords({ fieldPath: 'script', fieldKey: null }, null), 'Script')
  assert.equal(fieldInWords({ fieldPath: 'value', fieldKey: 'OPEN' }, null), 'Value')
})
