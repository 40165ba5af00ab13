import type { AccountPath } from '../parts/account-link.tsx'

/** What the palette offers besides checks. */
export type PaletteGoal =
  | { kind: 'screen'; to: AccountPath }
  | { kind: 'theme'; theme: 'system' | 'light' | 'dark' }
  | { kind: 'keys' }
  | { kind: 'address'; address: string }

export type PaletteEntry = {
  id: string
  name: string
  /** Further words by which it is found. */
  words?: string
  keys?: string
  goal: PaletteGoal
  isForWriters?: true
}

export const paletteActions: readonly PaletteEntry[] = [
  entry('new-check', 'New check', '/accounts/$accountId/checks/new', {
    words: 'create add monitor',
    keys: 'C',
  }),
  entry('new-group', 'New group', '/accounts/$accountId/groups/new', { words: 'create add' }),
  entry('new-channel', 'New alert channel', '/accounts/$accountId/alert-channels/new', {
    words: 'create add notify mail slack webhook',
  }),
  entry('new-window', 'Plan maintenance', '/accounts/$accountId/maintenance/windows/new', {
    words: 'create add silence window',
  }),
  entry('new-page', 'New status page', '/accounts/$accountId/status-pages/new', { words: 'create add' }),
  entry('new-dashboard', 'New dashboard', '/accounts/$accountId/dashboards/new', {
    words: 'create add wall',
  }),
  ...(['light', 'dark', 'system'] as const).map((theme) => ({
    id: `theme-${theme}`,
    name: theme === 'system' ? 'Theme: System' : `Theme: ${theme === 'light' ? 'Light' : 'Dark'}`,
    words: 'colours mode',
    goal: { kind: 'theme', theme } as const,
  })),
  {
    id: 'help',
    name: 'Help',
    words: 'documentation docs manual',
    goal: { kind: 'address', address: '/help' },
  },
  { id: 'keys', name: 'Keyboard shortcuts', words: 'help keys', keys: '?', goal: { kind: 'keys' } },
]

export const paletteScreens: readonly PaletteEntry[] = [
  screen('Checks', '/accounts/$accountId/checks', 'G then C'),
  screen('Groups', '/accounts/$accountId/groups', 'G then G'),
  screen('Alerts', '/accounts/$accountId/alerts', 'G then A'),
  screen('Deliveries', '/accounts/$accountId/alerts/deliveries', undefined, 'notifications sent failed'),
  screen('Alert channels', '/accounts/$accountId/alert-channels', 'G then N'),
  screen('Maintenance', '/accounts/$accountId/maintenance', 'G then M'),
  screen('Locations', '/accounts/$accountId/locations', 'G then L'),
  screen('Agents', '/accounts/$accountId/locations/agents', undefined, 'probes'),
  screen('Status pages', '/accounts/$accountId/status-pages', 'G then S'),
  screen('Incidents', '/accounts/$accountId/status-pages/incidents'),
  screen('Dashboards', '/accounts/$accountId/dashboards', 'G then D'),
  screen('Badges', '/accounts/$accountId/dashboards/badges'),
  screen('Settings', '/accounts/$accountId/settings', 'G then ,'),
  screen('API keys', '/accounts/$accountId/settings/keys', undefined, 'token'),
  screen('Members', '/accounts/$accountId/settings/members', undefined, 'people users invite'),
  screen('Variables', '/accounts/$accountId/settings/variables', undefined, 'secrets environment'),
  screen(
    'Projects as code',
    '/accounts/$accountId/settings/projects',
    undefined,
    'deploy terraform repository',
  ),
  screen('Audit log', '/accounts/$accountId/settings/audit', undefined, 'changes history'),
  screen('Export and import', '/accounts/$accountId/settings/export', undefined, 'backup copy move'),
  screen(
    'Import from Uptime Kuma',
    '/accounts/$accountId/settings/uptime-kuma',
    undefined,
    'migrate kuma monitors',
  ),
  screen('Profile', '/accounts/$accountId/settings/profile', undefined, 'name e-mail'),
  screen('Security', '/accounts/$accountId/settings/security', undefined, 'password second factor sessions'),
]

function entry(
  id: string,
  name: string,
  to: AccountPath,
  { words, keys }: { words: string; keys?: string },
): PaletteEntry {
  return {
    id,
    name,
    words,
    goal: { kind: 'screen', to },
    isForWriters: true,
    ...(keys === undefined ? {} : { keys }),
  }
}

function screen(name: string, to: AccountPath, keys?: string, words?: string): PaletteEntry {
  return {
    id: to,
    name,
    goal: { kind: 'screen', to },
    ...(keys === undefined ? {} : { keys }),
    ...(words === undefined ? {} : { words }),
  }
}
