import { useMemo, useSyncExternalStore } from 'react'
import { useAccount } from '../../api/account-context.ts'
import { listDefaults } from '../list-defaults.ts'
import { parseViews, withView, type SavedView } from './saved-views.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Other tabs of this browser write as well.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** The views of this account that somebody has named, kept by this browser: an address shares them with others. */
export function useSavedViews() {
  const { id } = useAccount()
  const place = `sonde-views-${id}`
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(place))
  const views = useMemo(() => parseViews(text, listDefaults), [text])
  function store(next: readonly SavedView[]): void {
    if (next.length === 0) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(next))
    for (const listener of listeners) listener()
  }
  return {
    views,
    save: (view: SavedView) => store(withView(views, view, listDefaults)),
    remove: (name: string) => store(views.filter((view) => view.name !== name)),
  }
}
