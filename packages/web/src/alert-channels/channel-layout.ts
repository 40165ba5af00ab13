import type { ChannelForm } from 'sonde-schema:channel-forms'
import type { FieldLayout, FormLayout, FormSection } from '../schema-form/form-layout.ts'
import type { ChannelKindFacts } from './channel-kinds.ts'
import { TemplateField } from './template-field.tsx'

const widgets = { 'body-template': TemplateField } as const

const flags: Readonly<Record<string, FieldLayout>> = {
  sendFailure: { label: 'Failures' },
  sendDegraded: { label: 'Degraded checks' },
  sendRecovery: { label: 'Recoveries' },
  sslExpiry: { label: 'Certificates that expire soon' },
  sslExpiryThreshold: {
    label: 'Days before a certificate expires',
    isHidden: ({ sslExpiry }) => sslExpiry !== true,
  },
  autoSubscribe: { label: 'Subscribe every new check' },
}

const flagSection: FormSection = {
  title: 'What it hears of',
  help: 'Of the checks and groups that are subscribed to it.',
  fields: ['sendFailure', 'sendDegraded', 'sendRecovery', 'sslExpiry', 'sslExpiryThreshold', 'autoSubscribe'],
}

/** The configuration first, in the order and the words of the kind, then what is alike for all. */
export function channelLayout({ name }: ChannelKindFacts, { fields: ofKind }: ChannelForm): FormLayout {
  const config = Object.entries(ofKind).map(([path, { widget, ...words }]): [string, FieldLayout] => [
    `config.${path}`,
    widget === undefined ? words : { ...words, widget: widgets[widget] },
  ])
  const order = Object.keys(ofKind).filter((path) => !path.includes('.'))
  const configSection = { title: name, fields: order.map((field) => `config.${field}`) }
  return { sections: [configSection, flagSection], fields: { ...Object.fromEntries(config), ...flags } }
}
