import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

/** What can be done with a row: at its end, on one line. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex justify-end gap-2 whitespace-nowrap max-md:flex-wrap max-md:justify-start">
      {children}
    </div>
  )
}

/** `label` names the row, for those who hear the button without it. */
export function DeleteAction({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button look="danger" aria-label={label} onClick={onClick}>
      Delete
    </Button>
  )
}
