import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../api/account-context.ts'
import type { AccountPath } from './account-link.tsx'

/** Parts of one screen that each have an address. Its children are links; the router marks the current one. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="border-line mb-4 flex flex-wrap gap-x-1 border-b">
      {children}
    </nav>
  )
}

export const linkTabClasses =
  'text-soft hover:text-ink -mb-px border-b-2 border-transparent px-3 py-2 font-medium no-underline hover:no-underline aria-[current=page]:border-accent aria-[current=page]:text-ink'

/** Screens of the account that belong together: their addresses and names. */
export function AccountTabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly (readonly [AccountPath, string])[]
}) {
  const { id: accountId } = useAccount()
  return (
    <LinkTabs label={label}>
      {tabs.map(([to, name]) => (
        <Link
          key={to}
          to={to}
          params={{ accountId }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={linkTabClasses}
        >
          {name}
        </Link>
      ))}
    </LinkTabs>
  )
}
