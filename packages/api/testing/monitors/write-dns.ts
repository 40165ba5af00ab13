import { createMonitorWriter } from './write-monitor.ts'

export const smallestDns = { name: 'Our name', request: { query: 'shop.example.org', recordType: 'A' } }

/** As many fields as a DNS monitor can have of its own. */
export const richDns = {
  ...smallestDns,
  tags: ['a'],
  locations: ['eu-west-1'],
  frequency: 0,
  frequencyOffset: 30,
  shouldFail: true,
  environmentVariables: [{ key: 'K', value: 'v', secret: true }],
  degradedResponseTime: 250.5,
  maxResponseTime: 5_000,
  request: {
    query: '{{NAME}}.example.org.',
    recordType: 'HTTPS',
    nameServer: 'ns1.example.org',
    port: 5353,
    protocol: 'TCP',
    assertions: [
      { source: 'RESPONSE_TIME', property: '', comparison: 'LESS_THAN', target: '100', regex: null },
      { source: 'RESPONSE_CODE', property: '', comparison: 'EQUALS', target: 'NOERROR', regex: '' },
      { source: 'TEXT_ANSWER', property: '', comparison: 'CONTAINS', target: 'h3', regex: 'alpn="([^"]*)"' },
      {
        source: 'JSON_ANSWER',
        property: '$.Answer.length',
        comparison: 'GREATER_THAN',
        target: '0',
        regex: '',
      },
    ],
  },
}

export const writeDnsMonitor = createMonitorWriter('dns', smallestDns)
