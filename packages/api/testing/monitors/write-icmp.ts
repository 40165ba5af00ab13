import assert from 'node:assert/strict'
import type { ApiUnderTest, CallOptions } from '../api-under-test.ts'
import type { Operation } from './field-case.ts'
import type { Answer } from '../http-client.ts'

export const smallestCreate = { name: 'Edge router', request: { hostname: 'edge1.example.net' } }
/** What a PUT that is read by the letter cannot leave out. */
export const smallestPut = { heartbeat: {}, script: '' }

type Body = Readonly<Record<string, unknown>>

/** A new monitor with nothing but defaults, unless told; its id. */
export async function makeMonitor(
  api: ApiUnderTest,
  body: Body = {},
  options: CallOptions = {},
): Promise<string> {
  const answer = await api.call('POST', '/v1/checks/icmp', {
    ...options,
    body: { ...smallestCreate, ...body },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.textAt('id')
}

export async function showMonitor(api: ApiUnderTest, id: string): Promise<Answer> {
  const answer = await api.call('GET', `/v1/checks/${id}`)
  assert.equal(answer.status, 200, answer.text)
  return answer
}

/** Writes the fields in one of the four ways, with what that way cannot leave out. */
export function writeMonitor(
  api: ApiUnderTest,
  operation: Operation,
  id: string,
  body: Body,
  options: CallOptions = {},
): Promise<Answer> {
  const path = `/v1/checks/icmp/${id}`
  switch (operation) {
    case 'create':
      return api.call('POST', '/v1/checks/icmp', { ...options, body: { ...smallestCreate, ...body } })
    case 'strict put':
      return api.call('PUT', path, { ...options, body: { ...smallestPut, ...body } })
    case 'merging put':
      return api.call('PUT', path, {
        ...options,
        body,
        headers: { 'x-checkly-source': 'go-sdk', ...options.headers },
      })
    case 'patch':
      return api.call('PATCH', path, { ...options, body })
    default:
      return operation satisfies never
  }
}

export async function countMonitors(api: ApiUnderTest): Promise<number> {
  const all = await api.call('GET', '/v1/checks?limit=1')
  return Number(/\/(\d+)$/.exec(String(all.headers['content-range']))?.[1])
}
