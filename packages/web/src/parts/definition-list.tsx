import type { ReactNode } from 'react'

/** Names and what belongs to them, one below the other on a narrow screen. */
export function DefinitionList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[12rem_minmax(0,1fr)]">{children}</dl>
}

export function Definition({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-soft font-medium">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
