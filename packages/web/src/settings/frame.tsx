import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useAccount } from '../api/account-context.ts'

const places = [
  ['/accounts/$accountId/settings', 'Account'],
  ['/accounts/$accountId/settings/profile', 'Your profile'],
  ['/accounts/$accountId/settings/security', 'Security'],
  ['/accounts/$accountId/settings/members', 'Members'],
  ['/accounts/$accountId/settings/keys', 'Keys and tokens'],
  ['/accounts/$accountId/settings/variables', 'Variables'],
  ['/accounts/$accountId/settings/snippets', 'Snippets'],
  ['/accounts/$accountId/settings/certificates', 'Client certificates'],
  ['/accounts/$accountId/settings/traces', 'Trace export'],
  ['/accounts/$accountId/settings/deployments', 'Deployments'],
  ['/accounts/$accountId/settings/projects', 'Projects as code'],
  ['/accounts/$accountId/settings/audit', 'Audit log'],
  ['/accounts/$accountId/settings/secret-scan', 'Secret scan'],
  ['/accounts/$accountId/settings/export', 'Export and import'],
  ['/accounts/$accountId/settings/uptime-kuma', 'Uptime Kuma import'],
  ['/accounts/$accountId/settings/accounts', 'Accounts'],
] as const

const itemClasses =
  'text-soft hover:text-ink border-line block rounded-md px-3 py-1.5 font-medium whitespace-nowrap no-underline hover:no-underline aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:font-semibold'

/** The parts of the settings, each with an address: beside them where there is room, else in a line that scrolls. */
export function SettingsFrame() {
  const { id } = useAccount()
  const { pathname } = useLocation()
  const line = useRef<HTMLElement>(null)
  // In a line that scrolls the current part may be out of sight.
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (line.current && current) line.current.scrollLeft = current.offsetLeft - line.current.offsetLeft - 16
  }, [pathname])
  return (
    <div className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-6">
      <nav
        ref={line}
        aria-label="Settings"
        className="border-line -mx-1 mb-4 overflow-x-auto border-b p-1 lg:sticky lg:top-6 lg:self-start lg:overflow-visible lg:border-b-0"
      >
        <ul className="flex gap-1 lg:flex-col">
          {places.map(([to, name]) => (
            <li key={to}>
              <Link
                to={to}
                params={{ accountId: id }}
                // A screen below one of them belongs to it; below the first are all.
                activeOptions={{ exact: to === places[0][0], includeSearch: false }}
                className={itemClasses}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}
