import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { gzipSync } from 'node:zlib'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import * as fc from 'fast-check'
import { readApiDocument, type ApiDocument, type Operation } from '../testing/contract/api-document.ts'
import { apiUnderTest, type CallOptions } from '../testing/api-under-test.ts'
import type { Answer } from '../testing/http-client.ts'
import { uploadEmptyProject } from '../testing/project-bundle.ts'
import { smallestChecksOf } from '../testing/samples/smallest-checks.ts'
import { nastyText, nastyValue, valuesOf } from '../testing/contract/values-of-schema.ts'

/** Of each operation, on each engine. */
const requestsPerOperation = rounds(25)
const bodiesPerType = rounds(100)
/** No measure of speed: whatever has not come by then hangs. */
const hangsAfterMs = 60_000

forOneEngine('hostile requests', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1'] })
  const smallestChecks = smallestChecksOf(api.accountId)
  before(() => uploadEmptyProject(api))

  /** One of every type, by the segment of its routes, and a group. */
  async function makeKnown(): Promise<Known> {
    const made = await Promise.all(
      smallestChecks.map(async ({ segment, body }) => {
        const answer = await api.call('POST', `/v1/checks/${segment}`, { body })
        return [segment, answer.textAt('id')] as const
      }),
    )
    const group = await api.call('POST', '/v2/check-groups', { body: { name: 'Known' } })
    await api.call('POST', '/v1/variables', { body: { key: 'KNOWN', value: 'v' } })
    return { checkIds: new Map(made), groupId: Number(group.at('id')) }
  }

  /** Whether an operation has left them all; what it has made is removed: those that ask for all need not be slow for it. */
  async function areLeft({ checkIds, groupId }: Known): Promise<boolean> {
    const ids = checkIds.values().toArray()
    return await api.store.write(async (db) => {
      await db.deleteFrom('checks').where('id', 'not in', ids).execute()
      await db.deleteFrom('check_groups').where('id', '!=', groupId).execute()
      const checks = await db.selectFrom('checks').select('id').execute()
      const groups = await db.selectFrom('check_groups').select('id').execute()
      return checks.length === ids.length && groups.length === 1
    })
  }

  test('MC 72: no request to a documented route gives a 500, hangs, or gets an answer out of shape', async () => {
    const document = readApiDocument((await api.call('GET', '/openapi.json')).body)
    assert.ok(document.operations.length > 40)
    const statuses = new Map<number, number>()
    let known: Known | null = null
    // What never ends is not waited for: its refusals are judged as those of any other, where it is tested.
    for (const operation of document.operations.filter(({ isEndless }) => !isEndless)) {
      known = known !== null && (await areLeft(known)) ? known : await makeKnown()
      const checkId = known.checkIds.get(segmentOf(operation))
      const checkIds = checkId === undefined ? known.checkIds.values() : [checkId]
      const knownIds = [...checkIds, api.accountId, api.ownerId, String(known.groupId), 'KNOWN']
      const property = fc.asyncProperty(
        requestsTo(operation, document, knownIds),
        async ({ path, options }) => {
          const askedAt = performance.now()
          const answer = await api.call(operation.method, path, options)
          const tookMs = performance.now() - askedAt
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          assert.ok(tookMs < hangsAfterMs, `took ${tookMs} ms`)
          assert.ok(answer.status < 500, `${answer.status} ${answer.text}`)
          if (answer.status >= 400) assertErrorShape(answer)
          else document.validate(operation, answer)
        },
      )
      await fc.assert(property, { numRuns: requestsPerOperation, endOnFailure: true })
    }
    assert.deepEqual(api.logged, [])
    // A generator whose every request is refused early would prove nothing. Three times as many come on the average at
    // the least, so that chance cannot fail it.
    const countOf = (...of: number[]) => of.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0)
    const told = JSON.stringify([...statuses])
    assert.ok(countOf(200, 201, 204) >= 50 && countOf(400) >= 100 && countOf(401) >= 50, told)
    assert.ok(countOf(403) >= 5 && countOf(404) >= 30 && countOf(415) >= 10, told)
  })

  for (const smallest of smallestChecks) {
    const { checkType, segment } = smallest
    test(`no ${checkType} body that is right but for a field or two gives a 500`, async () => {
      const document = readApiDocument((await api.call('GET', '/openapi.json')).body)
      const path = `/v1/checks/${segment}`
      const post = document.operations.find((each) => each.method === 'POST' && each.path === path)
      assert.ok(post?.body)
      const statuses = new Set<number>()
      const property = fc.asyncProperty(bodiesAround(smallest, post.body, document), async (body) => {
        const payload = JSON.stringify(body)
        const made = await api.call('POST', path, { payload })
        const id = made.status === 201 ? made.textAt('id') : null
        const lenient = { payload, headers: { 'x-checkly-source': 'go-sdk' } }
        const changed = id === null ? made : await api.call('PUT', `${path}/${id}`, lenient)
        const generic = id === null ? made : await api.call('PATCH', `/v1/checks/${id}`, { payload })
        for (const { status, text } of [made, changed, generic]) {
          statuses.add(status)
          assert.ok(status < 500, `${status} ${text}`)
        }
      })
      // One that is right and one that is not, whatever chance makes of the others.
      const examples: [Record<string, unknown>][] = [[smallest.body], [{ ...smallest.body, name: 1 }]]
      await fc.assert(property, { numRuns: bodiesPerType, endOnFailure: true, examples })
      assert.deepEqual([...statuses].toSorted(), [200, 201, 400])
    })
  }
})

type Known = { checkIds: ReadonlyMap<string, string>; groupId: number }

/** The type that a route is for; empty when it is for all. */
function segmentOf({ path }: Operation): string {
  return /^\/v1\/checks\/(?<segment>\w+)\/\{id\}$/.exec(path)?.groups?.['segment'] ?? ''
}

/** A right body with something else in one or two places, at the top or inside its request. */
function bodiesAround(
  { body }: ReturnType<typeof smallestChecksOf>[number],
  schema: Readonly<Record<string, unknown>>,
  { resolve }: ApiDocument,
): fc.Arbitrary<Record<string, unknown>> {
  const target = typeof schema['$ref'] === 'string' ? resolve(schema['$ref']) : schema
  const fields = isRecord(target['properties']) ? Object.entries(target['properties']) : []
  const changes = fields.map(([name, field]) =>
    valuesOf(isRecord(field) ? field : {}, resolve).map((value) => {
      const usual = body[name]
      // Half a request keeps the half that makes it whole.
      return { [name]: isRecord(usual) && isRecord(value) ? { ...usual, ...someOf(value) } : value }
    }),
  )
  const change = fc.oneof(...changes)
  return fc.tuple(change, change).map(([first, second]) => ({ ...body, ...first, ...second }))
}

/** The first two: one odd field too many and nothing behind it is reached. */
function someOf(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).slice(0, 2))
}

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
