/** Pages of the documentation that the interface links to, with their sections. A test finds each in `docs/`. */
export const helpPages = [
  'agent',
  'alert-channels',
  'alerting',
  'alerting#delivery',
  'api',
  'api#keys-and-accounts',
  'audit-log',
  'badges',
  'client-certificates',
  'dashboards',
  'deployments',
  'export-import',
  'groups',
  'maintenance',
  'monitoring-as-code',
  'monitoring-as-code#test',
  'monitors/api',
  'monitors/browser',
  'monitors/dns',
  'monitors/grpc',
  'monitors/heartbeat',
  'monitors/icmp',
  'monitors/multistep',
  'monitors/ssl',
  'monitors/suite',
  'monitors/tcp',
  'monitors/traceroute',
  'monitors/url',
  'opentelemetry',
  'secret-scan',
  'snippets',
  'status-pages',
  'uptime-kuma',
  'users#inviting-others',
  'users#second-factor',
  'variables',
  'web',
] as const

export type HelpPage = (typeof helpPages)[number]

export function helpAddress(page: HelpPage): string {
  return `/help/${page}`
}
