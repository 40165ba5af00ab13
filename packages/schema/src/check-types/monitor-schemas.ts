import { Type, type TObject, type TProperties, type TSchema } from 'typebox'
import { type Rule, withRules } from '../validation/annotations.ts'
import { Nullable, OneOf, component } from '../validation/building-blocks.ts'
import {
  answerFieldsV1,
  answerFieldsV2,
  answerFieldsV3,
  createFields,
  updateFields,
} from '../checks/check.ts'
import type { CheckType } from './check-type.ts'
import { ChangedVariables, EnvironmentVariables } from '../variables/environment-variable.ts'
import { Frequency, FrequencyOffset, frequencyOffsetRule } from '../checks/frequency.ts'

/** A limit on a measured time. Null switches it off; 0 is reached by everything that was measured. */
export function TimeLimit(
  byDefault: number,
  { maximum, description, integer = false }: { maximum: number; description: string; integer?: boolean },
) {
  const options = { minimum: 0, maximum }
  const limit = integer ? Type.Integer(options) : Type.Number(options)
  return Type.Optional(Nullable(limit, { default: byDefault, description }))
}

export type MonitorSchemas = {
  create: TSchema
  update: TSchema
  patch: TSchema
  answers: { v1: TObject; v2: TObject; v3: TObject }
}

const schedule = { frequency: Type.Optional(Frequency), frequencyOffset: Type.Optional(FrequencyOffset) }

/**
 * The bodies and answers of a monitor that runs on agents. `name` is what the API document calls it
 * ("TcpCheck"): its bodies are `TcpCheckCreate` and so on. `fields` are those that only this type has, beside
 * `request`; each must be optional and have a default.
 */
export function monitorSchemas({
  checkType,
  name,
  request,
  fields,
  keptFields = {},
  shownFields = {},
  subMinuteSeconds,
  rules = [],
}: {
  checkType: CheckType
  name: string
  request: TObject
  fields: TProperties
  /** Those of them that an update keeps when it leaves them out. */
  keptFields?: TProperties
  /** Those that answers have in a form of their own. */
  shownFields?: TProperties
  subMinuteSeconds: readonly number[]
  rules?: readonly Rule[]
}): MonitorSchemas {
  const type = OneOf([checkType])
  const allRules = [...rules, frequencyOffsetRule(subMinuteSeconds)]
  const named = (suffix: string, properties: TProperties) =>
    withRules(component(`${name}${suffix}`, Type.Object(properties)), ...allRules)
  const update = {
    ...updateFields,
    checkType: Type.Optional(type),
    ...schedule,
    request: Type.Optional(request),
    ...fields,
    ...keptFields,
    environmentVariables: Type.Optional(ChangedVariables),
  }
  const tail = { ...schedule, ...fields, request: Type.Optional(request), ...shownFields, checkType: type }
  return {
    create: named('Create', {
      ...createFields,
      checkType: Type.Optional({ ...type, default: checkType }),
      ...schedule,
      request,
      ...fields,
      environmentVariables: Type.Optional(EnvironmentVariables),
    }),
    update: named('Update', update),
    patch: named('Patch', update),
    answers: {
      v1: component(name, Type.Object({ ...answerFieldsV1, ...tail })),
      v2: component(`${name}V2`, Type.Object({ ...answerFieldsV2, ...tail })),
      v3: component(`${name}V3`, Type.Object({ ...answerFieldsV3, ...tail })),
    },
  }
}
