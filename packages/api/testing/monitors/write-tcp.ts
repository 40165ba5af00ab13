import { createMonitorWriter } from './write-monitor.ts'

export const smallestTcp = { name: 'Database', request: { hostname: 'db.example.net', port: 5432 } }

/** As many fields as a TCP monitor can have of its own. */
export const richTcp = {
  ...smallestTcp,
  tags: ['a'],
  locations: ['eu-west-1'],
  frequency: 0,
  frequencyOffset: 20,
  shouldFail: true,
  environmentVariables: [{ key: 'K', value: 'v', secret: true }],
  degradedResponseTime: 1_500.5,
  maxResponseTime: 45_000,
  request: {
    hostname: '{{HOST}}.example.net',
    port: 6379,
    data: 'AUTH {{PASSWORD}}\r\nPING\r\n',
    ipFamily: 'IPv6',
    assertions: [
      { source: 'RESPONSE_TIME', property: '', comparison: 'LESS_THAN', target: '{{LIMIT}}', regex: null },
      { source: 'RESPONSE_DATA', property: '\\+(\\w+)', comparison: 'EQUALS', target: 'PONG', regex: '' },
      { source: 'RESPONSE_DATA', property: '', comparison: 'NOT_EMPTY', target: '', regex: '/x/' },
    ],
  },
}

export const writeTcpMonitor = createMonitorWriter('tcp', smallestTcp)
