import { CannotRun } from '@sonde/runs/runs.ts'
import { dataCenterLocations } from '@sonde/schema/agents/location.ts'
import { findPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'

const preferred = 'us-east-1'

/**
 * Where a trigger runs the check: at the location that its caller names, or else at one of the check; undefined when the
 * check has none. Whoever knows the address also says where the request goes, so that a private location of which the
 * check knows nothing would open that network to them.
 */
export async function triggerLocation(
  db: Db,
  check: CheckRow,
  named: string | undefined,
): Promise<string | undefined> {
  if (named === undefined) return await firstLocation(db, check)
  const isDataCenter = dataCenterLocations.some((code) => code === named)
  if (!isDataCenter && !(await isOwnLocation(db, check, named))) {
    throw new CannotRun(`There is no location ${named}`)
  }
  return named
}

async function isOwnLocation(db: Db, check: CheckRow, named: string): Promise<boolean> {
  const slug = await slugOf(db, check.accountId, named)
  const own = namesIn(check.config['privateLocations']).map((name) => slugOf(db, check.accountId, name))
  return (await Promise.all(own)).includes(slug)
}

async function firstLocation(db: Db, check: CheckRow): Promise<string | undefined> {
  const codes = namesIn(check.config['locations'])
  const [first] = codes
  if (first !== undefined) return codes.includes(preferred) ? preferred : first
  const [name] = namesIn(check.config['privateLocations'])
  return name === undefined ? undefined : await slugOf(db, check.accountId, name)
}

/** A check may name its private locations by id; runs know them by slug. */
async function slugOf(db: Db, accountId: string, name: string): Promise<string> {
  return (await findPrivateLocation(db, { accountId, id: name }))?.slugName ?? name
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
}
