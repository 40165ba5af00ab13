import type { CheckKindType } from '@sonde/schema/check-types/check-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { kindTypeOf } from '../check-types/kind-facts.ts'
import { Empty, Loaded } from '../parts/states.tsx'
import type { Check } from '../resources/checks.ts'
import { checkFormQuery } from './check-form-query.ts'
import type { CheckForm } from './types/check-form-type.ts'

/** The form that belongs to a check that exists. */
export function FormOfStored({
  check,
  children,
}: {
  check: Check
  children: (checkType: CheckKindType, form: CheckForm) => ReactNode
}) {
  const checkType = kindTypeOf(check.checkType)
  if (checkType === undefined) {
    return <Empty title={`There is no form for a check of the type ${check.checkType}`} />
  }
  return <FormOfType checkType={checkType}>{(form) => children(checkType, form)}</FormOfType>
}

function FormOfType({
  checkType,
  children,
}: {
  checkType: CheckKindType
  children: (form: CheckForm) => ReactNode
}) {
  const form = useQuery(checkFormQuery(checkType))
  return (
    <Loaded query={form} what="the form">
      {children}
    </Loaded>
  )
}
