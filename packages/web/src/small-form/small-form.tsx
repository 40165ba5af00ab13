import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { joinClasses } from '../parts/join-classes.ts'
import { FormMistake } from './form-mistake.tsx'

/** A form of a few fields on a card: the fields, what is wrong beside them, and its button. */
export function SmallForm({
  fields,
  error,
  submitWord,
  isReady = true,
  isBusy,
  width = 'max-w-md',
  cancel,
  onSubmit,
  children,
}: {
  /** The fields that show what the server says about them. */
  fields: readonly string[]
  error: unknown
  submitWord: string
  isReady?: boolean
  isBusy: boolean
  width?: 'max-w-md' | 'max-w-xl' | 'max-w-2xl'
  /** Where the form has a screen of its own: the way back. */
  cancel?: ReactNode
  onSubmit: () => void
  children: ReactNode
}) {
  return (
    <form
      noValidate
      className={joinClasses(width, 'space-y-4')}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <FormMistake error={error} fields={fields} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" type="submit" disabled={!isReady} isBusy={isBusy}>
          {submitWord}
        </Button>
        {cancel}
      </div>
    </form>
  )
}
