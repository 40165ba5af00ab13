import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

/** A wide one has room for a hash or a list of names. */
export type Fact = readonly [name: string, value: ReactNode, width?: 'wide']

/** What is known, name by name. What is not known is shown as such, or left out where nothing else could be (`isKnownOnly`). */
export function Facts({
  facts,
  isKnownOnly = false,
}: {
  facts: readonly (Fact | null)[]
  isKnownOnly?: boolean
}) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-6 gap-y-3">
      {facts.map((fact) =>
        fact === null || (isKnownOnly && isUnknown(fact[1])) ? null : (
          <div key={fact[0]} className={joinClasses('min-w-0', fact[2] === 'wide' && 'sm:col-span-2')}>
            <dt className="text-soft text-xs">{fact[0]}</dt>
            <dd className="font-medium break-words [&_time]:whitespace-normal">
              {isUnknown(fact[1]) ? '–' : fact[1]}
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}

function isUnknown(value: ReactNode): boolean {
  return value === null || value === undefined || value === '' || value === '–'
}

export function yesNo(value: boolean | null | undefined): string | null {
  if (value === null || value === undefined) return null
  return value ? 'Yes' : 'No'
}
