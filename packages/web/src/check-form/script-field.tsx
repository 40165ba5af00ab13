import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useApi } from '../api/account-context.ts'
import { CodeEditor, type CodeEditorHandle } from '../parts/code-editor/code-editor.tsx'
import { importLine, type ScriptScope } from '../parts/code-editor/completions.ts'
import { FieldMistake } from '../parts/field-notes.tsx'
import { snippetPagesQuery } from '../resources/snippets.ts'
import { variableNamesQuery } from '../resources/variables.ts'
import { helpOf, type WidgetProps } from '../schema-form/form-layout.ts'
import { variableNamesIn } from './variable-names.ts'

/** What the service itself says of a run, as scripts see it. */
const builtIn = [
  'ACCOUNT_ID',
  'CHECK_ID',
  'CHECK_NAME',
  'CHECK_TYPE',
  'GROUP_BASE_URL',
  'REGION',
  'REQUEST_URL',
]

/** A script that runs before the request, and one that runs after it. */
export const SetUpScriptField = (props: WidgetProps) => <ScriptField {...props} objects="request" />
export const TearDownScriptField = (props: WidgetProps) => (
  <ScriptField {...props} objects="request-and-response" />
)
/** A file of tests: all of the check. */
export const TestScriptField = (props: WidgetProps) => <ScriptField {...props} objects="none" />

function ScriptField({ objects, ...props }: WidgetProps & Pick<ScriptScope, 'objects'>) {
  const { label, value, help, error, path } = props
  const api = useApi()
  const snippets = useInfiniteQuery(snippetPagesQuery(api))
  const accountVariables = useQuery(variableNamesQuery(api))
  const editor = useRef<CodeEditorHandle>(null)
  const names = (snippets.data?.pages.flat() ?? []).map(({ name }) => name)
  const scope: ScriptScope = {
    variables: [
      ...variableNamesIn(props.form.value).map((name) => ({ name, source: 'this form' })),
      ...(accountVariables.data ?? []).map((name) => ({ name, source: 'account' })),
      ...builtIn.map((name) => ({ name, source: 'built in' })),
    ],
    snippets: names,
    snippetFolder: './snippets/',
    objects,
  }
  return (
    <div className="min-w-0">
      <div className="mb-1 flex flex-wrap items-end justify-between gap-2">
        <span className="font-medium" aria-hidden="true">
          {label}
        </span>
        {names.length === 0 ? null : (
          <select
            className="control w-auto max-w-full md:text-xs"
            aria-label={`Import a snippet into: ${label}`}
            value=""
            onChange={({ target }) => editor.current?.insertFirst(importLine(target.value, './snippets/'))}
          >
            <option value="">Import a snippet…</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      {help === undefined ? null : <p className="text-soft mb-1 text-xs">{help}</p>}
      <CodeEditor
        label={label}
        text={typeof value === 'string' ? value : ''}
        onChange={(text) => props.onChange(text === '' ? null : text)}
        scope={scope}
        description={[helpOf(props.form, path) ?? '', error ?? ''].join(' ').trim()}
        isInvalid={error !== null}
        handle={editor}
      />
      <FieldMistake id={`script-${path}`} error={error} />
    </div>
  )
}
