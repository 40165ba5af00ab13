import { detailOf } from '../check/result/detail-of.ts'
import { VerdictMark } from '../parts/status/verdict-mark.tsx'
import type { AssertionResult, CheckResult } from '../resources/check-result.ts'
import { ChoiceField } from '../schema-form/choice-field.tsx'
import type { FieldLayout, FormScope, WidgetProps } from '../schema-form/form-layout.ts'
import { schemaAt } from '../schema-form/form-layout.ts'
import type { FormSchema } from '../schema-form/form-schema.ts'
import { TextField } from '../schema-form/text-field.tsx'
import { valueAt } from '../schema-form/value-at.ts'
import { comparisonsFor, fittingRow, propertyRuleFor, type AssertionRow } from './assertion-rules.ts'
import { contextOf } from './form-context.ts'
import { observedIn, seenNow, suggestedRows } from './trial/tried-assertions.ts'

/** Assertions as rows that only offer what goes together. `path` is where their list lies. */
export function assertionFields(path: string): Readonly<Record<string, FieldLayout>> {
  return {
    [path]: {
      label: 'Assertions',
      rowLabel: 'Assertion',
      help: 'Conditions for a run to pass. Without assertions, a response in time is enough.',
      rowNote: SeenNowNote,
      listNote: FromTheResponse,
      freshRow: (row) => fittingRow(row, { property: '', target: '', regex: '' }),
    },
    [`${path}.*.source`]: { widget: SourceField, label: 'Look at', options: sourceWords },
    [`${path}.*.property`]: { widget: PropertyField, label: 'Property' },
    [`${path}.*.comparison`]: { widget: ComparisonField, options: comparisonWords },
    [`${path}.*.target`]: { label: 'Expected value' },
    [`${path}.*.regex`]: {
      label: 'Only the part that matches',
      help: 'A regular expression: its first group, or the whole match, is compared.',
    },
  }
}

const sourceWords = {
  STATUS_CODE: 'Status code',
  JSON_ANSWER: 'Response as JSON',
  TEXT_ANSWER: 'Response as text',
  JSON_RESPONSE: 'Response as JSON',
  TEXT_RESPONSE: 'Response as text',
  GRPC_STATUS_CODE: 'gRPC status code',
  GRPC_HEALTHCHECK_STATUS: 'gRPC health status',
  GRPC_RESPONSE: 'gRPC response as JSON',
  GRPC_METADATA: 'gRPC metadata',
  TEXT_BODY: 'Body as text',
  JSON_BODY: 'Body as JSON',
}

const comparisonWords = {
  EQUALS: 'equals',
  NOT_EQUALS: 'does not equal',
  GREATER_THAN: 'is greater than',
  LESS_THAN: 'is less than',
  CONTAINS: 'contains',
  NOT_CONTAINS: 'does not contain',
  IS_EMPTY: 'is empty',
  NOT_EMPTY: 'is not empty',
  IS_NULL: 'is null',
  NOT_NULL: 'is not null',
  HAS_KEY: 'has the key',
  NOT_HAS_KEY: 'does not have the key',
  HAS_VALUE: 'has the value',
  NOT_HAS_VALUE: 'does not have the value',
}

function SourceField(props: WidgetProps) {
  const { path, form } = props
  const { row, rowPath, rowSchema } = rowOf(props)
  return (
    <ChoiceField
      {...props}
      onChange={(source) => form.setAt(rowPath, fittingRow(rowSchema, { ...row, [lastPart(path)]: source }))}
    />
  )
}

