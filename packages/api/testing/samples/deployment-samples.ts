import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { ApiUnderTest } from '../api-under-test.ts'
import { githubEvent } from '../github-events.ts'
import type { Sample } from './operation-sample.ts'
import { rich } from './rich-bodies.ts'
import { makeMonitor } from '../monitors/write-icmp.ts'

/** Good requests for the export of traces and for what deployments set off. */
export function deploymentSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const exported = {
    enabled: true,
    endpoint: 'https://collector.example.net',
    headers: [{ key: 'Authorization', value: 'Bearer abc' }],
  }
  const setUp = async (): Promise<Sample> => {
    const made = await api.call('PUT', '/v1/accounts/me/trace-export', { body: exported })
    assert.equal(made.status, 200, made.text)
    return {}
  }
  const newTrigger = async () => ({
    checkId: await makeMonitor(api, rich),
    repoId: 7,
    repoName: 'acme/shop',
    environmentRegexFilter: '^prod',
  })
  const trigger = async (): Promise<Sample> => {
    const made = await api.call('POST', '/v1/deployment-triggers', { body: await newTrigger() })
    return { values: { id: String(made.at('id')) }, unknown: { id: '999999' } }
  }
  return {
    getV1AccountsMeTraceexport: setUp,
    putV1AccountsMeTraceexport: async () => ({ body: exported }),
    deleteV1AccountsMeTraceexport: setUp,
    getV1Deploymenttriggers: trigger,
    postV1Deploymenttriggers: async () => ({ body: await newTrigger() }),
    deleteV1DeploymenttriggersId: trigger,
    postV1DeploymenttriggersWebhooksecret: async () => ({}),
    getV1DeploymenttriggersDeployments: async () => {
      const { values } = await trigger()
      assert.ok(values)
      return {}
    },
    postV1DeploymenttriggersGithubAccountid: async () => {
      const made = await api.call('POST', '/v1/deployment-triggers/webhook-secret')
      const body = githubEvent()
      const signature = createHmac('sha256', made.textAt('secret')).update(JSON.stringify(body)).digest('hex')
      const headers = { 'x-github-event': 'deployment_status', 'x-hub-signature-256': `sha256=${signature}` }
      return { body, headers }
    },
  }
}
