import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { findScheduled } from '@sonde/store/checks/scheduled-checks.ts'
import type { ApiUnderTest } from '../api-under-test.ts'
import { makeClientCertificate } from '@sonde/actions/testing/client-certificates.ts'
import { deploymentSamples } from './deployment-samples.ts'
import { dashboardSamples } from './dashboard-samples.ts'
import { heartbeatSamples } from './heartbeat-samples.ts'
import { goodConfigs, makeChannel } from '../make-channel.ts'
import { liveSamples } from './live-samples.ts'
import { maintenanceSamples } from './maintenance-samples.ts'
import { monitorSamples } from './monitor-samples.ts'
import { type Sample, unknownId } from './operation-sample.ts'
import { overviewSamples } from './overview-samples.ts'
import { rich, richGroup } from './rich-bodies.ts'
import { projectSamples } from './project-samples.ts'
import { testSessionSamples } from './test-session-samples.ts'
import { scriptSamples } from './script-samples.ts'
import { statusPageSamples } from './status-page-samples.ts'
import { storeAsset } from '../store-asset.ts'
import { storeResult } from '../store-result.ts'
import { userSamples } from './user-samples.ts'
import { makeMonitor, smallestCreate, smallestPut } from '../monitors/write-icmp.ts'

/** One good request for every operation; `accountId` in a path is always the account under test. */
export function operationSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const check = async (): Promise<Sample> => ({ values: { id: await makeMonitor(api, rich) } })
  const member = async (): Promise<Sample> => {
    const { id } = await api.makeUser()
    await api.join(api.accountId, id, 'READ_ONLY')
    return { values: { userId: id } }
  }
  const userKey = async (): Promise<Sample> => {
    const made = await api.call('POST', '/v1/users/me/api-keys', { body: { name: 'k' } })
    return { values: { id: made.textAt('id') } }
  }
  const serviceKey = async (): Promise<Sample> => {
    const made = await api.call('POST', '/v1/accounts/me/api-keys', {
      body: { name: 'k', role: 'READ_ONLY' },
    })
    return { values: { id: made.textAt('id') } }
  }
  const integrationToken = async (): Promise<Sample> => {
    const made = await api.call('POST', '/v1/integration-tokens', { body: { name: 'Prometheus' } })
    return { values: { id: made.textAt('id') } }
  }
  const privateLocation = async (): Promise<Sample> => {
    const body = { name: 'Office', slugName: `s-${randomBytes(6).toString('hex')}`, proxyUrl: '{{PROXY}}' }
    const made = await api.call('POST', '/v1/private-locations', { body })
    return { values: { id: made.textAt('id'), keyId: made.textAt('keys.0.id') } }
  }
  const dataCenter = async (): Promise<Sample> => {
    const keys = '/v1/locations/eu-west-1/keys'
    const made = await api.call('POST', keys)
    return { values: { code: 'eu-west-1', keyId: made.textAt('id') } }
  }
  const result = async (): Promise<Sample> => {
    const checkId = await makeMonitor(api, rich)
    const { id: checkResultId } = await storeResult(api, checkId)
    return { values: { checkId, checkResultId } }
  }
  const asset = async (): Promise<Sample> => {
    const checkId = await makeMonitor(api, rich)
    const { id: checkResultId, row } = await storeResult(api, checkId)
    await storeAsset(api, row, 'capture.pcap')
    return { values: { checkId, checkResultId, name: 'capture.pcap' } }
  }
  const results = async (): Promise<Sample> => ({ ...(await result()), hasOwnLimit: true })
  const oneCheck = async (): Promise<Sample> => ({ ...(await check()), hasOwnLimit: true })
  const analytics = async (): Promise<Sample> => {
    const id = await makeMonitor(api, rich)
    await storeResult(api, id)
    const query = '?metrics=availability,latencyAvg_p95&groupBy=runLocation&aggregationInterval=60'
    return { values: { id }, query, hasOwnLimit: true }
  }
  const status = async (): Promise<Sample> => {
    const checkId = await makeMonitor(api, rich)
    const { no } = (await findScheduled(api.store.read, checkId)) ?? {}
    assert.ok(no !== undefined)
    await api.store.write((db) =>
      db.updateTable('check_states').set({ status: 'passing' }).where('no', '=', no).execute(),
    )
    return { values: { checkId } }
  }
  const target = async (): Promise<Sample> => {
    const checkId = await makeMonitor(api, rich)
    return { body: { target: { checkId, matchTags: [['a', '!b']] } } }
  }
  const session = async (): Promise<Sample> => {
    const { body } = await target()
    const made = await api.call('POST', '/v2/check-sessions/trigger', { body })
    const checkSessionId = made.textAt('sessions.0.checkSessionId')
    await api.runs.endRun({ sessionId: checkSessionId, origin: 'eu-west-1', state: 'passed' })
    return { values: { checkSessionId } }
  }
  const trigger = async (): Promise<Sample> => {
    const checkId = await makeMonitor(api, rich)
    const made = await api.call('POST', `/v1/triggers/checks/${checkId}`)
    return { values: { checkId, token: made.textAt('token') } }
  }
  const untriggered = async (): Promise<Sample> => ({ values: { checkId: await makeMonitor(api, rich) } })
  const detached = async (): Promise<Sample> => ({ ...(await trigger()), query: '?detach=true' })
  const noGroup = { id: '999999', groupId: '999999', checkId: unknownId }
  const group = async (): Promise<Sample> => {
    const made = await api.call('POST', '/v2/check-groups', { body: richGroup })
    assert.equal(made.status, 201, made.text)
    const id = String(made.at('id'))
    return { values: { id, groupId: id }, unknown: noGroup }
  }
  const groupCheck = async (): Promise<Sample> => {
    const { values = {} } = await group()
    const groupId = Number(values['groupId'])
    return { values: { ...values, checkId: await makeMonitor(api, { ...rich, groupId }) }, unknown: noGroup }
  }
  const groupTrigger = async (): Promise<Sample> => {
    const { values = {} } = await groupCheck()
    const made = await api.call('POST', `/v1/triggers/check-groups/${values['groupId']}`)
    return { values: { ...values, token: made.textAt('token') } }
  }
  const detachedGroup = async (): Promise<Sample> => ({ ...(await groupTrigger()), query: '?detach=true' })
  const channel = async (): Promise<Sample> => {
    const checkId = await makeMonitor(api, rich)
    const id = await makeChannel(api, {
      type: 'WEBHOOK',
      config: goodConfigs.WEBHOOK,
      subscriptions: [{ checkId, activated: true }],
    })
    return { values: { id: String(id) }, unknown: { id: '999999' } }
  }
  const variable = async (): Promise<Sample> => {
    const key = `V_${randomBytes(6).toString('hex')}`
    await api.call('POST', '/v1/variables', { body: { key, value: 'v', locked: true } })
    return { values: { key } }
  }
  const certificateBody = () => ({ host: '*.example.net', ...makeClientCertificate() })
  const certificate = async (): Promise<Sample> => {
    // Below 10 calls in a minute.
    const made = await api.call('POST', '/v1/client-certificates', {
      body: certificateBody(),
      afterMs: 6_001,
    })
    return { values: { id: made.textAt('id') } }
  }
  const own = async (): Promise<Sample> => ({ values: { id: api.accountId } })
  const plain = async (): Promise<Sample> => ({})
  const roleChange = { body: { role: 'READ_RUN' } }

  return {
    ...monitorSamples(api),
    ...overviewSamples(api),
    ...dashboardSamples(api),
    ...heartbeatSamples(api),
    ...deploymentSamples(api),
    ...scriptSamples(api),
    ...projectSamples(api),
    ...testSessionSamples(api),
    ...statusPageSamples(api),
    ...liveSamples(api),
    ...maintenanceSamples(api),
    ...userSamples(api),
    postV1ChecksIcmp: async () => ({ body: { ...smallestCreate, ...rich } }),
    putV1ChecksIcmpId: async () => ({ ...(await check()), body: smallestPut }),
    patchV1ChecksIcmpId: async () => ({ ...(await check()), body: { muted: true } }),
    postV1Checks: async () => ({ body: { ...smallestCreate, ...rich, checkType: 'ICMP' } }),
    putV1ChecksId: async () => ({ ...(await check()), body: { muted: true } }),
    patchV1ChecksId: async () => ({ ...(await check()), body: { muted: true } }),
    getV1Variables: async () => {
      await variable()
      return { query: '?limit=5' }
    },
    postV1Variables: async () => ({
      body: { key: `V_${randomBytes(6).toString('hex')}`, value: 'v', secret: true },
    }),
    getV1VariablesKey: variable,
    putV1VariablesKey: async () => ({ ...(await variable()), body: { value: 'w' } }),
    deleteV1VariablesKey: variable,
    getV1Clientcertificates: async () => {
      await certificate()
      return {}
    },
    postV1Clientcertificates: async () => ({ body: certificateBody(), hasOwnLimit: true }),
    getV1ClientcertificatesId: certificate,
    deleteV1ClientcertificatesId: certificate,
    getV1Checks: async () => ({ ...(await check()), query: '?tag=a&limit=5&search=r' }),
    getV2Checks: check,
    getV3Checks: check,
    getV1ChecksId: oneCheck,
    getV1ChecksIdTimetopage: check,
    getV1ChecksIdEffectivesettings: check,
    getV1ChecksIdAlerts: check,
    getV1ChecksIdOverview: check,
    getV1ChecksIdVerdicts: async () => ({ ...(await check()), query: '?intervalMinutes=15' }),
    postV1ChecksIdAlertbacktest: async () => ({ ...(await check()), body: { alertSettings: {} } }),
    getV2ChecksId: oneCheck,
    getV3ChecksId: oneCheck,
    deleteV1ChecksId: check,
    getV1CheckresultsCheckid: results,
    getV2CheckresultsCheckid: results,
    getV1CheckresultsCheckidCheckresultid: result,
    getV1CheckresultsCheckidCheckresultidAssets: async () => ({ ...(await result()), hasOwnLimit: true }),
    getV1CheckresultsCheckidCheckresultidAssetsName: async () => ({ ...(await asset()), hasOwnLimit: true }),
    getV1Checkstatuses: status,
    getV1CheckstatusesCheckid: status,
    postV1ChecksessionsTrigger: target,
    postV2ChecksessionsTrigger: target,
    getV1ChecksessionsChecksessionid: session,
    getV2ChecksessionsChecksessionid: session,
    getV1ChecksessionsChecksessionidCompletion: session,
    getV2ChecksessionsChecksessionidCompletion: session,
    postV1ChecksessionsChecksessionidCancel: async () => ({ ...(await session()), body: {} }),
    postV1TriggersChecksCheckid: untriggered,
    getV1TriggersChecksCheckid: trigger,
    deleteV1TriggersChecksCheckid: trigger,
    postV1TriggersCheckgroupsGroupid: group,
    getV1TriggersCheckgroupsGroupid: groupTrigger,
    getV1TriggersCheckgroups: async () => {
      const { values = {} } = await groupTrigger()
      return { query: `?groupId=${values['groupId']}` }
    },
    deleteV1TriggersCheckgroupsGroupid: groupTrigger,
    getCheckgroupsGroupidTriggerToken: detachedGroup,
    postCheckgroupsGroupidTriggerToken: detachedGroup,
    getV1Checkgroups: async () => {
      await groupCheck()
      return { query: '?tag=a&limit=5' }
    },
    postV1Checkgroups: async () => ({ body: { name: 'Shop', retryStrategy: null } }),
    postV2Checkgroups: async () => ({ body: richGroup }),
    putV1CheckgroupsId: async () => ({ ...(await group()), body: { muted: true } }),
    patchV2CheckgroupsId: async () => ({ ...(await group()), body: { muted: true } }),
    putV2CheckgroupsId: async () => ({ ...(await group()), body: richGroup }),
    getV1CheckgroupsId: groupCheck,
    deleteV1CheckgroupsId: group,
    getV1CheckgroupsIdChecks: groupCheck,
    getV2CheckgroupsIdChecks: groupCheck,
    getV1CheckgroupsGroupidChecksCheckid: groupCheck,
    getV2CheckgroupsGroupidChecksCheckid: groupCheck,
    getChecksCheckidTriggerToken: detached,
    postChecksCheckidTriggerToken: detached,
    getV1AnalyticsIcmpId: analytics,
    getV1AnalyticsMetrics: async () => ({ query: '?checkType=ICMP', hasOwnLimit: true }),
    postV1AnalyticsChecks: async () => {
      const { values } = await analytics()
      return { body: { checkIds: [values?.['id']] }, hasOwnLimit: true }
    },
    getV1Alertchannels: async () => {
      await channel()
      return { query: '?limit=5' }
    },
    postV1Alertchannels: async () => ({ body: { type: 'WEBHOOK', config: goodConfigs.WEBHOOK } }),
    getV1AlertchannelsId: channel,
    getV1AlertchannelsIdUnnotifiedchecks: channel,
    putV1AlertchannelsId: async () => ({
      ...(await channel()),
      body: { type: 'EMAIL', config: goodConfigs.EMAIL },
    }),
    deleteV1AlertchannelsId: channel,
    putV1AlertchannelsIdSubscriptions: async () => ({
      ...(await channel()),
      body: { checkId: await makeMonitor(api, rich), activated: true },
    }),
    postV1AlertchannelsIdTest: async () => ({ ...(await channel()), body: {}, hasOwnLimit: true }),
    postV1AlertchannelsTest: async () => ({
      body: { type: 'WEBHOOK', config: goodConfigs.WEBHOOK },
      hasOwnLimit: true,
    }),
    getV1AlertchannelsUnnotifiedchecks: plain,
    postV1AlertchannelsUnnotifiedchecks: async () => {
      await makeMonitor(api, rich)
      return { body: { alertChannelIds: [await makeChannel(api)] } }
    },
    getV1AlertchannelsWebhooktemplates: plain,
    getV1Alertnotifications: async () => {
      const { values = {} } = await channel()
      await api.call('POST', `/v1/alert-channels/${values['id']}/test`)
      return { query: '?limit=5', hasOwnLimit: true }
    },
    getV1Checkalerts: plain,
    getV1CheckalertsCheckid: async () => ({ values: { checkId: await makeMonitor(api, rich) } }),
    getV1AccountsMeAlertsettings: async () => ({}),
    putV1AccountsMeAlertsettings: async () => ({ body: { reminders: { amount: 3 } } }),
    getV1Accounts: plain,
    postV1Accounts: async () => ({ body: { name: 'Another' } }),
    getNextAccounts: plain,
    getV1AccountsMe: plain,
    getV1AccountsMeConfiguration: async () => ({ query: '?includeSecrets=true' }),
    postV1AccountsMeConfiguration: async () => ({ body: configurationSample() }),
    postV1AccountsMeConfigurationUptimekuma: async () => ({
      body: { tables: { monitor: [], notification: [], monitor_notification: [] } },
    }),
    getV1AccountsAccountid: plain,
    getNextAccountsId: own,
    getV1AccountsMeEntitlements: plain,
    getV1AccountsAccountidEntitlements: plain,
    getV1AccountsMeMembers: async () => ({ ...(await member()), query: '?limit=1' }),
    getV1AccountsAccountidMembers: plain,
    patchV1AccountsMeMembersUserid: async () => ({ ...(await member()), ...roleChange }),
    deleteV1AccountsMeMembersUserid: member,
    patchV1AccountsAccountidMembersUserid: async () => ({ ...(await member()), ...roleChange }),
    deleteV1AccountsAccountidMembersUserid: member,
    deleteV1AccountsMeMembersUseridSessions: member,
    deleteV1AccountsAccountidMembersUseridSessions: member,
    getNextUsersMe: plain,
    getV1Auditlog: async () => {
      await check()
      return { query: '?limit=5&entityType=CHECK&action=CREATE' }
    },
    getV1UsersMeApikeys: plain,
    postV1UsersMeApikeys: async () => ({ body: { name: 'k' } }),
    deleteV1UsersMeApikeysId: userKey,
    getV1AccountsMeApikeys: async () => {
      await serviceKey()
      return {}
    },
    postV1AccountsMeApikeys: async () => ({ body: { name: 'k', role: 'ADMIN' } }),
    deleteV1AccountsMeApikeysId: serviceKey,
    getV1Reporting: async () => ({ query: '?granularity=day&timezone=Europe/Paris' }),
    getV1Integrationtokens: plain,
    postV1Integrationtokens: async () => ({ body: { name: 'Prometheus' } }),
    deleteV1IntegrationtokensId: integrationToken,
    getV1Locations: plain,
    getV1Agents: plain,
    getV1LocationsCodeKeys: dataCenter,
    postV1LocationsCodeKeys: async () => ({ values: { code: 'eu-west-2' } }),
    deleteV1LocationsCodeKeysKeyid: dataCenter,
    getV1Privatelocations: async () => {
      await privateLocation()
      return { query: '?versions=true' }
    },
    postV1Privatelocations: async () => ({ body: { name: 'Office', slugName: 'office' } }),
    getV1PrivatelocationsId: privateLocation,
    getV1PrivatelocationsIdUsers: privateLocation,
    putV1PrivatelocationsId: async () => ({ ...(await privateLocation()), body: { name: 'Cellar' } }),
    deleteV1PrivatelocationsId: privateLocation,
    postV1PrivatelocationsIdKeys: privateLocation,
    deleteV1PrivatelocationsIdKeysKeyid: privateLocation,
    getV1PrivatelocationsIdMetrics: async () => {
      const now = Math.floor(api.clock.now() / 1000)
      return { ...(await privateLocation()), query: `?from=${now - 3_600}&to=${now}`, hasOwnLimit: true }
    },
    getV1Runtimes: plain,
    getV1RuntimesId: async () => ({ values: { id: '2026.04' } }),
    getV1Staticips: plain,
    getV1Staticipsbyregion: plain,
    getV1Staticipstxt: plain,
    getV1Staticipv6s: plain,
    getV1Staticipv6sbyregion: plain,
    getV1Staticipv6stxt: plain,
    getHealth: plain,
    getReady: plain,
    getMetrics: plain,
  }
}

/** A document with something of another system in it. */
function configurationSample(): object {
  return {
    format: 'sonde-configuration',
    version: 1,
    statusPageServices: [{ id: 'kuma:service:1', name: 'Shop' }],
    checks: [
      { id: 'kuma:monitor:1', checkType: 'URL', name: 'Shop', request: { url: 'https://shop.example.net/' } },
    ],
  }
}
