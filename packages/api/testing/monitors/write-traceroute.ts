import { createMonitorWriter } from './write-monitor.ts'

export const smallestTraceroute = { name: 'Path', request: { url: 'db.example.net' } }

/** As many fields as a traceroute monitor can have of its own. */
export const richTraceroute = {
  ...smallestTraceroute,
  tags: ['a'],
  locations: ['eu-west-1'],
  frequency: 0,
  frequencyOffset: 30,
  shouldFail: true,
  environmentVariables: [{ key: 'K', value: 'v', secret: true }],
  degradedResponseTime: 0,
  maxResponseTime: 30_000,
  request: {
    url: '{{HOST}}.example.net',
    protocol: 'SCTP',
    port: 9899,
    ipFamily: 'IPv6',
    maxHops: 64,
    maxUnknownHops: 30,
    ptrLookup: false,
    timeout: 30,
    assertions: [
      { source: 'RESPONSE_TIME', property: 'avg', comparison: 'LESS_THAN', target: '50', regex: '' },
      { source: 'HOP_COUNT', property: '', comparison: 'LESS_THAN', target: '{{HOPS}}', regex: null },
      { source: 'PACKET_LOSS', property: '', comparison: 'EQUALS', target: '0', regex: '' },
    ],
  },
}

export const writeTraceroute = createMonitorWriter('traceroute', smallestTraceroute)
