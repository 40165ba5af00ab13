import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { sessionQuery, signOut, type Session } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { menuItemClasses } from '../parts/menu.tsx'
import { useCloseByEscape } from '../parts/use-close-by-escape.ts'
import { useCloseOutside } from '../parts/use-close-outside.ts'
import { initialsOf } from './initials.ts'
import { chooseTheme, useTheme, type Theme } from './theme.ts'

/** Who is signed in, and where. Behind it is what people need once a year: another account, the theme, the way out. */
export function PersonMenu({ session, accountId }: { session: Session; accountId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useCloseOutside(box, isOpen, setIsOpen)
  useCloseByEscape(box, isOpen, setIsOpen)
  const name = session.user.name ?? session.user.email
  const account = session.accounts.find((one) => one.id === accountId)
  return (
    <div ref={box} className="border-line relative border-t pt-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="hover:bg-raised flex w-full cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 text-left"
      >
        <span
          aria-hidden="true"
          className="bg-accent-wash text-accent grid size-7 shrink-0 place-items-center rounded-full text-[11px] font-semibold"
        >
          {initialsOf(name)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <span className="sr-only">Signed in as </span>
            {name}
          </span>
          <span className="text-soft block truncate text-xs">{account?.name ?? 'No account chosen'}</span>
        </span>
        <span aria-hidden="true">▾</span>
      </button>
      {isOpen ? (
        <div
          id={id}
          className="bg-card border-line z-30 mt-1 space-y-2 rounded-md border p-2 shadow-lg lg:absolute lg:inset-x-0 lg:bottom-full lg:mb-1"
        >
          <AccountChoice session={session} accountId={accountId} />
          <ThemeChoice />
          <div>
            {account === undefined ? null : (
              <Link
                to="/accounts/$accountId/settings/profile"
                params={{ accountId }}
                className={menuItemClasses}
                onClick={() => setIsOpen(false)}
              >
                Profile
              </Link>
            )}
            <a href="/docs" className={menuItemClasses}>
              API reference
            </a>
          </div>
          <SignOut session={session} />
        </div>
      ) : null}
    </div>
  )
}

function AccountChoice({ session, accountId }: { session: Session; accountId: string }) {
  const navigate = useNavigate()
  const isMember = session.accounts.some(({ id }) => id === accountId)
  if (session.accounts.length === 1 && isMember) return null
  return (
    <label className="block text-xs">
      <span className="text-soft mb-1 block font-semibold">Account</span>
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
      <span className="text-soft mb-1 block font-semibold">Theme</span>
      <select className="control" value={theme} onChange={({ target }) => chooseTheme(target.value as Theme)}>
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}

function SignOut({ session }: { session: Session }) {
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
    <Button className="w-full" isBusy={isLeaving} onClick={() => void leave()}>
      Sign out
    </Button>
  )
}
