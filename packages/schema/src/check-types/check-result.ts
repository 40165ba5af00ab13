import { SecretsWithheldFrom } from '../runs/secrets-withheld.ts'
import { artifactTypes } from '../agents/artifact-protocol.ts'
import { Type, type Static, type TSchema } from 'typebox'
import { acceptingLoneValue, withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { checkKinds, type CheckKindOf, type RunCheckType } from './check-kinds.ts'
import { checkTypeNames, type PlannedDetailField, plannedTypes } from './check-type.ts'
import { ServedBy } from '../agents/served-by.ts'
import { Reason } from '../runs/reason-field.ts'
import { DateFilter } from '../validation/date-filter.ts'
import { PageQuery } from '../validation/page.ts'

const resultTypes = ['FINAL', 'ATTEMPT', 'ALL'] as const

/** What only results of one type have, by the fields that the kinds name. */
type KindDetails = {
  [Type in RunCheckType as CheckKindOf<Type>['run']['detailField']]: ReturnType<
    typeof Nullable<CheckKindOf<Type>['run']['detailAnswer']>
  >
}

/** Of types whose checks cannot be made yet: always null. */
type PlannedDetails = Record<PlannedDetailField, ReturnType<typeof noDetail>>

function noDetail(checks: string) {
  return Nullable(Type.Object({}), { description: `What only ${checks} have; null for other checks.` })
}

const detailsByField = new Map<string, TSchema>([
  ...checkKinds.flatMap(({ run }): [string, TSchema][] =>
    run === null ? [] : [[run.detailField, Nullable(run.detailAnswer)]],
  ),
  ...plannedTypes.map(({ detailField, plural }): [string, TSchema] => [detailField, noDetail(plural)]),
])

/** In which order the API document has them; those of further types come after these. */
const firstFields: readonly DetailField[] = [
  'apiCheckResult',
  'browserCheckResult',
  'multiStepCheckResult',
  'agenticCheckResult',
  'playwrightCheckResult',
  'tracerouteCheckResult',
  'grpcCheckResult',
  'sslCheckResult',
  'icmpCheckResult',
  'tcpCheckResult',
  'dnsCheckResult',
]

/**
 * The part of a result that belongs to one type of check; all but one are null. The guarantee behind the cast: the
 * map holds what the same kinds and planned types name, and the order leaves nothing out.
 */
const details = Object.fromEntries(
  [...new Set<string>([...firstFields, ...detailsByField.keys()])].map((field) => [
    field,
    detailsByField.get(field),
  ]),
) as KindDetails & PlannedDetails

export type DetailField = keyof (KindDetails & PlannedDetails)

export const detailFields = Object.keys(details).filter(isDetailField)

export function isDetailField(name: string): name is DetailField {
  return Object.hasOwn(details, name)
}

const common = {
  id: Uuid(),
  name: Type.String({ description: 'Of the check, when it ran.' }),
  checkId: Uuid(),
  hasFailures: Type.Boolean(),
  hasErrors: Type.Boolean({
    description:
      'The run ended without a verdict because of a problem on our side: it says nothing about the target.',
  }),
  isDegraded: Nullable(Type.Boolean()),
  isCancelled: Type.Boolean(),
  overMaxResponseTime: Nullable(Type.Boolean(), {
    description: 'Null if nothing was measured or the check has no such limit.',
  }),
  runLocation: Type.String({ description: 'Code of the data center or slug of the private location.' }),
  servedBy: ServedBy,
  reason: Reason,
  startedAt: Timestamp(),
  stoppedAt: Timestamp(),
  created_at: Timestamp(),
  responseTime: Nullable(Type.Integer(), {
    description: 'Whole milliseconds, rounded; null when nothing was measured.',
  }),
  ...details,
  checkRunId: Type.Integer({ description: 'Unique for each attempt, in increasing order.' }),
  attempts: Type.Integer({ description: 'The number of this attempt, from 1.' }),
  resultType: OneOf(resultTypes),
  sequenceId: Nullable(Uuid(), { description: 'One for each run, shared by its attempts.' }),
  traceId: Nullable(Type.String()),
  errorGroupIds: Nullable(Type.Array(Uuid())),
  secretsWithheldFrom: SecretsWithheldFrom,
  hasUnreadableDetails: Type.Boolean({
    description:
      'What is stored of the run beyond these fields is damaged and cannot be read, all of it or some. Verdict, times and reason are not affected.',
  }),
}

export const CheckResult = component('CheckResult', Type.Object(common))
export type CheckResult = Static<typeof CheckResult>
export const CheckResultList = component('CheckResultList', Type.Array(CheckResult))

const listed = { ...common, createdAt: Timestamp({ description: 'The same as created_at.' }) }
export type ResultField = keyof typeof listed

function isResultField(name: string): name is ResultField {
  return Object.hasOwn(listed, name)
}

export const CheckResultListV2 = component(
  'CheckResultListV2',
  Type.Object({
    length: Type.Integer({ description: 'Entries in this page.' }),
    entries: Type.Array(
      component(
        'CheckResultListEntry',
        Type.Partial(Type.Object(listed), { description: 'Every field, or those that `fields` names.' }),
      ),
    ),
    nextId: Nullable(Type.String(), { description: 'Where the next page begins; null on the last one.' }),
  }),
)

export const CheckResultsParams = Type.Object({ checkId: Uuid() })
export const CheckResultParams = Type.Object({ checkId: Uuid(), checkResultId: Uuid() })

const filters = {
  location: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Code of a data center or slug of a private location.',
    }),
  ),
  checkType: Type.Optional(OneOf(checkTypeNames)),
  hasFailures: Type.Optional(Type.Boolean()),
  resultType: OneOf(resultTypes, { default: 'FINAL' }),
  from: Type.Optional(DateFilter('Started at or after')),
  to: Type.Optional(DateFilter('Started before')),
}

