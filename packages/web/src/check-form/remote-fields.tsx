import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { groupPagesQuery, groupQuery } from '../resources/check-groups.ts'
import { certificatesQuery } from '../resources/client-certificates.ts'
import { snippetPagesQuery } from '../resources/snippets.ts'
import { servicesQuery } from '../resources/status-pages/status-page-services.ts'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { RemoteChoice } from './remote-choice.tsx'

/** The group of a check. */
export function GroupField(props: WidgetProps) {
  const api = useApi()
  const { value } = props
  const groups = useInfiniteQuery(groupPagesQuery(api))
  const groupList = groups.data?.pages.flat()
  const isElsewhere = typeof value === 'number' && groupList?.some(({ id }) => id === value) === false
  const own = useQuery({ ...groupQuery(api, Number(value)), enabled: isElsewhere })
  const all = groupList && [...(own.data === undefined ? [] : [own.data]), ...groupList]
  return (
    <RemoteChoice
      {...props}
      options={all?.map(({ id, name }) => ({ value: id, name }))}
      loadError={groups.error}
      emptyWord="In no group"
      onMore={groups.hasNextPage ? () => void groups.fetchNextPage() : undefined}
    />
  )
}

export function SnippetField(props: WidgetProps) {
  const snippets = useInfiniteQuery(snippetPagesQuery(useApi()))
  return (
    <RemoteChoice
      {...props}
      options={snippets.data?.pages.flat().map(({ id, name }) => ({ value: id, name }))}
      loadError={snippets.error}
      emptyWord="Not set"
      onMore={snippets.hasNextPage ? () => void snippets.fetchNextPage() : undefined}
    />
  )
}

/** The service of a status page that an incident names. */
export function ServiceField(props: WidgetProps) {
  const services = useQuery(servicesQuery(useApi()))
  return (
    <RemoteChoice
      {...props}
      options={services.data?.map(({ id, name }) => ({ value: id, name }))}
      loadError={services.error}
      emptyWord="Choose…"
    />
  )
}

export function CertificateField(props: WidgetProps) {
  const certificates = useQuery(certificatesQuery(useApi()))
  return (
    <RemoteChoice
      {...props}
      options={certificates.data?.map(({ id, host }) => ({ value: id, name: host }))}
      loadError={certificates.error}
      emptyWord="Not set"
    />
  )
}
