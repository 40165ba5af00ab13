import type { ReactNode } from 'react'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { FormState } from './use-form-state.ts'

/** A form on a screen: it is not sent while something in it cannot be read, and unsaved work is not left unasked. */
export function GuardedForm({
  form,
  isUnsaved,
  onSubmit,
  children,
}: {
  form: FormState
  isUnsaved: boolean
  onSubmit: () => void
  children: ReactNode
}) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (form.unreadable.length === 0) onSubmit()
      }}
    >
      <UnsavedGuard isChanged={isUnsaved} />
      {children}
    </form>
  )
}
