import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiUnderTest } from './api-under-test.ts'
import { expectError, expectInvalid } from './expect-refusal.ts'
import { acceptedCases, type FieldCases, type Operation, operations, refusedCases } from './field-case.ts'
import type { Answer } from './http-client.ts'
import { countMonitors, showMonitor } from './write-icmp.ts'

type Body = Readonly<Record<string, unknown>>

type MonitorUnderTest = {
  /** Of the path. */
  segment: string
  /** The least that can be made, and a body with every field. */
  smallest: Body
  rich: Body
  /** What each field of a body promises. */
  table: readonly FieldCases[]
}

/** The promises that the API keeps for monitors of every type. */
export function testMonitor(api: ApiUnderTest, { segment, smallest, rich, table }: MonitorUnderTest): void {
  const path = `/v1/checks/${segment}`
  let known = ''
  const monitor = async (): Promise<string> => {
    if (known === '') known = (await api.call('POST', path, { body: smallest })).textAt('id')
    return known
  }

  test('every field comes back as it was sent, in each version', async () => {
    const made = await api.call('POST', path, { body: rich })
    assert.equal(made.status, 201, made.text)
    const { environmentVariables: _hidden, ...visible } = rich
    for (const version of ['v1', 'v2', 'v3']) {
      const answer = await api.call('GET', `/${version}/checks/${made.textAt('id')}`)
      for (const [field, value] of Object.entries(visible)) assert.deepEqual(answer.at(field), value, field)
      assert.equal(answer.at('checkType'), segment.toUpperCase())
    }
  })

  test('unknown fields are ignored, at every depth', async () => {
    const request = { ...Object(smallest['request']), unknown: 1 }
    const answer = await api.call('POST', path, { body: { ...smallest, unknown: 1, request } })
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual([answer.at('unknown'), answer.at('request.unknown')], [undefined, undefined])
  })

  test('a monitor is not written as one of another type', async () => {
    const answer = await api.call('PATCH', `/v1/checks/icmp/${await monitor()}`, { body: { muted: true } })
    expectError(answer, 404)
  })

  for (const field of ['name', 'request']) {
    test(`create: ${field} left out is refused`, async () => {
      const { [field]: _left, ...body } = smallest
      expectInvalid(await api.call('POST', path, { body }), 'payload', [field])
    })
  }

  for (const operation of operations) {
    test(`${operation}: what breaks a rule is refused by name, and nothing is made or changed`, async () => {
      const id = operation === 'create' ? '' : await monitor()
      const state = async () => [
        await countMonitors(api),
        id === '' ? null : (await showMonitor(api, id)).body,
      ]
      const before = await state()
      for (const { title, body, keys, says } of refusedCases(table, operation)) {
        const answer = await writeMonitor(api, { segment, smallest }, operation, id, body)
        assert.equal(answer.status, 400, title)
        expectInvalid(answer, 'payload', keys)
        assert.match(answer.textAt('message'), says, title)
      }
      assert.deepEqual(await state(), before)
    })

    test(`${operation}: what keeps the rules is accepted and shown`, async () => {
      for (const { title, field, body, shown } of acceptedCases(table, operation)) {
        const id = operation === 'create' ? '' : await monitor()
        const answer = await writeMonitor(api, { segment, smallest }, operation, id, body)
        assert.equal(answer.status, operation === 'create' ? 201 : 200, `${title}: ${answer.text}`)
        assert.deepEqual(answer.at(field), shown, title)
        assert.deepEqual((await showMonitor(api, answer.textAt('id'))).at(field), shown, title)
      }
    })
  }
}

/** Writes the fields in one of the four ways. */
export function writeMonitor(
  api: ApiUnderTest,
  { segment, smallest }: Pick<MonitorUnderTest, 'segment' | 'smallest'>,
  operation: Operation,
  id: string,
  body: Body,
): Promise<Answer> {
  const path = `/v1/checks/${segment}`
  switch (operation) {
    case 'create':
      return api.call('POST', path, { body: { ...smallest, ...body } })
    case 'put by the letter':
      return api.call('PUT', `${path}/${id}`, { body })
    case 'put leniently':
      return api.call('PUT', `${path}/${id}`, { body, headers: { 'x-checkly-source': 'go-sdk' } })
    case 'patch':
      return api.call('PATCH', `${path}/${id}`, { body })
    default:
      return operation satisfies never
  }
}
