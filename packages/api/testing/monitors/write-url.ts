import { createMonitorWriter } from './write-monitor.ts'

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

export const writeUrlMonitor = createMonitorWriter('url', smallestUrl)
