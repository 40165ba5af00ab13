import type { ReactNode } from 'react'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { FormState } from './use-form-state.ts'

/**
 * Fields are read from label to label: lines as wide as a large screen would tear them apart. Where there is room for two
 * such lines, the sections stand beside each other.
 */
export const formWidth = '@container [&>:not(dialog)]:max-w-[60rem] @min-[90rem]:[&>:not(dialog)]:max-w-none'

/** A form on a screen: it is not sent while something in it cannot be read, and unsaved work is not left unasked. */
export function GuardedForm({
  form,
  isUnsaved,
  onSubmit,
  className,
  children,
}: {
  form: FormState
  isUnsaved: boolean
  onSubmit: () => void
  className?: string
  children: ReactNode
}) {
  return (
    <form
      noValidate
      className={className}
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
