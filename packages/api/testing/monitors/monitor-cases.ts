import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ApiUnderTest } from '../api-under-test.ts'
import { expectError, expectInvalid } from '../expect-refusal.ts'
import { acceptedCases, type FieldCases, operations, refusedCases } from './field-case.ts'
import { countMonitors, showMonitor } from './write-icmp.ts'
import { createMonitorWriter } from './write-monitor.ts'

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
  const write = createMonitorWriter(segment, smallest)
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
    const answer = await api.call('POST', path, { body: withUnknownFields(smallest) })
    assert.equal(answer.status, 201, answer.text)
    assert.doesNotMatch(answer.text, /"unknown"/)
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
        const answer = await write(api, operation, id, body)
        assert.equal(answer.status, 400, title)
        expectInvalid(answer, 'payload', keys)
        assert.match(answer.textAt('message'), says, title)
      }
      assert.deepEqual(await state(), before)
    })

    test(`${operation}: what keeps the rules is accepted and shown`, async () => {
      for (const { title, field, body, shown } of acceptedCases(table, operation)) {
        const id = operation === 'create' ? '' : await monitor()
        const answer = await write(api, operation, id, body)
        assert.equal(answer.status, operation === 'create' ? 201 : 200, `${title}: ${answer.text}`)
        assert.deepEqual(answer.at(field), shown, title)
        assert.deepEqual((await showMonitor(api, answer.textAt('id'))).at(field), shown, title)
      }
    })
  }
}

/** The same with one field more in every object. */
function withUnknownFields(value: unknown): unknown {
  if (!isRecord(value)) return value
  const fields = Object.entries(value).map(([name, field]) => [name, withUnknownFields(field)])
  return { ...Object.fromEntries(fields), unknown: 1 }
}
