import type { ReactNode } from 'react'

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