function PropertyField(props: WidgetProps) {
  const { row, rowPath, rowSchema } = rowOf(props)
  const { form, value } = props
  const rule = propertyRuleFor(rowSchema, row)
  if (rule.kind === 'empty' && (value === '' || value === undefined)) return null
  const set = (property: unknown) => form.setAt(rowPath, fittingRow(rowSchema, { ...row, property }))
  if (rule.kind === 'one-of' && rule.names !== undefined) {
    const knownName = rule.names.find((name) => name.toLowerCase() === String(value).toLowerCase())
    // The server reads the names in any case.
    return (
      <ChoiceField
        {...props}
        value={knownName ?? value}
        help={undefined}
        isRequired
        schema={{ type: 'string', enum: rule.names }}
        onChange={set}
      />
    )
  }
  return <TextField {...props} {...wordsFor(rule.kind)} onChange={set} />
}

function ComparisonField(props: WidgetProps) {
  const { row, rowSchema } = rowOf(props)
  return <ChoiceField {...props} schema={{ ...props.schema, enum: comparisonsFor(rowSchema, row) }} />
}

/** What the assertion sees in the response of the last trial. */
function SeenNowNote({ form, path }: { form: FormScope; path: string }) {
  const { tried } = contextOf(form.context)
  const assertions = tried === null ? [] : (detailOf(tried)?.assertions ?? [])
  const seen = seenNow(toRow(valueAt(form.value, path)), [...assertions, ...observedBy(tried)])
  if (seen === null) return null
  return (
    <div>
      <span className="mb-1 block font-medium">Now</span>
      <p className="flex min-h-8 items-center gap-1.5">
        {seen.isPassed === null ? null : <VerdictMark verdict={seen.isPassed ? 'passed' : 'failed'} />}
        <code className="min-w-0 break-all">{seen.words}</code>
      </p>
    </div>
  )
}

function observedBy(tried: CheckResult | null): AssertionResult[] {
  const response = tried?.apiCheckResult?.response
  return response === undefined ? [] : observedIn(response)
}

/** What the response of the last trial could be held to, one click each. */
function FromTheResponse({
  form,
  path,
  add,
}: {
  form: FormScope
  path: string
  add: (row: unknown) => void
}) {
  const rows = valueAt(form.value, path)
  const suggested = suggestedRows(
    observedBy(contextOf(form.context).tried),
    schemaAt(form.schema, path)?.schema.items ?? {},
    Array.isArray(rows) ? rows.map(toRow) : [],
  )
  if (suggested.length === 0) return null
  return (
    <>
      <span className="text-soft text-xs">From the response:</span>
      {suggested.map((row) => (
        <button
          key={`${String(row['source'])} ${String(row['property'])}`}
          type="button"
          onClick={() => add(row)}
          className="border-edge text-accent hover:bg-raised min-h-7 cursor-pointer rounded border border-dashed px-2 text-xs break-all max-md:min-h-10"
        >
          {rowInWords(row)}
        </button>
      ))}
    </>
  )
}

function rowInWords({ source, property, comparison, target }: AssertionRow): string {
  const what = property === '' ? sourceWords.STATUS_CODE : String(property)
  const is = comparison === 'EQUALS' ? 'is' : 'contains'
  return `${what} ${is} ${source === 'STATUS_CODE' ? String(target) : `“${String(target)}”`}`
}

function wordsFor(kind: string): { label?: string; help?: string } {
  if (kind === 'json-path') return { label: 'JSONPath', help: 'Which part of the document: $.status' }
  if (kind === 'regex') {
    return {
      label: 'Regular expression',
      help: 'Compares the first group, or the whole match. Empty: the whole text.',
    }
  }
  return kind === 'name' ? { label: 'Name', help: 'Which one to look at.' } : {}
}

function rowOf({ path, form }: WidgetProps): { row: AssertionRow; rowPath: string; rowSchema: FormSchema } {
  const rowPath = path.slice(0, path.lastIndexOf('.'))
  return {
    row: toRow(valueAt(form.value, rowPath)),
    rowPath,
    rowSchema: schemaAt(form.schema, rowPath)?.schema ?? {},
  }
}

// The guarantee behind this cast: the list of assertions makes its rows from the schema of an assertion.
function toRow(value: unknown): AssertionRow {
  return (value ?? {}) as AssertionRow
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
