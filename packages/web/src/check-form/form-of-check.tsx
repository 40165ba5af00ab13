import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { checkFormQuery } from '../check-types/check-form-query.ts'
import type { CheckForm } from '../check-types/check-form.ts'
import { Loaded } from '../parts/states.tsx'
import type { Check } from '../resources/checks.ts'

/** The form that belongs to a check that exists. */
export function FormOfCheck({ check, children }: { check: Check; children: (form: CheckForm) => ReactNode }) {
  const form = useQuery(checkFormQuery(check.checkType))
  return (
    <Loaded query={form} what="the form">
      {children}
    </Loaded>
  )
}
