import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useAccount } from '../api/account-context.ts'
import { checkTypeName } from '../check-types/registry.ts'
import { SilenceMenu } from '../maintenance/silence.tsx'
import { Button } from '../parts/button.tsx'
import { formatMs } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import { useTextOfPlace } from '../parts/use-place-names.ts'
import type { CheckAlert } from '../resources/check-alerts.ts'
import { AlertMark } from './alert-mark.tsx'
import { AlertTimeline } from './alert-timeline.tsx'

/** One alert of the history; opened, it tells who was notified of it and when. */
export function AlertEntry({ alert }: { alert: CheckAlert }) {
  const { id: accountId } = useAccount()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const nameOf = useTextOfPlace()
  return (
    <li className="border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2">
            <AlertMark alertType={alert.alertType} />
            <Link
              to="/accounts/$accountId/checks/$checkId"
              params={{ accountId, checkId: alert.checkId }}
              className="font-medium"
            >
              {alert.name}
            </Link>
            {alert.isReminder ? (
              <span className="text-soft text-xs">Reminder {alert.reminderSequence}</span>
            ) : null}
          </p>
          <p className="text-soft mt-1 text-xs">{factsOf(alert, nameOf).join(' · ')}</p>
          {alert.error === null || alert.error === '' ? null : (
            <p className="mt-1 line-clamp-3">{alert.error}</p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="text-soft max-sm:basis-full">
            <Moment at={alert.created_at} form="short" />
          </span>
          <SilenceMenu subject={{ checkId: alert.checkId }} label={alert.name} />
          <Button
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`Timeline of the alert about ${alert.name}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            Timeline <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
          </Button>
        </div>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <AlertTimeline alert={alert} /> : null}
      </div>
    </li>
  )
}

function factsOf(
  { checkType, runLocation, responseTime, statusCode }: CheckAlert,
  nameOf: (code: string) => string,
): string[] {
  return [
    checkTypeName(checkType),
    ...(runLocation === undefined ? [] : [nameOf(runLocation)]),
    ...(responseTime === undefined ? [] : [formatMs(responseTime)]),
    ...(statusCode === null || statusCode === '' ? [] : [`status ${statusCode}`]),
  ]
}
