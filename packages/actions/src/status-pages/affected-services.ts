import type { ComponentImpact } from '@sonde/schema/status-pages/status-page-component.ts'
import type { IncidentReplace, IncidentSeverity } from '@sonde/schema/status-pages/status-page-incident.ts'
import { severityOfImpacts } from '@sonde/status-pages/component-status.ts'
import type { NamedService } from '@sonde/store/status-pages/status-page-incidents.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { pickServices, requireComponents, requireServices } from './named-services.ts'

/** What an incident affects, services first. `alsoKnown` is what it may go on to name although it is gone. */
export async function affectedBy(
  db: Db,
  { services = [], components = [], severity }: IncidentReplace,
  { accountId, alsoKnown = [] }: { accountId: string; alsoKnown?: readonly NamedService[] },
): Promise<{ services: NamedService[]; severity: IncidentSeverity }> {
  const serviceRows = await requireServices(db, {
    accountId,
    references: services.map(({ id }, index) => ({ path: `services.${index}.id`, id })),
    alsoKnown: alsoKnown.filter(({ impact }) => impact === null),
  })
  const componentRows = await requireComponents(db, {
    accountId,
    references: components.map(({ id }, index) => ({ path: `components.${index}.id`, id })),
    alsoKnown: alsoKnown.filter(({ impact }) => impact !== null),
  })
  const impacts = new Map<string, ComponentImpact>(
    components.map(({ id, impact }) => [id.toLowerCase(), impact]),
  )
  const named = [
    ...pickServices(
      serviceRows,
      services.map(({ id }) => id),
    ).map((service) => ({ ...service, impact: null })),
    ...pickServices(
      componentRows,
      components.map(({ id }) => id),
    ).map((service) => ({ ...service, impact: impacts.get(service.id) ?? null })),
  ]
  return { services: named, severity: severity ?? severityOfImpacts([...impacts.values()]) }
}
