import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useAccount } from '../api/account-context.ts'
import type { Check } from '../resources/checks.ts'
import { Button } from './button.tsx'

export type Owner = NonNullable<NonNullable<Check['projectBindings']>['owner']>

/**
 * A form of something that may be managed as code: then it is locked, and says why and where it is changed. In an
 * emergency it can be changed all the same, until the next deployment.
 */
export function ManagedForm({ owner, children }: { owner: Owner | null | undefined; children: ReactNode }) {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <ManagedFields owner={owner} isOpened={isOpened} onOpen={() => setIsOpened(true)}>
      {children}
    </ManagedFields>
  )
}

/** The same where the buttons of the form are outside of it, as in a dialog: these ask whether it was opened. */
export function ManagedFields({
  owner,
  isOpened,
  onOpen,
  children,
}: {
  owner: Owner | null | undefined
  isOpened: boolean
  onOpen: () => void
  children: ReactNode
}) {
  const { id: accountId } = useAccount()
  if (owner === null || owner === undefined) return children
  const { logicalId, name } = owner.project
  return (
    <>
      <div
        role="status"
        className="bg-accent-wash mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md px-4 py-3"
      >
        <p>
          Managed as code by project{' '}
          <Link
            to="/accounts/$accountId/settings/projects/$logicalId"
            params={{ accountId, logicalId }}
            className="underline"
          >
            {name}
          </Link>
          .{' '}
          {isOpened
            ? 'The next deployment overwrites what you change here.'
            : 'Change it in its code, or take the project over.'}
        </p>
        {isOpened ? null : <Button onClick={onOpen}>Edit anyway</Button>}
      </div>
      <fieldset disabled={!isOpened} className="min-w-0">
        <legend className="sr-only">{isOpened ? 'Settings' : 'Settings, managed as code'}</legend>
        {children}
      </fieldset>
    </>
  )
}
