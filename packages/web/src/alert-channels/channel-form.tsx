import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import channelForms from 'sonde-schema:channel-forms'
import { isRecord } from '@sonde/ground/is-record.ts'
import { Button } from '../parts/button.tsx'
import { Failed } from '../parts/states.tsx'
import type {
  AlertChannel,
  AlertChannelWrite,
  WebhookTemplate,
  WrittenAlertChannel,
} from '../resources/alert-channels.ts'
import { GuardedForm } from '../schema-form/guarded-form.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { useFormState, violationsOf } from '../schema-form/use-form-state.ts'
import { withValueAt, type FormValue } from '../schema-form/value-at.ts'
import { channelKind } from './channel-kinds.ts'
import { channelLayout } from './channel-layout.ts'
import { TemplateChoice } from './template-choice.tsx'

/** The fields of a channel of one type. Whoever saves is given back the channel as the server has it. */
export function ChannelForm({
  type,
  channel,
  save,
  onSaved,
  saveWord,
  beside,
}: {
  type: ChannelType
  channel?: AlertChannel
  save: (channel: AlertChannelWrite) => Promise<WrittenAlertChannel>
  onSaved: (channel: WrittenAlertChannel) => void
  saveWord: string
  /** Further buttons, beside the one that saves. */
  beside?: (isChanged: boolean) => ReactNode
}) {
  const channelForm = channelForms[type]
  const { schema } = channelForm
  const form = useFormState({ schema, ...(channel === undefined ? {} : { initial: toForm(channel) }) })
  const saving = useMutation({ mutationFn: () => save(toWrite(type, form.value)), onSuccess: onSaved })
  const violations = violationsOf(saving.error)
  const isUnsaved = form.isChanged && !saving.isPending && !saving.isSuccess
  return (
    <GuardedForm form={form} isUnsaved={isUnsaved} onSubmit={() => saving.mutate()}>
      {channelForm.hasPresets ? (
        <TemplateChoice onTake={(template) => form.setValue(withTemplate(form.value, template))} />
      ) : null}
      <SchemaForm
        schema={schema}
        value={form.value}
        onChange={form.setValue}
        violations={violations}
        layout={channelLayout(channelKind(type), channelForm)}
      />
      {saving.isError && violations.length === 0 ? <Failed error={saving.error} /> : null}
      <div className="mb-4 flex flex-wrap gap-2">
        <Button look="primary" type="submit" isBusy={saving.isPending}>
          {saveWord}
        </Button>
        {beside?.(form.isChanged)}
      </div>
    </GuardedForm>
  )
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
