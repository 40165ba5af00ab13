export const registration = {
  version: '8.4.0',
  imageVariant: 'uptime',
  name: 'fake',
  platform: 'linux',
  arch: 'x64',
  nodeVersion: 'v26.0.0',
  checkTypes: ['ICMP', 'API'],
  runtimes: [],
  engines: [],
  capabilities: { icmp: 'datagram', ipv6: true, rawSockets: false, sandbox: 'namespaces', missing: [] },
  concurrency: { uptime: 1_000, script: 5, main: 10 },
}
export const free = { free: { uptime: 10, main: 10 } }

/** A body that each route would take, so that only the caller can be at fault. */
export const agentBodies: Readonly<Record<string, unknown>> = {
  register: registration,
  lease: free,
  renew: { runs: [] },
  release: { runs: [] },
  results: { sentAt: 0, results: [] },
  heartbeat: {},
  events: { events: [] },
  diagnostics: {
    runId: '0198c0de-0000-7000-8000-000000000000',
    attempt: 1,
    ticket: '',
    assets: [{ name: 'capture.pcap', type: 'pcap', contentType: 'application/json', content: 'AAAA' }],
  },
}
