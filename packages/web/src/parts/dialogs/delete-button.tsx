import { useState, type ComponentProps } from 'react'
import { Button } from '../button.tsx'
import { ConfirmDelete } from './confirm-delete.tsx'

/** Deletes what a screen shows, after a second step. */
export function DeleteButton(deletion: Omit<ComponentProps<typeof ConfirmDelete>, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        Delete
      </Button>
      {isOpen ? <ConfirmDelete {...deletion} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
