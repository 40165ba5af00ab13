import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import channelForms from 'sonde-schema:channel-forms'
import { isRecord } from '@sonde/ground/is-record.ts'
import { useApi } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { Button, buttonClasses } from '../parts/button.tsx'
import { Failed } from '../parts/states.tsx'
import {
  type AlertChannel,
  type AlertChannelWrite,
  testUnsavedChannel,
  type WebhookTemplate,
  type WrittenAlertChannel,
} from '../resources/alert-channels.ts'
import { completedValue } from '../schema-form/completed-value.ts'
import { formWidth, GuardedForm } from '../schema-form/guarded-form.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { useFormState, violationsOf } from '../schema-form/use-form-state.ts'
import { useSaving } from '../schema-form/use-saving.ts'
import { withValueAt, type FormValue } from '../schema-form/value-at.ts'
import { channelKind } from './channel-kinds.ts'
import { channelLayout } from './channel-layout.ts'
import { missingInScope, scopeBody, wholeScope, type Scope } from './channel-scope.ts'
import { ScopeFields } from './scope-fields.tsx'
import { TemplateChoice } from './template-choice.tsx'
import { TestOutcome } from './test-outcome.tsx'

/** The fields of a channel of one type. Whoever saves is given back the channel as the server has it. */
export function ChannelForm({
  type,
  channel,
  save,
  onSaved,
  saveWord,
}: {
  type: ChannelType
  channel?: AlertChannel
  save: (channel: AlertChannelWrite) => Promise<WrittenAlertChannel>
  onSaved: (channel: WrittenAlertChannel) => void
  saveWord: string
}) {
  const channelForm = channelForms[type]
  const { schema } = channelForm
  const layout = channelLayout(channelKind(type), channelForm, { isNew: channel === undefined })
  const isNew = channel === undefined
  const form = useFormState({ schema, ...(isNew ? {} : { initial: toForm(channel) }) })
  const [scope, setScope] = useState(wholeScope)
  const [isForNew, setIsForNew] = useState(true)
  const [isScopeAsked, setIsScopeAsked] = useState(false)
  const missing = isNew ? missingInScope(scope) : null
  const { saving, isUnsaved } = useSaving({
    form,
    save: () => {
      const body = toWrite(type, completedValue(layout, form.value))
      return save(isNew ? { ...body, ...subscribedTo(scope), autoSubscribe: isForNew } : body)
    },
    onSaved,
  })
  const api = useApi()
  const test = useMutation({
    mutationFn: () => {
      const { config } = toWrite(type, completedValue(layout, form.value))
      return testUnsavedChannel(api, { type, config, ...(isNew ? {} : { alertChannelId: channel.id }) })
    },
  })
  // What a test finds wrong with a field is wrong for saving too.
  const violations = violationsOf(saving.error ?? test.error)
  const testOutcome = violationsOf(test.error).length > 0 ? { ...test, error: null } : test
  return (
    <GuardedForm
      form={form}
      isUnsaved={isUnsaved}
      className={formWidth}
      onSubmit={() => {
        setIsScopeAsked(true)
        if (missing === null) saving.mutate()
      }}
    >
      <div className="items-start gap-x-3 @min-[90rem]:grid @min-[90rem]:grid-cols-2">
        <div className="@container min-w-0">
          {channelForm.hasPresets ? (
            <TemplateChoice onTake={(template) => form.setValue(withTemplate(form.value, template))} />
          ) : null}
          <SchemaForm
            schema={schema}
            value={form.value}
            onChange={form.setValue}
            violations={violations}
            layout={layout}
          />
        </div>
        {isNew ? (
          <ScopeFields
            scope={scope}
            isForNew={isForNew}
            error={isScopeAsked ? missing : null}
            onScope={setScope}
            onForNew={setIsForNew}
          />
        ) : null}
      </div>
      {saving.isError && violations.length === 0 ? <Failed error={saving.error} /> : null}
      <div className="mb-4 flex flex-wrap gap-2">
        <Button look="primary" type="submit" isBusy={saving.isPending}>
          {saveWord}
        </Button>
        <Button isBusy={test.isPending} onClick={() => test.mutate()}>
          {isNew ? 'Send test' : 'Test these settings'}
        </Button>
        {isNew ? (
          <AccountLink to="/accounts/$accountId/alert-channels" className={buttonClasses()}>
            Cancel
          </AccountLink>
        ) : null}
      </div>
      <div className="mb-4">
        <TestOutcome test={testOutcome} />
      </div>
    </GuardedForm>
  )
}

function subscribedTo(scope: Scope): Pick<AlertChannelWrite, 'subscribe'> {
  const subscribe = scopeBody(scope)
  return subscribe === undefined ? {} : { subscribe }
}

function toForm({
  config,
  sendFailure,
  sendRecovery,
  sendDegraded,
  sslExpiry,
  sslExpiryThreshold,
  autoSubscribe,
}: AlertChannel): FormValue {
  return { config, sendFailure, sendRecovery, sendDegraded, sslExpiry, sslExpiryThreshold, autoSubscribe }
}

function toWrite(type: ChannelType, { config, ...flags }: FormValue): AlertChannelWrite {
  return { ...flags, type, config: isRecord(config) ? { ...config } : {} }
}

function withTemplate(value: FormValue, template: WebhookTemplate): FormValue {
  const { name, url, method, headers, template: body, webhookType } = template
  const config = isRecord(value['config']) ? value['config'] : {}
  const hasName = typeof config['name'] === 'string' && config['name'] !== ''
  const rows = headers.map(({ key, value: headerValue }) => ({ key, value: headerValue, locked: false }))
  const configuration = { ...config, url, method, headers: rows, template: body, webhookType }
  return withValueAt(value, 'config', hasName ? configuration : { ...configuration, name })
}
