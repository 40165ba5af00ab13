import { useNavigate } from '@tanstack/react-router'
import { createContext, lazy, Suspense, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { useAccount, useMay } from '../api/account-context.ts'
import { isPaletteKey, prefixMs, screenOfKey } from './keys.ts'
import { focusRow } from './list-keys.ts'
import { useLetterKeys } from './use-letter-keys.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const KeyHelpDialog = lazy(async () => ({ default: (await import('./key-help-dialog.tsx')).KeyHelpDialog }))

const OpenPaletteContext = createContext<() => void>(() => undefined)

/** Opens the search over everything, for buttons that say so. */
export function useOpenPalette(): () => void {
  return useContext(OpenPaletteContext)
}

/** The palette, the list of keys, and the keys that act on every screen. */
export function Keyboard({ children }: { children: ReactNode }) {
  const [window, setWindow] = useState<'palette' | 'keys' | null>(null)
  return (
    <OpenPaletteContext value={() => setWindow('palette')}>
      <GlobalKeys onOpen={setWindow} />
      {children}
      <Suspense>
        {window === 'palette' ? (
          <Palette onClose={() => setWindow(null)} onKeys={() => setWindow('keys')} />
        ) : null}
        {window === 'keys' ? <KeyHelpDialog onClose={() => setWindow(null)} /> : null}
      </Suspense>
    </OpenPaletteContext>
  )
}

function GlobalKeys({ onOpen }: { onOpen: (window: 'palette' | 'keys') => void }) {
  const navigate = useNavigate()
  const { id: accountId } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  const prefixAt = useRef(-Infinity)
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      // The browser has a search of its own on this key.
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) open.current('palette')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useLetterKeys((key, { timeStamp }) => {
    const isAfterPrefix = timeStamp - prefixAt.current < prefixMs
    prefixAt.current = -Infinity
    if (isAfterPrefix) {
      const to = screenOfKey(key)
      if (to !== null) void navigate({ to, params: { accountId } })
      return to !== null
    }
    switch (key.toLowerCase()) {
      case '?':
        onOpen('keys')
        return true
      case 'g':
        prefixAt.current = timeStamp
        return true
      case 'c':
        if (mayWrite) void navigate({ to: '/accounts/$accountId/checks/new', params: { accountId } })
        return mayWrite
      case 'j':
        return focusRow(1)
      case 'k':
        return focusRow(-1)
      default:
        return false
    }
  })
  return null
}
