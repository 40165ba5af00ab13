import { Type, type TProperties } from 'typebox'
import { Nullable, OneNumberOf, OneOf, component, withoutDefault } from '../../validation/building-blocks.ts'
import { replacedWhole, type Rule, withRules } from '../../validation/annotations.ts'
import {
  answerFieldsV1,
  answerFieldsV2,
  answerFieldsV3,
  createFields,
  updateFields,
} from '../../checks/check.ts'
import { ScriptFiles, ScriptPath, scriptFilesRule } from '../../checks/script-files.ts'
import { frequencies, FrequencyOffset, frequencyOffsetRule } from '../../checks/frequency.ts'
import { ChangedVariables, EnvironmentVariables } from '../../variables/environment-variable.ts'
import { ShownVariable } from '../../variables/shown-variable.ts'
import type { CheckBefore } from '../check-kind.ts'
import type { CheckType } from '../check-type.ts'
import type { MonitorSchemas } from '../monitor-schemas.ts'

/** Of a script, as of a snippet. */
const longestScript = 1_000_000

const script = Nullable(Type.String({ minLength: 1, maxLength: longestScript }), {
  description: 'The file of tests, in JavaScript or TypeScript.',
})
const scriptPath = ScriptPath(
  'Name of that file, relative to the folder of the run; null for a script without a name.',
)
const dependencies = ScriptFiles('Files that the script imports, relative to the folder of the run.')
const playwrightConfig = replacedWhole(
  Nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }), {
    default: null,
    description: 'Settings of Playwright: `timeout`, `use` and `expect`. Others are ignored.',
  }),
)

const Frequency = OneNumberOf(
  frequencies.filter((minutes) => minutes > 0),
  { default: 10, description: 'Minutes between runs.' },
)
const schedule = { frequency: Type.Optional(Frequency), frequencyOffset: Type.Optional(FrequencyOffset) }

const pathsRule = scriptFilesRule('scriptPath', 'dependencies')

/** Null where an update may say null, which keeps the stored script. */
const scriptRule: Rule = ({ script: text }, { complete }) =>
  complete && text === null ? [{ path: 'script', message: 'is required' }] : []

/**
 * The bodies and answers of a check that runs a file of tests. `name` is what the API document calls it; `fields` are
 * those that only this type has, each optional and with a default; `keptFields` are the same in an update, which keeps
 * what it leaves out.
 */
export function testFileSchemas({
  checkType,
  name,
  fields = {},
  keptFields = fields,
  rules = [],
}: {
  checkType: CheckType
  name: string
  fields?: TProperties
  keptFields?: TProperties
  rules?: readonly Rule[]
}): MonitorSchemas {
  const type = OneOf([checkType])
  const allRules = [scriptRule, pathsRule, frequencyOffsetRule([]), ...rules]
  const named = (suffix: string, properties: TProperties) =>
    withRules(component(`${name}${suffix}`, Type.Object(properties)), ...allRules)
  const own = {
    scriptPath: Type.Optional(scriptPath),
    dependencies: Type.Optional(dependencies),
    playwrightConfig: Type.Optional(playwrightConfig),
    ...fields,
    environmentVariables: Type.Optional(EnvironmentVariables),
  }
  const update = {
    ...updateFields,
    checkType: Type.Optional(type),
    ...schedule,
    script: Type.Optional(script),
    ...own,
    scriptPath: Type.Optional(withoutDefault(scriptPath)),
    dependencies: Type.Optional(withoutDefault(dependencies)),
    playwrightConfig: Type.Optional(replacedWhole(withoutDefault(playwrightConfig))),
    environmentVariables: Type.Optional(ChangedVariables),
    ...keptFields,
  }
  const tail = {
    ...schedule,
    script,
    scriptPath: Type.Optional(scriptPath),
    dependencies: Type.Optional(dependencies),
    playwrightConfig: Type.Optional(playwrightConfig),
    ...fields,
    environmentVariables: Type.Optional(Nullable(Type.Array(ShownVariable))),
    checkType: type,
  }
  return {
    create: named('Create', {
      ...createFields,
      checkType: Type.Optional({ ...type, default: checkType }),
      ...schedule,
      script,
      ...own,
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

/** An update that says null where the script should be has none to give: the stored one stays. */
export function keepStoredScript(check: Record<string, unknown>, before: CheckBefore | null): void {
  if (before !== null && check['script'] === null) check['script'] = before.stored['script']
}
