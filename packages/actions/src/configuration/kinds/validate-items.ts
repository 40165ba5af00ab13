import { isRecord } from '@sonde/ground/is-record.ts'
import { createValidator, type Validate } from '@sonde/schema/validation/validator.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { fillDefaults, keepKnown } from '@sonde/schema/validation/shape.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import type { TSchema } from 'typebox'
import { Refusal } from '../../refusal.ts'

/** Validates as the action does that creates such a thing. */
export function validatorOf(schema: TSchema): Validate {
  return createValidator().compile(schema, { complete: true })
}

/** What the schema knows of it, with its defaults. */
export function completeBy(schema: TSchema, item: ConfigurationItem): ConfigurationItem {
  const complete = fillDefaults(schema, keepKnown(schema, item))
  if (!isRecord(complete)) throw new Error('an item stays an object')
  return complete
}

/** The mistakes that a rule tells by throwing its refusal, at the path it stands at. */
export function mistakesOf(validate: () => void, path: string): Violation[] {
  try {
    validate()
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [{ path, message: error.message }]
  }
}
