import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import * as fc from 'fast-check'
import { readApiDocument, type ApiDocument, type Operation } from '../testing/api-document.ts'
import { apiUnderTest, type CallOptions } from '../testing/api-under-test.ts'
import type { Answer } from '../testing/http-client.ts'
import { nastyText, nastyValue, valuesOf } from '../testing/values-of-schema.ts'

/** Of each operation, on each engine. */
const requestsPerOperation = 150
const longestAnswerMs = 10_000

forEachEngine('hostile requests', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1'] })

  test('no request to a documented route gives a 500, hangs, or gets an answer out of shape', async () => {
    const document = readApiDocument((await api.call('GET', '/openapi.json')).body)
    assert.ok(document.operations.length > 40)
    const statuses = new Map<number, number>()
    for (const operation of document.operations) {
      // A new monitor for each: the operation before may have deleted the last one.
      // oxlint-disable-next-line no-await-in-loop
      const monitor = await api.call('POST', '/v1/checks/icmp', {
        body: { name: 'Known', request: { hostname: '127.0.0.1' } },
      })
      // oxlint-disable-next-line no-await-in-loop
      const group = await api.call('POST', '/v2/check-groups', { body: { name: 'Known' } })
      const knownIds = [monitor.textAt('id'), api.accountId, api.ownerId, String(group.at('id'))]
      const property = fc.asyncProperty(
        requestsTo(operation, document, knownIds),
        async ({ path, options }) => {
          const askedAt = performance.now()
          const answer = await api.call(operation.method, path, options)
          const tookMs = performance.now() - askedAt
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          assert.ok(tookMs < longestAnswerMs, `took ${tookMs} ms`)
          assert.ok(answer.status < 500, `${answer.status} ${answer.text}`)
          if (answer.status >= 400) assertErrorShape(answer)
          else document.judge(operation, answer)
        },
      )
      // oxlint-disable-next-line no-await-in-loop
      await fc.assert(property, { numRuns: requestsPerOperation, endOnFailure: true })
    }
    assert.deepEqual(api.logged, [])
    // A generator whose every request is refused early would prove nothing.
    for (const status of [200, 201, 400, 401, 403, 404, 415]) {
      assert.ok((statuses.get(status) ?? 0) >= 10, `status ${status} came ${statuses.get(status) ?? 0} times`)
    }
  })
})

function assertErrorShape({ status, body, text }: Answer): void {
  assert.ok(typeof body === 'object' && body !== null, `no error body: ${status} ${text}`)
  const { statusCode, error, message } = body as Record<string, unknown>
  assert.deepEqual([statusCode, typeof error, typeof message], [status, 'string', 'string'], text)
}

function requestsTo(
  operation: Operation,
  document: ApiDocument,
  knownIds: readonly string[],
): fc.Arbitrary<{ path: string; options: CallOptions }> {
  const options = fc.tuple(callers, bodiesFor(operation, document)).map(([caller, body]) => ({
    ...body,
    ...caller,
    headers: { ...body.headers, ...caller.headers },
  }))
  return fc.record({ path: pathsTo(operation, document, knownIds), options })
}

function pathsTo(
  operation: Operation,
  document: ApiDocument,
  knownIds: readonly string[],
): fc.Arbitrary<string> {
  const ids = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...knownIds, '2026.04') },
    { weight: 2, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: nastyText.map((text) => percentEncoded(text, 1_000)) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%00', '..', '%2e%2e%2f', 'a/b') },
  )
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  const queries = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => {
      const value = fc.oneof(valuesOf(schema, document.resolve), nastyValue)
      return fc.option(
        value.map((given) => `${name}=${percentEncoded(given, 500)}`),
        { freq: 3, nil: '' },
      )
    })
  const unknown = nastyText.map((text) => `${percentEncoded(text, 50)}=1`)
  return fc
    .tuple(fc.tuple(...inPath.map(() => ids)), fc.tuple(...queries, unknown))
    .map(([values, parts]) => {
      const path = inPath.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, () => values[index] ?? ''),
        operation.path,
      )
      return `${path}?${parts.filter((part) => part !== '').join('&')}`
    })
}

function percentEncoded(value: unknown, length: number): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.slice(0, length).toWellFormed())
}

/** What may stand in a header as it is; the rest would not leave the client. */
const headerText = nastyText.map((text) => text.replaceAll(/[^\t\x20-\x7e]/g, '?').slice(0, 4_000))

/** Mostly the owner; now and then somebody with something odd in the headers. */
const callers: fc.Arbitrary<CallOptions> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<CallOptions>({}) },
  { weight: 1, arbitrary: headerText.map((text) => ({ key: null, headers: { authorization: text } })) },
  { weight: 1, arbitrary: fc.oneof(headerText, fc.uuid()).map((account) => ({ account })) },
  { weight: 1, arbitrary: fc.constant<CallOptions>({ account: null }) },
  { weight: 2, arbitrary: headerText.map((text) => ({ headers: { 'x-checkly-source': text } })) },
  { weight: 1, arbitrary: headerText.map((text) => ({ headers: { 'x-checkly-account': text } })) },
  { weight: 1, arbitrary: headerText.map((text) => ({ headers: { 'x-request-id': text, origin: text } })) },
)

function bodiesFor({ body, method }: Operation, document: ApiDocument): fc.Arbitrary<CallOptions> {
  if (method === 'GET') return fc.constant({})
  const near = (body ? valuesOf(body, document.resolve) : nastyValue).map(
    (value) => JSON.stringify(value) ?? '',
  )
  return fc.oneof(
    { weight: 12, arbitrary: near.map((payload) => ({ payload })) },
    { weight: 2, arbitrary: nastyValue.map((value) => ({ payload: JSON.stringify(value) ?? '' })) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ payload: Buffer.from(bytes) })),
    },
    {
      weight: 1,
      arbitrary: near.map((text) => ({
        payload: gzipSync(text),
        chunked: true,
        headers: { 'content-encoding': 'gzip' },
      })),
    },
    {
      weight: 1,
      arbitrary: headerText.map((text) => ({ payload: '{}', headers: { 'content-type': text } })),
    },
    {
      weight: 1,
      arbitrary: headerText.map((text) => ({ payload: '{}', headers: { 'content-encoding': text } })),
    },
  )
}
