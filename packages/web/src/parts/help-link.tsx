import type { ReactNode } from 'react'
import { helpAddress, type HelpPage } from './help-pages.ts'

/** To a page of the documentation, in a tab of its own: what is on the screen stays. */
export function HelpLink({ page, children }: { page: HelpPage; children: ReactNode }) {
  return (
    <a href={helpAddress(page)} target="_blank" rel="noreferrer" className="underline">
      {children}
    </a>
  )
}
