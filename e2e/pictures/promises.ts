/** What people are promised of the interface, and the pictures on which it is to be seen. */
export const promises: readonly { number: number; title: string; shown: readonly string[] }[] = [
  {
    number: 1,
    title: 'The reason of a failure is the same sentence everywhere, and links to its result',
    shown: [
      'checks',
      'checks-apiFailing',
      'checks-apiFailing-results-result',
      'checks-sslExpiring',
      'alerts',
    ],
  },
  {
    number: 2,
    title: 'This server: first in the picker, and named where it stands in',
    shown: ['checks-new-url', 'locations-without-agent', 'locations', 'locations-data-centers'],
  },
  {
    number: 3,
    title: 'Days nobody saw are grey; services follow checks',
    shown: ['public-status', 'public-wall', 'status-pages-services'],
  },
  {
    number: 4,
    title: 'Effective values with their source',
    shown: ['checks-api', 'checks-check-edit', 'groups-group'],
  },
  {
    number: 5,
    title: 'A heartbeat that never pinged says since when it waits; charts draw every run',
    shown: ['checks-heartbeatWaiting', 'checks-heartbeatLate', 'checks-icmp'],
  },
  {
    number: 6,
    title: 'A channel asks for its checks; checks that notify nobody are named; test before saving',
    shown: ['alert-channel-form', 'checks', 'checks-selected'],
  },
  {
    number: 7,
    title: 'Subscriptions of groups and checks, and which of them overrides',
    shown: [
      'channels-of-group-only',
      'check-notifies-group-only',
      'groups-group',
      'alert-channels-WEBHOOK',
      'alerts-deliveries',
    ],
  },
  {
    number: 8,
    title: 'Maintenance for checks, groups, tags or everything; silence from a check; none that does nothing',
    shown: ['maintenance-windows-new', 'window-does-nothing', 'maintenance', 'check-silence'],
  },
  {
    number: 9,
    title: 'Forms: three fields first, the rest folded with present values; addresses completed',
    shown: ['checks-new-api', 'checks-new-url', 'address-completed', 'checks-new-ssl', 'checks-check-edit'],
  },
  {
    number: 10,
    title: 'List: one line per check, actions on rows and on many, groups',
    shown: ['checks', 'checks-row-actions', 'checks-selected', 'checks-by-group', 'phone-filters'],
  },
  { number: 11, title: 'Summary above the list', shown: ['checks'] },
  {
    number: 12,
    title: 'Check: range that fits, marks, thresholds, tooltip, locations compared, distribution, calendar',
    shown: ['checks-icmp', 'checks-failing', 'chart-tooltip', 'check-30-days', 'checks-browser'],
  },
  { number: 13, title: 'Palette and keys', shown: ['palette', 'keys'] },
  {
    number: 14,
    title: 'Wall dashboard, public pages, badges',
    shown: [
      'public-wall',
      'public-dashboard',
      'public-status',
      'public-status-incident',
      'dashboards-badges',
      'badge-preview',
    ],
  },
  {
    number: 15,
    title: 'Import, first start, empty states, rename, help',
    shown: [
      'setup',
      'settings-uptime-kuma',
      'uptime-kuma-preview',
      'empty-checks',
      'settings',
      'help',
      'help-search',
    ],
  },
  { number: 16, title: 'English everywhere', shown: ['checks', 'settings-audit', 'help-page'] },
  {
    number: 17,
    title: 'Second factor, single sign-on, sessions',
    shown: ['settings-security', 'second-factor', 'settings-profile', 'sign-in', 'sign-in-provider'],
  },
]
