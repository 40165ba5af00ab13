import assert from 'node:assert/strict'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ApiUnderTest } from './api-under-test.ts'

/** What the API shows of an account, without what belongs to the server or the moment. */
export async function everything(api: ApiUnderTest, account: string): Promise<unknown> {
  const shown: Record<string, unknown> = {}
  for (const path of [
    '/v1/accounts/me',
    '/v1/accounts/me/alert-settings',
    '/v1/accounts/me/settings',
    '/v1/variables?limit=100',
    '/v1/client-certificates',
    '/v1/private-locations',
    '/v1/snippets?limit=100',
    '/v1/alert-channels?limit=100',
    '/v1/status-pages/services?limit=100',
    '/v1/check-groups?limit=100',
    '/v3/checks?limit=100',
    '/v1/checks?limit=100',
    '/v1/status-pages?limit=100',
    '/v1/maintenance-windows?limit=100',
    '/v1/dashboards?limit=100',
    '/v1/deployment-triggers',
  ]) {
    const answer = await api.call('GET', path, { account })
    assert.equal(answer.status, 200, answer.text)
    shown[path] = comparable(answer.body)
    const of = path.startsWith('/v3/checks')
      ? 'checks'
      : path.startsWith('/v1/check-groups')
        ? 'check-groups'
        : null
    if (of === null || !Array.isArray(answer.body)) continue
    for (const { id } of answer.body) {
      const trigger = await api.call('GET', `/v1/triggers/${of}/${String(id)}`, { account })
      shown[`trigger ${of} ${String(id)}`] = comparable(trigger.body)
    }
  }
  return shown
}

const ownOfServer = new Set(['accountId', 'updated_at', 'keys', 'version', 'incidents', 'subscriberCount'])

function comparable(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) {
    const list = value.map((entry: unknown) => comparable(entry, field))
    // Subscriptions have numbers of their own, by which they are listed.
    return field === 'subscriptions' ? list.map((entry) => JSON.stringify(entry)).toSorted() : list
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ownOfServer.has(name))
      .filter(([name]) => !(field === 'subscriptions' && name === 'id'))
      .filter(([name]) => !(field === 'cards' && name === 'created_at'))
      .map(([name, each]) => [
        name,
        name === 'id' && 'planDisplayName' in value ? null : comparable(each, name),
      ]),
  )
}

/** Every row that an import could touch, times of writing and the trail of the audit included. */
export async function stateOf(api: ApiUnderTest, account: string): Promise<unknown> {
  const rows: Record<string, unknown> = {}
  for (const table of [
    'accounts',
    'alert_channels',
    'alert_subscriptions',
    'audit_log',
    'check_groups',
    'checks',
    'check_triggers',
    'client_certificates',
    'dashboards',
    'deployment_triggers',
    'group_triggers',
    'imported_ids',
    'maintenance_windows',
    'maintenances',
    'private_locations',
    'snippets',
    'status_page_services',
    'status_pages',
    'variables',
  ] as const) {
    const column = table === 'accounts' ? 'id' : 'account_id'
    const found = await api.store.read
      .selectFrom(table)
      .selectAll()
      .where(column as 'account_id', '=', account)
      .execute()
    rows[table] = found.map((row) => JSON.stringify(row)).toSorted()
  }
  return rows
}
