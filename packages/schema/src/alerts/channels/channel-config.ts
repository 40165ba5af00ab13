import { isRecord } from '@sonde/ground/is-record.ts'
import { fillDefaults, keepKnown, normalizeSpellings } from '../../validation/shape.ts'
import { createValidator, type Validate } from '../../validation/validator.ts'
import type { Violation } from '../../validation/violation.ts'
import { channelKinds, type ChannelType } from './channel-kinds.ts'

const validator = createValidator()
const validations = new Map<ChannelType, Validate>()

/** What is wrong with a configuration for a channel of this type. */
export function configMistakes(type: ChannelType, config: unknown): Violation[] {
  let validate = validations.get(type)
  if (validate === undefined) {
    validate = validator.compile(channelKinds[type].config, { complete: true })
    validations.set(type, validate)
  }
  return validate(config)
}

/** The configuration as it is stored: only known fields, with their defaults; null means left out. */
export function completeConfig(
  type: ChannelType,
  config: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { config: schema } = channelKinds[type]
  const fields = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null))
  normalizeSpellings(schema, fields)
  const complete = fillDefaults(schema, keepKnown(schema, fields))
  if (!isRecord(complete)) throw new Error('a configuration is an object')
  return complete
}
