import type { ReactNode } from 'react'

/** What can be done with a row: at its end, on one line. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="flex justify-end gap-2 whitespace-nowrap">{children}</div>
}

export function ActionsHead() {
  return (
    // Hidden words lie where their next positioned ancestor puts them: without one here, the page would grow sideways.
    <th scope="col" className="relative">
      <span className="sr-only">Actions</span>
    </th>
  )
}
