import type { TSchema } from 'typebox'
import { defaultOf, propertiesOf } from './shape.ts'
import { createValidator } from './validator.ts'
import type { Violation } from './violation.ts'

/**
 * Names every mistake in the settings of a program. Of the fields that have their default nothing is compiled: with all
 * of them that was a tenth of every start.
 */
export function validateSettings(schema: TSchema, settings: Readonly<Record<string, unknown>>): Violation[] {
  const changed = Object.entries(propertiesOf(schema)).filter(
    ([name, property]) => settings[name] !== undefined && settings[name] !== defaultOf(property),
  )
  const ofChanged: TSchema = { ...schema, properties: Object.fromEntries(changed) }
  return createValidator().compile(ofChanged, { complete: true })(settings)
}
