import assert from 'node:assert/strict'
import { someCredentials } from './api-client.ts'
import type { Service } from './service-under-test.ts'

/** What somebody reads who may change nothing, and what Prometheus and an export without secrets get. */
export async function readAsReader(
  service: Service,
  checkIds: readonly string[],
): Promise<Map<string, Buffer>> {
  const { accountId } = someCredentials
  const made = async (path: string, body: object): Promise<string> => {
    const { key = '', token = '' } = (await service.expect(201, 'POST', path, body)) as Record<string, string>
    return key || token
  }
  const key = await made('/v1/accounts/me/api-keys', { name: 'reader', role: 'READ_ONLY' })
  const token = await made('/v1/integration-tokens', { name: 'scraper' })
  const answers = new Map<string, Buffer>()
  const read = async (path: string, credential: string): Promise<void> => {
    const headers = { authorization: `Bearer ${credential}`, 'x-service-account': accountId }
    const answer = await fetch(service.address + path, { headers })
    const body = await answer.text()
    assert.equal(answer.status, 200, `${path}: ${body.slice(0, 500)}`)
    answers.set(`GET ${path} as a reader`, Buffer.from(body))
  }
  for (const path of [
    '/v1/checks?limit=100',
    '/v1/check-groups',
    '/v1/error-groups?limit=100',
    '/v1/alert-channels',
    ...checkIds.map((id) => `/v1/checks/${id}`),
  ]) {
    await read(path, key)
  }
  await read(`/accounts/${accountId}/v2/prometheus/metrics`, token)
  const shared = await service.expect(200, 'GET', '/v1/accounts/me/configuration')
  answers.set('the configuration without secrets', Buffer.from(JSON.stringify(shared)))
  return answers
}
