import type { ApiUnderTest } from './api-under-test.ts'
import type { Operation } from './field-case.ts'
import type { Answer } from './http-client.ts'

export const smallestUrl = { name: 'Shop', request: { url: 'https://shop.example.com/' } }

/** As many fields as a URL monitor can have of its own. */
export const richUrl = {
  ...smallestUrl,
  tags: ['a'],
  locations: ['eu-west-1'],
  frequency: 0,
  frequencyOffset: 20,
  shouldFail: true,
  environmentVariables: [{ key: 'K', value: 'v', secret: true }],
  degradedResponseTime: 1_500.5,
  maxResponseTime: 45_000,
  request: {
    method: 'GET',
    url: 'https://{{USER}}:{{PASSWORD}}@shop.example.com:8443/{{PATH}}?q=1',
    followRedirects: false,
    skipSSL: true,
    ipFamily: 'IPv6',
    assertions: [
      { source: 'STATUS_CODE', property: '', comparison: 'LESS_THAN', target: '300', regex: null },
      { source: 'STATUS_CODE', property: '', comparison: 'NOT_EQUALS', target: '{{CODE}}', regex: '' },
    ],
  },
}

/** Writes the fields in one of the four ways. */
export function writeUrlMonitor(
  api: ApiUnderTest,
  operation: Operation,
  id: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const path = `/v1/checks/url/${id}`
  switch (operation) {
    case 'create':
      return api.call('POST', '/v1/checks/url', { body: { ...smallestUrl, ...body } })
    case 'put by the letter':
      return api.call('PUT', path, { body })
    case 'put leniently':
      return api.call('PUT', path, { body, headers: { 'x-checkly-source': 'go-sdk' } })
    case 'patch':
      return api.call('PATCH', path, { body })
    default:
      return operation satisfies never
  }
}
