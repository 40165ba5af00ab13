import { createMonitorWriter } from './write-monitor.ts'

export const smallestApi = { name: 'Orders', request: { url: 'https://api.example.com/orders' } }

/** As many fields as an API check can have of its own. */
export const richApi = {
  ...smallestApi,
  tags: ['a'],
  locations: ['eu-west-1'],
  frequency: 0,
  frequencyOffset: 20,
  shouldFail: true,
  environmentVariables: [{ key: 'K', value: 'v', secret: true }],
  degradedResponseTime: 1_500.5,
  maxResponseTime: 45_000,
  request: {
    method: 'POST',
    url: 'https://api.example.com/{{PATH}}?q=1',
    followRedirects: false,
    skipSSL: true,
    ipFamily: 'IPv6',
    body: '{"id":"{{$UUID}}"}',
    bodyType: 'JSON',
    headers: [
      { key: 'X-Tenant', value: 'shop', locked: false },
      { key: 'X-Token', value: 'tok-locked-1', locked: true },
    ],
    queryParameters: [{ key: 'page', value: '{{PAGE}}', locked: false }],
    basicAuth: { username: 'ann', password: 'pass-basic-1' },
    assertions: [
      { source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '201', regex: null },
      { source: 'JSON_BODY', property: '$.id', comparison: 'NOT_EMPTY', target: '', regex: '' },
      {
        source: 'HEADERS',
        property: 'Location',
        comparison: 'CONTAINS',
        target: '{{BASE}}',
        regex: String.raw`id=(\d+)`,
      },
    ],
  },
}

export const writeApiCheck = createMonitorWriter('api', smallestApi)
