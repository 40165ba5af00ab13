import type { ReactNode } from 'react'

export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="bg-raised text-soft inline-block max-w-48 truncate rounded px-1.5 py-0.5 align-middle text-xs">
      {children}
    </span>
  )
}
