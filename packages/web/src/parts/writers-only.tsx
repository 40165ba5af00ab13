import type { ReactNode } from 'react'
import { useMay } from '../api/account-context.ts'
import { Empty } from './states.tsx'

/** Whoever may only look, and came by an address, is told so before typing a whole form. */
export function WritersOnly({ doing, children }: { doing: string; children: ReactNode }) {
  if (useMay('READ_WRITE')) return children
  return (
    <Empty title={`Your role may not ${doing}`}>
      <p>Ask an administrator of the account for the role Editor.</p>
    </Empty>
  )
}
