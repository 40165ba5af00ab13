import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../../api/account-context.ts'
import { LoadedScreen } from '../../frame/loaded-screen.tsx'
import { AccountLink } from '../../parts/account-link.tsx'
import { Card } from '../../parts/card.tsx'
import { formatIncidentDuration } from './incident-duration.ts'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Tag } from '../../parts/tag.tsx'
import { checkNameQuery } from '../../resources/checks.ts'
import { incidentQuery, type Incident } from '../../resources/status-pages/status-page-incidents.ts'
import { impactOptions } from '../components/component-words.ts'
import { incidentRoute } from '../routes.ts'
import { IncidentActions } from './incident-actions.tsx'
import { IncidentStatusMark, SeverityMark } from './incident-marks.tsx'
import { IncidentTimeline } from './incident-timeline.tsx'

export function IncidentScreen() {
  const { incidentId } = incidentRoute.useParams()
  const query = useQuery(incidentQuery(useApi(), incidentId))
  return (
    <LoadedScreen
      query={query}
      thing="incident"
      above={<AccountLink to="/accounts/$accountId/status-pages/incidents">Incidents</AccountLink>}
    >
      {(incident) => <OneIncident key={incident.id} incident={incident} />}
    </LoadedScreen>
  )
}

function OneIncident({ incident }: { incident: Incident }) {
  return (
    <>
      <PageHead
        title={incident.name}
        above={<AccountLink to="/accounts/$accountId/status-pages/incidents">Incidents</AccountLink>}
        actions={<IncidentActions incident={incident} />}
      >
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <SeverityMark severity={incident.severity} />
          <IncidentStatusMark status={incident.lastUpdateStatus} />
        </p>
      </PageHead>
      <Card title="Incident">
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_1fr]">
          <dt className="text-soft">Opened</dt>
          <dd>
            <Moment at={incident.created_at} />,{' '}
            {incident.checkId !== null ? (
              <OpenedBy checkId={incident.checkId} />
            ) : incident.automationRuleId === null ? (
              'opened manually'
            ) : (
              'automatically, by an automation rule'
            )}
          </dd>
          <dt className="text-soft">Duration</dt>
          <dd>{incident.duration === null ? 'Ongoing' : formatIncidentDuration(incident.duration)}</dd>
          {incident.services.length === 0 ? null : (
            <>
              <dt className="text-soft">Services</dt>
              <dd className="flex flex-wrap gap-1">
                {incident.services.map(({ id, name }) => (
                  <Tag key={id}>{name}</Tag>
                ))}
              </dd>
            </>
          )}
          {incident.components.length === 0 ? null : (
            <>
              <dt className="text-soft">Components</dt>
              <dd>
                <ul>
                  {incident.components.map(({ id, name, impact }) => (
                    <li key={id}>
                      {name}: {impactOptions[impact]}
                    </li>
                  ))}
                </ul>
              </dd>
            </>
          )}
        </dl>
      </Card>
      {incident.draftUpdate === null ? null : (
        <Card title="Its checks have recovered">
          <p>
            The automation rule would have resolved this incident, but somebody has edited it. Resolve it when
            you agree: its text is ready.
          </p>
          <blockquote className="border-line mt-2 border-l-2 pl-3">
            {incident.draftUpdate.description}
          </blockquote>
        </Card>
      )}
      <IncidentTimeline incident={incident} />
    </>
  )
}

function OpenedBy({ checkId }: { checkId: string }) {
  const { id: accountId, api } = useAccount()
  const { data: name } = useQuery(checkNameQuery(api, checkId))
  if (name === null) return <>automatically, by the alert of a deleted check</>
  return (
    <>
      automatically, by the alert of{' '}
      <Link to="/accounts/$accountId/checks/$checkId" params={{ accountId, checkId }} className="underline">
        {name ?? 'a check'}
      </Link>
    </>
  )
}
