import schema from 'sonde-schema:API'
import { isRecord } from '@sonde/ground/is-record.ts'
import { ipFamilyWords, skipSslWords } from '../../check-form/common-fields.ts'
import { runLayout } from '../../check-form/common-layout.ts'
import { valueAt, type FormValue } from '../../schema-form/value-at.ts'
import type { CheckForm } from '../check-form.ts'
import { nameOfTarget } from '../proposed-name.ts'
import { RequestImport } from './import/request-import.tsx'

const lockedWords = { label: 'Hidden', help: 'Masked in results and for people who may only read.' }

export const form: CheckForm = {
  schema,
  Import: RequestImport,
  proposeName: (value) => nameOfTarget(value, 'request.url'),
  layout: runLayout({
    passing: 'a status below 400 in time',
    what: ['request.method', 'request.url'],
    hasScripts: true,
    more: [
      {
        title: 'Headers and parameters',
        fields: ['request.headers', 'request.queryParameters', 'request.basicAuth'],
        foldLine: ({ form: { value } }) => headersInWords(value),
      },
      {
        title: 'Body',
        fields: ['request.bodyType', 'request.body'],
        foldLine: ({ form: { value } }) => bodyInWords(value),
      },
      {
        title: 'Connection',
        fields: ['request.followRedirects', 'request.skipSSL', 'request.ipFamily'],
        foldLine: ({ form: { value } }) => connectionInWords(value),
      },
    ],
    fields: {
      'request.method': { label: 'Method', options: methodNames() },
      'request.url': { label: 'Address', placeholder: 'https://api.example.com/v1/orders', isWide: true },
      'request.headers': { label: 'Headers', rowLabel: 'Header' },
      'request.headers.*.key': { label: 'Name', placeholder: 'Accept' },
      'request.headers.*.value': { label: 'Value', placeholder: 'application/json' },
      'request.headers.*.locked': lockedWords,
      'request.queryParameters': { label: 'Query parameters', rowLabel: 'Parameter' },
      'request.queryParameters.*.key': { label: 'Name', placeholder: 'page' },
      'request.queryParameters.*.value': { label: 'Value', placeholder: '1' },
      'request.queryParameters.*.locked': lockedWords,
      'request.basicAuth': {
        label: 'Basic authentication',
        help: 'Sent as an Authorization header, unless there is one above.',
      },
      'request.basicAuth.username': { label: 'User name' },
      'request.basicAuth.password': { label: 'Password' },
      'request.bodyType': {
        label: 'Type',
        options: { NONE: 'None', JSON: 'JSON', FORM: 'Form', GRAPHQL: 'GraphQL', RAW: 'Text' },
        help: 'Decides the Content-Type header, unless there is one among the headers.',
      },
      'request.body': {
        label: 'Body',
        placeholder: '{ "id": 1 }',
        isWide: true,
      },
      'request.ipFamily': ipFamilyWords,
      'request.followRedirects': {
        label: 'Follow redirects',
        help: 'Up to 10 of them. Off: the first response counts.',
      },
      'request.skipSSL': skipSslWords,
    },
  }),
}

/** In capitals, as everybody writes them. */
function methodNames(): Record<string, string> {
  const names = ['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS']
  return Object.fromEntries(names.map((name) => [name, name]))
}

function headersInWords(value: FormValue): string {
  const parts = [
    countOf(value, 'request.headers', 'header'),
    countOf(value, 'request.queryParameters', 'query parameter'),
    isRecord(valueAt(value, 'request.basicAuth')) ? 'basic authentication' : 'no login',
  ]
  return parts.join(', ').replace(/^./, (letter) => letter.toUpperCase())
}

function countOf(value: FormValue, path: string, noun: string): string {
  const list = valueAt(value, path)
  const count = Array.isArray(list) ? list.length : 0
  return count === 0 ? `no ${noun}s` : `${count} ${noun}${count === 1 ? '' : 's'}`
}

function bodyInWords(value: FormValue): string {
  const body = valueAt(value, 'request.body')
  const type = valueAt(value, 'request.bodyType')
  if (typeof body !== 'string' || body === '') return 'No body'
  const kind = typeof type === 'string' && type !== 'NONE' ? `${type}, ` : ''
  return `${kind}${body.length} ${body.length === 1 ? 'character' : 'characters'}`
}

function connectionInWords(value: FormValue): string {
  return [
    valueAt(value, 'request.followRedirects') === false ? 'Does not follow redirects' : 'Follows redirects',
    valueAt(value, 'request.skipSSL') === true ? 'accepts any certificate' : 'verifies the certificate',
    String(valueAt(value, 'request.ipFamily') ?? 'IPv4'),
  ].join(', ')
}
