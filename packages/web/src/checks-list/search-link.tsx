import { defaultStringifySearch, useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { listDefaults } from './list-defaults.ts'
import { changedSearch, type ChecksSearch, type SearchChange } from './search-params.ts'

/**
 * The same list with another filter or order: an address, so that it can be opened elsewhere and sent to others. A
 * page has hundreds of them, and none watches the router: the list draws them anew when its address changes.
 */
export function SearchLink({
  search,
  change,
  className,
  label,
  isCurrent = false,
  isExpanded,
  keepsPage = false,
  children,
}: {
  search: ChecksSearch
  change: SearchChange
  className?: string
  label?: string
  isCurrent?: boolean
  /** Of a link that folds and unfolds. */
  isExpanded?: boolean
  /** What it changes leaves the rows where they are. */
  keepsPage?: boolean
  children: ReactNode
}) {
  const router = useRouter()
  const next = changedSearch(search, keepsPage ? { page: search.page, ...change } : change, listDefaults)
  function go(event: MouseEvent): void {
    // Whoever wants it in another tab gets it there from the browser.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to: '.', search: next, resetScroll: false })
  }
  return (
    <a
      href={router.history.createHref(router.state.location.pathname + defaultStringifySearch(next))}
      onClick={go}
      className={className}
      aria-label={label}
      aria-current={isCurrent ? 'true' : undefined}
      aria-expanded={isExpanded}
    >
      {children}
    </a>
  )
}
