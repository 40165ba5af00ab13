import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { formatMoment } from '../parts/format.ts'
import { useIsHere } from '../parts/leaving/use-is-here.ts'
import { sentenceOf } from '../parts/states.tsx'
import { alertSpanMs, countAlerts } from '../resources/check-alerts.ts'
import { alertsRoute } from './routes.ts'

/** So many spans are looked through at one go: a week. */
const mostSpans = 28

/** Steps back until there is an alert, for who asks "when was the last one?". */
export function EarlierAlert({ to, checkId }: { to: string | undefined; checkId: string | undefined }) {
  const api = useApi()
  const navigate = useNavigate({ from: alertsRoute.fullPath })
  const isHere = useIsHere()
  const [lookedAt, setLookedAt] = useState<number | null>(null)
  const search = useMutation({
    mutationFn: async () => {
      let toAt = lookedAt ?? (to === undefined ? Date.now() : Date.parse(to))
      for (let span = 0; span < mostSpans; span += 1) {
        toAt -= alertSpanMs
        if ((await countAlerts(api, toAt, checkId)) > 0) return toAt
        setLookedAt(toAt)
      }
      return null
    },
    onSuccess: (foundAt) => {
      if (foundAt === null || !isHere()) return
      const moment = new Date(foundAt).toISOString()
      void navigate({ search: ({ page: _first, ...before }) => ({ ...before, to: moment }) })
    },
  })
  return (
    <>
      <Button look="primary" isBusy={search.isPending} onClick={() => search.mutate()}>
        {lookedAt === null ? 'Find the last alert before' : 'Look a further week back'}
      </Button>
      <p role="status" className="text-soft w-full">
        {search.isError ? sentenceOf(search.error) : ''}
        {search.isSuccess && search.data === null && lookedAt !== null
          ? `None before that, back to ${formatMoment(lookedAt - alertSpanMs)}.`
          : ''}
      </p>
    </>
  )
}
