import { Type, type TProperties } from 'typebox'
import {
  answerFieldsV1,
  answerFieldsV2,
  answerFieldsV3,
  createFields,
  updateFields,
} from '../../checks/check.ts'
import { frequencies, FrequencyOffset, frequencyOffsetRule } from '../../checks/frequency.ts'
import { acceptedOnly, type Rule, withRules } from '../../validation/annotations.ts'
import { component, Nullable, OneNumberOf, OneOf, withoutDefault } from '../../validation/building-blocks.ts'
import { ChangedVariables, EnvironmentVariables } from '../../variables/environment-variable.ts'
import { ShownVariable } from '../../variables/shown-variable.ts'
import type { MonitorSchemas } from '../monitor-schemas.ts'
import { chooseEngine } from './engines.ts'

const longestCommand = 10_000
const browserNames = ['chromium', 'firefox', 'webkit', 'chrome', 'msedge'] as const

const codeBundlePath = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Key of the uploaded code bundle that holds the project.',
})
const testCommand = Type.String({ minLength: 1, maxLength: longestCommand, default: 'npx playwright test' })
const installCommand = Type.String({
  maxLength: longestCommand,
  default: '',
  description: 'Empty: by the package manager of the project.',
})
const workingDir = Nullable(Type.String({ maxLength: 1_000 }), {
  default: null,
  description: 'Folder of the project that commands run in, relative to its root.',
})
const browsers = Type.Array(OneOf(browserNames), { maxItems: 20, default: ['chromium'] })
const playwrightVersion = Nullable(Type.String({ maxLength: 100 }), { default: null })
const cacheHash = Nullable(Type.String({ maxLength: 200 }), {
  default: null,
  description: 'Digest of the dependencies: runs with the same one share what they have installed.',
})
const engine = Nullable(OneOf(['node', 'bun'] as const), { default: null })
const engineVersion = Nullable(Type.String({ maxLength: 100 }), { default: null })

const Frequency = OneNumberOf(
  frequencies.filter((minutes) => minutes > 0),
  { default: 10, description: 'Minutes between runs.' },
)
const schedule = { frequency: Type.Optional(Frequency), frequencyOffset: Type.Optional(FrequencyOffset) }

const optional = {
  testCommand: Type.Optional(testCommand),
  installCommand: Type.Optional(installCommand),
  workingDir: Type.Optional(workingDir),
  browsers: Type.Optional(browsers),
  playwrightVersion: Type.Optional(playwrightVersion),
  cacheHash: Type.Optional(cacheHash),
  engine: Type.Optional(engine),
  engineVersion: Type.Optional(engineVersion),
}

const kept = {
  testCommand: Type.Optional(withoutDefault(testCommand)),
  installCommand: Type.Optional(withoutDefault(installCommand)),
  workingDir: Type.Optional(withoutDefault(workingDir)),
  browsers: Type.Optional(withoutDefault(browsers)),
  playwrightVersion: Type.Optional(withoutDefault(playwrightVersion)),
  cacheHash: Type.Optional(withoutDefault(cacheHash)),
  engine: Type.Optional(withoutDefault(engine)),
  engineVersion: Type.Optional(withoutDefault(engineVersion)),
}

const folderRule: Rule = ({ workingDir: folder }) => {
  if (typeof folder !== 'string') return []
  const isInside = !folder.startsWith('/') && !/[\\\0]/.test(folder) && !folder.split('/').includes('..')
  return isInside ? [] : [{ path: 'workingDir', message: 'must be a relative path without ..' }]
}

const engineRule: Rule = ({ engine: name, engineVersion: version }) => {
  if (typeof name !== 'string') return []
  const choice = chooseEngine({ engine: name, engineVersion: typeof version === 'string' ? version : null })
  return choice.kind === 'refused' ? [{ path: 'engineVersion', message: choice.message }] : []
}

/** Tests are repeated by Playwright, and run in a runtime of their own: what is sent of these has no effect. */
function withoutEffect<Fields extends TProperties>(fields: Fields): Fields {
  const ignored = new Set(['retryStrategy', 'doubleCheck', 'runtimeId', 'shouldFail'])
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      ignored.has(name) ? Type.Optional(acceptedOnly(schema)) : schema,
    ]),
    // The same names, each with a schema of the same type.
  ) as Fields
}

const type = OneOf(['PLAYWRIGHT'] as const)
const rules = [folderRule, engineRule, frequencyOffsetRule([])]
const named = (suffix: string, properties: TProperties) =>
  withRules(component(`PlaywrightCheck${suffix}`, Type.Object(properties)), ...rules)
const update = {
  ...withoutEffect(updateFields),
  checkType: Type.Optional(type),
  ...schedule,
  codeBundlePath: Type.Optional(codeBundlePath),
  ...kept,
  environmentVariables: Type.Optional(ChangedVariables),
}
const tail = {
  ...schedule,
  codeBundlePath,
  ...optional,
  environmentVariables: Type.Optional(Nullable(Type.Array(ShownVariable))),
  checkType: type,
}

/** The bodies and answers of a check that is a whole project. */
export const suiteCheck: MonitorSchemas = {
  create: named('Create', {
    ...withoutEffect(createFields),
    checkType: Type.Optional({ ...type, default: 'PLAYWRIGHT' }),
    ...schedule,
    codeBundlePath,
    ...optional,
    environmentVariables: Type.Optional(EnvironmentVariables),
  }),
  update: named('Update', update),
  patch: named('Patch', update),
  answers: {
    v1: component('PlaywrightCheck', Type.Object({ ...answerFieldsV1, ...tail })),
    v2: component('PlaywrightCheckV2', Type.Object({ ...answerFieldsV2, ...tail })),
    v3: component('PlaywrightCheckV3', Type.Object({ ...answerFieldsV3, ...tail })),
  },
}
