import assert from 'node:assert/strict'
import type { ApiUnderTest, CallOptions } from './api-under-test.ts'
import { makeMonitor } from './monitors/write-icmp.ts'

/** A visitor without any key. */
export const anybody = { key: null, account: null }

/** A dashboard in an account of its own, so that it sees only the checks of its test. */
export async function makeDashboard(api: ApiUnderTest, body: object = {}) {
  const account = await api.makeAccount(api.ownerId)
  const made = await api.call('POST', '/v1/dashboards', { body: { header: 'Shop', ...body }, account })
  assert.equal(made.status, 201, made.text)
  const id = made.textAt('dashboardId')
  return {
    account,
    id,
    number: made.at('id'),
    customUrl: made.textAt('customUrl'),
    rawKey: made.at('keys.0.rawKey'),
    path: `/dashboards/${id}`,
    add: (name: string, fields: object = {}) => makeMonitor(api, { name, ...fields }, { account }),
    show: (query = '', options: CallOptions = {}) =>
      api.call('GET', `/dashboards/${id}${query}`, { ...anybody, ...options }),
    put: (fields: object) => api.call('PUT', `/v1/dashboards/${id}`, { body: fields, account }),
  }
}
