import type { FieldLayout, FormLayout, FormSection } from '../schema-form/form-layout.ts'
import type { FormValue } from '../schema-form/value-at.ts'
import { assertionFields } from './assertion-fields.tsx'
import { alertSettingsPaths, checkFields, settleRetries } from './common-fields.ts'
import { AlertsLine, GroupLine, NameLine, RetriesLine, ScheduleLine, VariablesLine } from './fold-lines.tsx'
import { assertionsInWords, limitsInWords, tagsInWords } from './fold-words.ts'

const name: FormSection = {
  title: 'Name and tags',
  isFolded: true,
  fields: ['name', 'tags', 'description', 'intent'],
  foldLine: NameLine,
}
const alerts: FormSection = {
  title: 'Alerts',
  isFolded: true,
  fields: ['alertChannelSubscriptions', 'useGlobalAlertSettings', ...alertSettingsPaths, 'muted'],
  foldLine: AlertsLine,
}
const groupAndPage: FormSection = {
  title: 'Group and status page',
  isFolded: true,
  fields: ['groupId', 'groupOrder', 'triggerIncident'],
  foldLine: GroupLine,
}
const variables: FormSection = {
  title: 'Variables',
  isFolded: true,
  fields: ['environmentVariables'],
  foldLine: VariablesLine,
}
const variablesAndScripts: FormSection = {
  ...variables,
  title: 'Variables and scripts',
  fields: [
    'environmentVariables',
    'localSetupScript',
    'localTearDownScript',
    'setupSnippetId',
    'tearDownSnippetId',
    'runtimeId',
  ],
}
/** What the API takes for any check, and what means nothing to one without scripts. */
const withoutScripts = Object.fromEntries(
  ['runtimeId', 'setupSnippetId', 'tearDownSnippetId'].map((path) => [path, { isHidden: true }]),
)
const assertions = 'request.assertions'

/** The form of a type that runs: what, where and how often first; the rest in folds that say what they hold. */
export function runLayout({
  what,
  fields,
  limits = ['degradedResponseTime', 'maxResponseTime'],
  more,
  passing = 'a response in time',
  hasScripts = false,
  settle = (value) => value,
}: {
  /** The fields that say what is checked. */
  what: readonly string[]
  fields: Readonly<Record<string, FieldLayout>>
  limits?: readonly string[]
  /** The sections of its type. */
  more: readonly Omit<FormSection, 'isFolded'>[]
  /** What passes without assertions. */
  passing?: string
  /** Whether a script or a snippet runs before and after the request. */
  hasScripts?: boolean
  settle?: (value: FormValue) => FormValue
}): FormLayout {
  return {
    sections: [
      {
        title: 'What, where and how often',
        isTitleHidden: true,
        fields: [...what, 'locations', 'privateLocations', 'frequency'],
      },
      name,
      {
        title: 'Assertions',
        isFolded: true,
        fields: [assertions, 'shouldFail'],
        foldLine: ({ form }) => assertionsInWords(form.value, assertions, passing),
      },
      ...more.map((section) => ({ ...section, isFolded: true })),
      {
        title: 'Limits',
        isFolded: true,
        help: 'From when a slow response counts as degraded, and from when as failed. Empty: never.',
        fields: limits,
        foldLine: ({ form }) => limitsInWords(form.value),
      },
      { title: 'Retries', isFolded: true, fields: ['retryStrategy'], foldLine: RetriesLine },
      alerts,
      groupAndPage,
      {
        title: 'Schedule',
        isFolded: true,
        fields: ['activated', 'runParallel', 'frequencyOffset'],
        foldLine: ScheduleLine,
      },
      hasScripts ? variablesAndScripts : variables,
    ],
    fields: {
      ...checkFields,
      ...(hasScripts ? {} : withoutScripts),
      ...assertionFields(assertions),
      ...fields,
    },
    settle: (value) => settle(settleRetries(value)),
  }
}

/** The form of a type that is a script: the script first, the rest in folds. */
export function scriptLayout({
  script,
  fields,
  more = [],
}: {
  script: readonly string[]
  fields: Readonly<Record<string, FieldLayout>>
  /** The sections of its type. */
  more?: readonly FormSection[]
}): FormLayout {
  return {
    sections: [
      {
        title: 'What, where and how often',
        isTitleHidden: true,
        fields: [...script, 'locations', 'privateLocations', 'frequency'],
      },
      name,
      { title: 'Retries', isFolded: true, fields: ['retryStrategy'], foldLine: RetriesLine },
      alerts,
      groupAndPage,
      {
        title: 'Schedule',
        isFolded: true,
        fields: ['activated', 'runParallel', 'frequencyOffset'],
        foldLine: ScheduleLine,
      },
      {
        title: 'Variables and runtime',
        isFolded: true,
        fields: ['environmentVariables', 'runtimeId'],
        foldLine: VariablesLine,
      },
      ...more,
    ],
    fields: { ...checkFields, ...fields },
    settle: settleRetries,
  }
}

/** What the API takes for any check, and what means nothing to a project: it has its own runtime, and repeats its tests itself. */
const withoutRetries = Object.fromEntries(
  ['retryStrategy', 'doubleCheck', 'runtimeId', 'shouldFail', 'setupSnippetId', 'tearDownSnippetId'].map(
    (path) => [path, { isHidden: true }],
  ),
)

/** The form of a check whose code comes from a repository: where, when and whom to tell. */
export function projectLayout({
  code,
  fields,
}: {
  /** The field that shows what the code says. */
  code: string
  fields: Readonly<Record<string, FieldLayout>>
}): FormLayout {
  return {
    sections: [
      {
        title: 'What, where and how often',
        isTitleHidden: true,
        fields: [code, 'locations', 'privateLocations', 'frequency'],
      },
      name,
      alerts,
      groupAndPage,
      {
        title: 'Schedule',
        isFolded: true,
        fields: ['activated', 'runParallel', 'frequencyOffset'],
        foldLine: ScheduleLine,
      },
      variables,
    ],
    fields: { ...checkFields, ...withoutRetries, ...fields },
  }
}

/** What the API keeps of a check that is never run, and nothing uses. */
const withoutRuns = Object.fromEntries(
  ['runParallel', 'locations', 'privateLocations', 'runtimeId', 'setupSnippetId', 'tearDownSnippetId'].map(
    (path) => [path, { isHidden: true }],
  ),
)

/** The form of a type that nothing runs: it waits for pings. */
export function waitingLayout({
  what,
  more,
  fields,
}: {
  what: readonly string[]
  more: readonly Omit<FormSection, 'isFolded'>[]
  fields: Readonly<Record<string, FieldLayout>>
}): FormLayout {
  return {
    sections: [
      { title: 'What and how often', isTitleHidden: true, fields: ['name', ...what] },
      ...more.map((section) => ({ ...section, isFolded: true })),
      alerts,
      groupAndPage,
      {
        title: 'Tags and description',
        isFolded: true,
        fields: ['tags', 'description', 'activated', 'intent'],
        foldLine: ({ form }) => tagsInWords(form.value),
      },
    ],
    fields: { ...checkFields, ...withoutRuns, ...fields },
  }
}
