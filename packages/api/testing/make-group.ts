import assert from 'node:assert/strict'
import type { ApiUnderTest, CallOptions } from './api-under-test.ts'
import type { Answer } from './http-client.ts'

/** A new group with nothing but defaults, unless told; the answer to its creation. */
export async function createGroup(
  api: ApiUnderTest,
  body: object = {},
  { version = 2, ...options }: CallOptions & { version?: 1 | 2 } = {},
): Promise<Answer> {
  const answer = await api.call('POST', `/v${version}/check-groups`, {
    ...options,
    body: { name: 'Shop', ...body },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer
}

export async function makeGroup(
  api: ApiUnderTest,
  body: object = {},
  options: CallOptions & { version?: 1 | 2 } = {},
): Promise<number> {
  return Number((await createGroup(api, body, options)).at('id'))
}
