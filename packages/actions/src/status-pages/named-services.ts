import type { Violation } from '@sonde/schema/validation/violation.ts'
import { listComponents } from '@sonde/store/status-pages/status-page-components.ts'
import { findServices, type ServiceRow } from '@sonde/store/status-pages/status-page-services.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { invalidInput } from '../refusal.ts'

/** Naming every one of ten thousand wrong entries would help nobody. */
const mostEntriesNamed = 50

/**
 * The services that a body names, by id, with those it may name although they are gone. Inside `write`: none of
 * them is deleted until the write ends. Throws the refusal that names every unknown one.
 */
export async function requireServices(
  db: Db,
  {
    accountId,
    references,
    alsoKnown = [],
  }: {
    accountId: string
    references: readonly { path: string; id: string }[]
    alsoKnown?: readonly ServiceRow[]
  },
): Promise<Map<string, ServiceRow>> {
  const services = await findServices(db, { accountId, ids: references.map(({ id }) => id) })
  return known(services, { references, alsoKnown, what: 'status page service' })
}

/** The same of services that were read before, for many bodies at once. */
export function requireKnownServices(
  services: ReadonlyMap<string, ServiceRow>,
  references: readonly { path: string; id: string }[],
): void {
  known(services, { references, alsoKnown: [], what: 'status page service' })
}

/** The same for components of pages. */
export async function requireComponents(
  db: Db,
  {
    accountId,
    references,
    alsoKnown = [],
  }: {
    accountId: string
    references: readonly { path: string; id: string }[]
    alsoKnown?: readonly ServiceRow[]
  },
): Promise<Map<string, ServiceRow>> {
  if (references.length === 0) return new Map()
  const ids = references.map(({ id }) => id)
  const components = await listComponents(db, { accountId, ids })
  // Locks them, so that none of them is deleted until the write ends.
  const rows = await findServices(db, {
    accountId,
    ids: components.map(({ id }) => id),
    withComponents: true,
  })
  return known(rows, { references, alsoKnown, what: 'status page component' })
}

function known(
  services: ReadonlyMap<string, ServiceRow>,
  {
    references,
    alsoKnown,
    what,
  }: {
    references: readonly { path: string; id: string }[]
    alsoKnown: readonly ServiceRow[]
    what: string
  },
): Map<string, ServiceRow> {
  const servicesById = new Map([...alsoKnown.map((service) => [service.id, service] as const), ...services])
  const violations = references
    .filter(({ id }) => !servicesById.has(id.toLowerCase()))
    .slice(0, mostEntriesNamed)
    .map(({ path }): Violation => ({ path, message: `is not a ${what} of this account` }))
  if (violations.length > 0) throw invalidInput(violations)
  return servicesById
}

/** In the order named, each once. */
export function pickServices(
  services: ReadonlyMap<string, ServiceRow>,
  ids: readonly string[],
): ServiceRow[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))].flatMap((id) => services.get(id) ?? [])
}
