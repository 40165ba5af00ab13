import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { isRecord } from '@sonde/ground/is-record.ts'
import { useApi } from '../../api/account-context.ts'
import { componentsQuery } from '../../resources/status-pages/status-page-parts.ts'
import { pagesQuery } from '../../resources/status-pages/status-pages.ts'
import type { WidgetProps } from '../../schema-form/form-layout.ts'
import { pathOf } from './component-tree.ts'
import { ImpactsField } from './impacts-field.tsx'

const names = { id: 'id', impact: 'impact' }
const mostPages = 100

/** The components that an incident affects, of all pages that have some. `form.context` has the names of deleted ones. */
export function IncidentComponentsField(props: WidgetProps) {
  const api = useApi()
  const pages = useInfiniteQuery(pagesQuery(api, mostPages))
  const withComponents = (pages.data?.pages ?? [])
    .flatMap(({ entries }) => entries)
    .filter(({ layout }) => layout === 'COMPONENTS')
  const lists = useQueries({ queries: withComponents.map(({ id }) => componentsQuery(api, id)) })
  const choices = withComponents.flatMap((page, index) => {
    const components = lists[index]?.data ?? []
    return components.map(({ id }) => ({ id, name: `${page.name}: ${pathOf(components, id)}` }))
  })
  const known = new Set(choices.map(({ id }) => id))
  const context = isRecord(props.form.context) ? props.form.context : {}
  const gone = Object.entries(context).flatMap(([id, name]) =>
    known.has(id) ? [] : [{ id, name: String(name) }],
  )
  const value = Array.isArray(props.value) ? props.value : []
  // Whoever has pages with cards alone needs no field that is always empty.
  if (choices.length === 0 && value.length === 0) return null
  const named = new Set(value.filter(isRecord).map(({ id }) => id))
  return (
    <ImpactsField
      {...props}
      choices={[...choices, ...gone.filter(({ id }) => named.has(id))]}
      names={names}
    />
  )
}
