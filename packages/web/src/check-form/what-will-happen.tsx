import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { alertSettingsQuery } from '../resources/alert-settings.ts'
import type { FormScope } from '../schema-form/form-layout.ts'
import { useChannelWords } from './fold-lines.tsx'
import { outlookOf } from './outlook.ts'
import { useEffectiveValues } from './use-effective-values.ts'

/** What the check of a form will do, in one paragraph beside the button that saves it. */
export function WhatWillHappen({
  form,
  isRun,
}: {
  form: Pick<FormScope, 'value' | 'context'>
  isRun: boolean
}) {
  const effective = useEffectiveValues(form)
  const { alertSettings } = effective
  const { data: ofAccount } = useQuery({
    ...alertSettingsQuery(useApi()),
    enabled: alertSettings.source === 'account',
  })
  const notified = useChannelWords(form)
  return (
    <>
      <strong>What will happen.</strong>{' '}
      {outlookOf({
        value: form.value,
        effective,
        isRun,
        notified,
        alertSettings: alertSettings.settings ?? ofAccount ?? null,
      })}
    </>
  )
}
