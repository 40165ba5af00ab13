/** As many fields as a group can have now. */
export const richGroup = {
  name: 'Shop',
  tags: ['a'],
  locations: ['eu-west-1'],
  apiCheckDefaults: {
    url: 'https://shop.example.net',
    headers: [{ key: 'X-Team', value: 'shop', locked: true }],
    assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }],
    basicAuth: { username: 'u', password: 'p' },
  },
  browserCheckDefaults: '',
  environmentVariables: [{ key: 'K', value: 'v', secret: true }],
  localSetupScript: 's',
  useGlobalAlertSettings: false,
  alertSettings: { escalationType: 'TIME_BASED' },
  runParallel: true,
  retryStrategy: { type: 'FIXED', maxRetries: 2 },
}

/** As many fields as a monitor can have now. */
export const rich = {
  tags: ['a'],
  locations: ['eu-west-1'],
  description: 'd',
  runtimeId: '2025.04',
  groupOrder: 1,
  alertSettings: { escalationType: 'TIME_BASED', timeBasedEscalation: { minutesFailingThreshold: 5 } },
  retryStrategy: { type: 'FIXED', maxRetries: 2, maxDurationSeconds: 60, onlyOn: 'NETWORK_ERROR' },
  intent: { goal: 'g', requiredOutcomes: ['r'], mustPreserve: ['m'] },
  aiAutoRepairEnabled: true,
  environmentVariables: [{ key: 'K', value: 'v', secret: true }],
  degradedPacketLossThreshold: null,
  request: {
    hostname: 'edge1.example.net',
    ipFamily: null,
    pingCount: null,
    assertions: [{ source: 'LATENCY', property: 'avg', comparison: 'LESS_THAN', target: '20', regex: null }],
  },
}
