import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sessionQuery, signOut, type Session } from '../api/session.ts'
import { useOpenPalette } from '../palette/keyboard.tsx'
import { Button } from '../parts/button.tsx'
import { chooseTheme, useTheme, type Theme } from './theme.ts'

const sections = [
  {
    title: 'Monitor',
    places: [
      ['/accounts/$accountId/checks', 'Checks'],
      ['/accounts/$accountId/alerts', 'Alerts'],
      ['/accounts/$accountId/groups', 'Groups'],
      ['/accounts/$accountId/maintenance', 'Maintenance'],
    ],
  },
  { title: 'Notify', places: [['/accounts/$accountId/alert-channels', 'Alert channels']] },
  {
    title: 'Publish',
    places: [
      ['/accounts/$accountId/status-pages', 'Status pages'],
      ['/accounts/$accountId/dashboards', 'Dashboards'],
    ],
  },
  {
    title: 'Run',
    places: [
      ['/accounts/$accountId/locations', 'Locations'],
      ['/accounts/$accountId/test-sessions', 'Test sessions'],
      ['/accounts/$accountId/settings', 'Settings'],
    ],
  },
] as const

const itemClasses =
  'text-ink hover:bg-raised block rounded-md px-3 py-1.5 no-underline hover:no-underline data-[status=active]:bg-accent-wash data-[status=active]:text-accent data-[status=active]:font-semibold'

/** Beside the screens; on a narrow one a bar with a button that opens the same. */
export function Navigation({
  session,
  accountId,
  hasSearch,
}: {
  session: Session
  accountId: string
  /** Only members of an account have something to search. */
  hasSearch: boolean
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <header className="border-line bg-card border-b lg:sticky lg:top-0 lg:h-dvh lg:w-56 lg:shrink-0 lg:overflow-y-auto lg:border-r lg:border-b-0">
      <div className="flex items-center justify-between px-4 py-3">
        <Link
          to="/accounts/$accountId/checks"
          params={{ accountId }}
          className="text-ink flex items-center gap-2 text-base font-bold no-underline hover:no-underline"
        >
          <img src="/favicon.svg" alt="" className="size-6" />
          Sonde
        </Link>
        {hasSearch ? <SearchButton isNarrow /> : null}
        <Button
          className="lg:hidden"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setIsOpen(!isOpen)}
        >
          Menu
        </Button>
      </div>
      <div id="navigation" className={`${isOpen ? 'block' : 'hidden'} px-3 pb-4 lg:block`}>
        {hasSearch ? <SearchButton /> : null}
        <AccountChoice session={session} accountId={accountId} />
        <nav aria-label="Main" className="space-y-3" onClick={() => setIsOpen(false)}>
          {sections.map(({ title, places }) => (
            <div key={title}>
              <p aria-hidden="true" className="text-soft px-3 pb-0.5 text-xs font-semibold">
                {title}
              </p>
              <ul aria-label={title} className="space-y-0.5">
                {places.map(([to, name]) => (
                  <li key={to}>
                    <Link to={to} params={{ accountId }} className={itemClasses}>
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <ul className="border-line space-y-0.5 border-t pt-3">
            <li>
              <a href="/docs" className={itemClasses}>
                API
              </a>
            </li>
            <li>
              <a href="/help" className={itemClasses}>
                Help
              </a>
            </li>
          </ul>
        </nav>
        <div className="border-line mt-4 space-y-3 border-t pt-4">
          <ThemeChoice />
          <SignedIn session={session} />
        </div>
      </div>
    </header>
  )
}

/** Opens the search over everything: in the bar of a narrow screen, above the places of a wide one. */
function SearchButton({ isNarrow = false }: { isNarrow?: boolean }) {
  const openPalette = useOpenPalette()
  return (
    <Button
      className={isNarrow ? 'mr-2 ml-auto lg:hidden' : 'mb-3 w-full max-lg:hidden'}
      aria-keyshortcuts="Control+K"
      onClick={openPalette}
    >
      <svg viewBox="0 0 20 20" className="size-4" aria-hidden="true">
        <path
          d="M14 9A5 5 0 1 1 4 9a5 5 0 0 1 10 0zM12.700 12.700L17 17"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      Search
      {isNarrow ? null : (
        <kbd
          aria-hidden="true"
          className="border-line text-soft ml-auto rounded border px-1.5 font-sans text-xs"
        >
          Ctrl K
        </kbd>
      )}
    </Button>
  )
}

function AccountChoice({ session, accountId }: { session: Session; accountId: string }) {
  const navigate = useNavigate()
  const isMember = session.accounts.some(({ id }) => id === accountId)
  if (session.accounts.length === 1 && isMember) {
    return <p className="mb-3 px-3 font-semibold">{session.accounts[0]?.name}</p>
  }
  return (
    <label className="mb-3 block text-xs">
      <span className="text-soft mb-1 block px-1 font-semibold">Account</span>
      <select
        className="control"
        value={isMember ? accountId : ''}
        onChange={({ target }) =>
          void navigate({ to: '/accounts/$accountId/checks', params: { accountId: target.value } })
        }
      >
        {isMember ? null : <option value="">Choose…</option>}
        {session.accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function ThemeChoice() {
  const theme = useTheme()
  return (
    <label className="block text-xs">
      <span className="text-soft mb-1 block px-1 font-semibold">Theme</span>
      <select className="control" value={theme} onChange={({ target }) => chooseTheme(target.value as Theme)}>
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}

function SignedIn({ session }: { session: Session }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => setIsLeaving(false), [session])
  async function leave(): Promise<void> {
    setIsLeaving(true)
    try {
      // Somebody may have signed in anew in another tab, and the token of this one would be refused.
      const now = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
      if (now !== null && now.user.id !== session.user.id) return
      if (now !== null) await signOut(now.csrfToken)
    } finally {
      setIsLeaving(false)
    }
    queries.clear()
    await navigate({ to: '/sign-in', search: {} })
  }
  return (
    <div className="px-1">
      <p className="text-soft mb-2 text-xs">
        Signed in as <span className="text-ink font-medium">{session.user.name ?? session.user.email}</span>
      </p>
      <Button className="w-full" isBusy={isLeaving} onClick={() => void leave()}>
        Sign out
      </Button>
    </div>
  )
}
