import type { ChannelForm } from 'sonde-schema:channel-forms'
import { webAddressAt } from '../schema-form/complete-address.ts'
import type { FieldLayout, FormLayout, FormSection } from '../schema-form/form-layout.ts'
import type { ChannelKindFacts } from './channel-kinds.ts'
import { TemplateField } from './template-field.tsx'

const widgets = { 'body-template': TemplateField } as const

const flags: Readonly<Record<string, FieldLayout>> = {
  sendFailure: { label: 'Failures' },
  sendDegraded: { label: 'Degraded checks' },
  sendRecovery: { label: 'Recoveries', help: 'To those who were notified of the problem.' },
  sslExpiry: { label: 'Certificates that expire soon' },
  sslExpiryThreshold: {
    label: 'Days before a certificate expires',
    isHidden: ({ sslExpiry }) => sslExpiry !== true,
  },
  autoSubscribe: {
    label: 'New checks too',
    help: 'Checks that are created later without a channel of their own.',
  },
}

const flagSection: FormSection = {
  title: 'Events',
  fields: ['sendFailure', 'sendDegraded', 'sendRecovery', 'sslExpiry', 'sslExpiryThreshold', 'autoSubscribe'],
}

/** A new channel asks for new checks together with those that there are. */
const newFlagSection: FormSection = {
  ...flagSection,
  fields: flagSection.fields.filter((field) => field !== 'autoSubscribe'),
}

/** The configuration first, in the order and the words of the kind, then what is alike for all. */
export function channelLayout(
  { name }: ChannelKindFacts,
  { fields: ofKind }: ChannelForm,
  { isNew }: { isNew: boolean },
): FormLayout {
  const config = Object.entries(ofKind).map(
    ([path, { widget, isWebAddress, ...words }]): [string, FieldLayout] => [
      `config.${path}`,
      {
        ...words,
        ...(widget === undefined ? {} : { widget: widgets[widget] }),
        ...(isWebAddress === true ? { complete: webAddressAt(`config.${path}`, 'send to') } : {}),
      },
    ],
  )
  const order = Object.keys(ofKind).filter((path) => !path.includes('.'))
  const configSection = { title: name, fields: order.map((field) => `config.${field}`) }
  return {
    sections: [configSection, isNew ? newFlagSection : flagSection],
    fields: { ...Object.fromEntries(config), ...flags },
  }
}
