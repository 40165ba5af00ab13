import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Loading, sentenceOf } from '../parts/states.tsx'
import { pagesQuery } from '../resources/status-pages/status-pages.ts'
import { CheckBox } from '../schema-form/check-box.tsx'
import { FieldGroup } from '../schema-form/field-group.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { valueAt } from '../schema-form/value-at.ts'

type Choice = { id: string; name: string }
function usePages() {
  return useInfiniteQuery(pagesQuery(useApi(), 100))
}

/** The pages that show a maintenance. */
export function StatusPagesField(props: WidgetProps) {
  const pages = usePages()
  const choices = pages.data?.pages.flatMap(({ entries }) => entries.map(({ id, name }) => ({ id, name })))
  return (
    <Choices {...props} choices={choices} loadError={pages.error} emptyWords="There are no status pages yet.">
      {pages.hasNextPage ? (
        <Button look="quiet" onClick={() => void pages.fetchNextPage()}>
          Show more pages
        </Button>
      ) : null}
    </Choices>
  )
}

/** The services on the chosen pages. */
export function AffectedServicesField(props: WidgetProps) {
  const pages = usePages()
  const pageIds = idsIn(valueAt(props.form.value, 'statusPageVisibility.statusPageIds'))
  const services = new Map<string, Choice>()
  for (const page of pages.data?.pages.flatMap(({ entries }) => entries) ?? []) {
    if (!pageIds.includes(page.id)) continue
    for (const { services: ofCard } of page.cards)
      for (const { id, name } of ofCard) services.set(id, { id, name })
  }
  return (
    <Choices
      {...props}
      choices={pages.data === undefined ? undefined : [...services.values()]}
      loadError={pages.error}
      emptyWords="Choose pages first: their services appear here."
    />
  )
}

function Choices({
  value,
  label,
  help,
  error,
  form,
  path,
  onChange,
  choices,
  loadError,
  emptyWords,
  children,
}: WidgetProps & {
  choices: readonly Choice[] | undefined
  loadError: Error | null
  emptyWords: string
  children?: React.ReactNode
}) {
  const ids = idsIn(value)
  const within = form.violations.find((wrong) => wrong.path.startsWith(`${path}.`))
  // What is chosen and not listed, such as a service that has left its page, can be taken away here.
  const others = ids.filter((id) => choices?.some((choice) => choice.id === id) === false)
  const all = [...(choices ?? []), ...others.map((id) => ({ id, name: id }))]
  return (
    <FieldGroup
      label={label}
      help={help}
      error={error ?? within?.message ?? (loadError === null ? null : sentenceOf(loadError))}
    >
      {choices === undefined && loadError === null ? <Loading what={label.toLowerCase()} /> : null}
      {choices !== undefined && all.length === 0 ? <p className="text-soft">{emptyWords}</p> : null}
      <div className="grid gap-2 sm:grid-cols-2">
        {all.map(({ id, name }) => (
          <CheckBox
            key={id}
            label={name}
            isChecked={ids.includes(id)}
            onChange={(isChecked) => onChange(isChecked ? [...ids, id] : ids.filter((other) => other !== id))}
          />
        ))}
      </div>
      {children}
    </FieldGroup>
  )
}

function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
