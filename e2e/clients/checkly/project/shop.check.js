import {
  AlertEscalationBuilder,
  ApiCheck,
  AssertionBuilder,
  CheckGroupV1,
  CheckGroupV2,
  Dashboard,
  DnsMonitor,
  EmailAlertChannel,
  Frequency,
  HeartbeatMonitor,
  IcmpMonitor,
  MaintenanceWindow,
  PrivateLocation,
  RetryStrategyBuilder,
  SlackAlertChannel,
  StatusPage,
  StatusPageService,
  StatusPageV3,
  StatusPageV3AutomationRule,
  StatusPageV3Component,
  TcpMonitor,
  UrlAssertionBuilder,
  UrlMonitor,
  WebhookAlertChannel,
} from 'checkly/constructs'

const target = process.env.TARGET ?? 'http://127.0.0.1:9'
const mail = new EmailAlertChannel('mail', { address: 'ops@example.net' })
const hook = new WebhookAlertChannel('hook', {
  name: 'Hook',
  url: new URL('https://example.net/hook'),
  method: 'POST',
})
const slack = new SlackAlertChannel('slack', {
  url: new URL('https://example.net/services/T/B/x'),
  channel: '#ops',
})
const lab = new PrivateLocation('lab', { name: 'Lab', slugName: 'lab' })
const group = new CheckGroupV2('group', {
  name: 'Group',
  activated: true,
  tags: ['shop'],
  alertChannels: [mail],
  locations: ['eu-west-1'],
  environmentVariables: [{ key: 'REGION', value: 'north' }],
  apiCheckDefaults: { url: target },
})
const old = new CheckGroupV1('old', {
  name: 'Old',
  activated: true,
  muted: false,
  locations: ['eu-west-1'],
  privateLocations: [lab],
})
const service = new StatusPageService('service', { name: 'Checkout' })
new StatusPage('page', { name: 'Shop', url: 'shop-page', cards: [{ name: 'All', services: [service] }] })
const statusPage = new StatusPageV3('status', {
  name: 'Shop status',
  url: 'shop-status',
  supportLink: 'mailto:help@example.net',
  themeColors: { dark: { linkFontColor: '#ABC' } },
})
const parts = new StatusPageV3Component('parts', {
  statusPage,
  type: 'GROUP',
  name: 'Parts',
  displayOrder: 0,
  expandedByDefault: true,
})
const cart = new StatusPageV3Component('10', { statusPage, parent: parts, name: 'Cart', displayOrder: 1 })
const search = new StatusPageV3Component('search', {
  statusPage,
  parent: parts,
  name: 'Search',
  displayOrder: 2,
  hidden: true,
})
new StatusPageV3AutomationRule('outage', {
  statusPage,
  name: 'Shop is down',
  firstUpdate: 'We are looking into it.',
  lastUpdate: 'All is well again.',
  tags: ['shop'],
  coolDownMinutes: 10,
  components: [
    { component: cart, targetImpact: 'MAJOR_OUTAGE' },
    { component: search, targetImpact: 'DEGRADED_PERFORMANCE' },
  ],
})
new UrlMonitor('url', {
  name: 'Front page',
  group,
  alertChannels: [hook, slack],
  frequency: Frequency.EVERY_5M,
  request: { url: `${target}/health`, assertions: [UrlAssertionBuilder.statusCode().equals(200)] },
  retryStrategy: RetryStrategyBuilder.linearStrategy(),
  alertEscalationPolicy: AlertEscalationBuilder.runBasedEscalation(2),
})
new TcpMonitor('tcp', {
  name: 'Port',
  privateLocations: [lab],
  frequency: Frequency.EVERY_30S,
  request: { hostname: '127.0.0.1', port: 9 },
})
new IcmpMonitor('icmp', { name: 'Host', group: old, request: { hostname: '127.0.0.1' } })
new DnsMonitor('dns', { name: 'Name', request: { recordType: 'A', query: 'example.net' } })
new HeartbeatMonitor('beat', {
  name: 'Nightly job',
  period: 30,
  periodUnit: 'minutes',
  grace: 5,
  graceUnit: 'minutes',
})
new ApiCheck('api', {
  name: 'Health',
  group,
  request: {
    url: '{{GROUP_BASE_URL}}/health',
    method: 'GET',
    headers: [{ key: 'X-Token', value: 'Token {{TOKEN}}' }],
    assertions: [AssertionBuilder.statusCode().equals(200)],
  },
})
new MaintenanceWindow('window', {
  name: 'Patch day',
  tags: ['shop'],
  startsAt: new Date('2030-01-01'),
  endsAt: new Date('2030-01-02'),
  repeatInterval: 1,
  repeatUnit: 'MONTH',
  repeatEndsAt: new Date('2031-01-01'),
})
new Dashboard('board', { header: 'Shop', customUrl: 'shop-board', tags: ['shop'] })
if (process.env.WITHOUT_SECOND === undefined)
  new TcpMonitor('second', {
    name: 'Second port',
    privateLocations: [process.env.PLACE ?? 'attic'],
    request: { hostname: '127.0.0.1', port: 9 },
  })