export const CheckResultsQuery = Type.Object({ ...PageQuery.properties, ...filters })

const fieldsAreKnown: Rule = ({ fields }) => {
  const unknown = namesIn(fields).find((name) => !isResultField(name))
  return unknown === undefined
    ? []
    : [
        {
          path: 'fields',
          message: `must contain fields of a result, and "${unknown.slice(0, 50)}" is not one`,
        },
      ]
}

export const CheckResultsV2Query = withRules(
  Type.Object({
    limit: PageQuery.properties.limit,
    nextId: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'The value that the previous page returned, with the same filters.',
      }),
    ),
    ...filters,
    fields: Type.Optional(
      acceptingLoneValue(
        Type.Array(Type.String({ maxLength: 2000 }), {
          maxItems: 100,
          description: `Only these fields, comma-separated or repeated: ${Object.keys(listed).join(', ')}.`,
        }),
      ),
    ),
  }),
  fieldsAreKnown,
)

/** The fields that a list of names, each perhaps several with commas between them, asks for; null for all. */
export function readFields(parameter: readonly string[] | undefined): readonly ResultField[] | null {
  const fields = namesIn(parameter).filter(isResultField)
  return fields.length === 0 ? null : fields
}

function namesIn(parameter: unknown): string[] {
  if (!Array.isArray(parameter)) return []
  return parameter
    .flatMap((text) => (typeof text === 'string' ? text.split(',') : []))
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** As long as a name of a file system may be. */
export const AssetName = Type.String({ minLength: 1, maxLength: 255 })

export const CheckResultAssetParams = Type.Object({ ...CheckResultParams.properties, name: AssetName })

export const AssetQuery = Type.Object({
  account: Type.Optional(
    Uuid({
      description:
        'Id of the account, where the header X-Service-Account cannot be sent: a browser that shows a picture or a video.',
    }),
  ),
})

export const AssetsQuery = Type.Object({
  type: Type.Optional(
    acceptingLoneValue(
      Type.Array(OneOf(artifactTypes), { maxItems: 100, description: 'Any of these kinds.' }),
    ),
  ),
  name: Type.Optional(
    Type.String({ maxLength: 200, description: 'Pattern for the name, such as *.log; case-insensitive.' }),
  ),
})

const AssetManifestEntry = component(
  'AssetManifestEntry',
  Type.Object({
    type: OneOf(artifactTypes),
    name: Type.String(),
    url: Type.String({ description: 'Address; needs the same API key as the manifest.' }),
    contentType: Type.Optional(Type.String()),
    size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes.' })),
    missing: Type.Optional(
      Type.String({ description: 'Why the file cannot be downloaded; absent if it can.' }),
    ),
    source: Type.Object({
      type: OneOf(['check-result', 'test-session-result']),
      checkId: Type.Optional(Uuid()),
      checkName: Type.Optional(Type.String()),
      checkType: Type.Optional(Type.String()),
      resultId: Type.Optional(Uuid()),
      testSessionId: Type.Optional(Uuid()),
    }),
    archive: Type.Optional(Type.Object({ entryName: Type.String() })),
  }),
)

export const AssetManifest = component(
  'AssetManifest',
  Type.Object({
    assets: Type.Array(AssetManifestEntry),
    truncated: Type.Boolean(),
    entriesReturned: Type.Integer({ minimum: 0 }),
    entriesTotal: Type.Integer({ minimum: 0 }),
  }),
)
