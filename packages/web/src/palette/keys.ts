/** Keys that act outside of fields. A dialog has the keyboard to itself. */

export type PressedKey = {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Whether what is pressed belongs to a field, a menu or a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const field = target.closest('input, textarea, select, [contenteditable]')
  // A box that is ticked takes no letters: whoever has marked a row goes on by the keys.
  const isBox = field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
  return (field !== null && !isBox) || document.querySelector('dialog[open]') !== null
}

export function isPaletteKey({ key, ctrlKey, metaKey, altKey }: PressedKey): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey
}

/** The letter, without any other key held; null for everything else. Shift is part of `?`. */
export function plainKey({ key, ctrlKey, metaKey, altKey }: PressedKey): string | null {
  return ctrlKey || metaKey || altKey || [...key].length !== 1 ? null : key
}

/** The place in a list after a step from `current`; -1: nowhere yet. Ends are ends. */
export function stepIn(length: number, current: number, step: 1 | -1): number {
  if (length === 0) return -1
  if (current === -1) return step === 1 ? 0 : length - 1
  return Math.min(length - 1, Math.max(0, current + step))
}

/** After `g`, a letter leads to a screen, if it comes at once. */
export const prefixMs = 1500

export const screenKeys = {
  c: '/accounts/$accountId/checks',
  g: '/accounts/$accountId/groups',
  a: '/accounts/$accountId/alerts',
  n: '/accounts/$accountId/alert-channels',
  m: '/accounts/$accountId/maintenance',
  l: '/accounts/$accountId/locations',
  s: '/accounts/$accountId/status-pages',
  d: '/accounts/$accountId/dashboards',
  ',': '/accounts/$accountId/settings',
} as const

export function screenOfKey(key: string): (typeof screenKeys)[keyof typeof screenKeys] | null {
  return Object.entries(screenKeys).find(([letter]) => letter === key.toLowerCase())?.[1] ?? null
}

/** What `?` shows. */
export const keyHelp = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search checks, screens, actions and help'],
      ['?', 'Show this list'],
      ['C', 'New check'],
      ['G then C', 'Go to Checks'],
      ['G then G', 'Go to Groups'],
      ['G then A', 'Go to Alerts'],
      ['G then N', 'Go to Alert channels'],
      ['G then M', 'Go to Maintenance'],
      ['G then L', 'Go to Locations'],
      ['G then S', 'Go to Status pages'],
      ['G then D', 'Go to Dashboards'],
      ['G then ,', 'Go to Settings'],
    ],
  },
  {
    title: 'In lists',
    keys: [
      ['J', 'Next row'],
      ['K', 'Previous row'],
      ['Enter', 'Open'],
      ['X', 'Select the check'],
      ['/', 'Filter checks'],
    ],
  },
  {
    title: 'On a check or its row',
    keys: [
      ['R', 'Run now'],
      ['P', 'Pause or resume'],
      ['M', 'Mute or unmute'],
      ['E', 'Edit'],
    ],
  },
] as const
