import { useSyncExternalStore } from 'react'

/** `system` follows the setting of the machine. */
export type Theme = 'system' | 'light' | 'dark'

const place = 'sonde-theme'
const listeners = new Set<() => void>()

function readTheme(): Theme {
  const theme = localStorage.getItem(place)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function applyTheme(): void {
  const theme = readTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(place)
  else localStorage.setItem(place, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readTheme)
}
