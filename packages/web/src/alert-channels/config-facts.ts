import type { ChannelForm } from 'sonde-schema:channel-forms'
import { toWords } from '../schema-form/form-layout.ts'

/** What a channel is set to, in the words of its form. What is not set is left out. */
export function configFacts(
  config: Readonly<Record<string, unknown>>,
  { fields }: Pick<ChannelForm, 'fields'>,
): { label: string; text: string }[] {
  return Object.entries(config).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === '' ? [] : [{ label: fields[name]?.label ?? toWords(name), text }]
  })
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (typeof value !== 'object' || value === null) return ''
  // Headers and parameters.
  if ('key' in value && 'value' in value) return `${String(value.key)}: ${String(value.value)}`
  return Object.values(value).map(textOf).join(', ')
}
