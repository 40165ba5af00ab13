import type { Db } from '../engine/database.ts'
import { parseJsonObject } from '../engine/json-column.ts'

/** What a session was started for: a deployment that its runs are to look at. */
export type RunEnvironment = {
  /** Of the deployment; null when it has none, or nobody said. */
  url: string | null
  name: string | null
  deploymentId: string | null
  /** Whether the addresses of checks lead to it, instead of where they were written for. */
  replacesHost: boolean
  /** Whether runs may show the client certificates of the account. */
  usesCertificates: boolean
  /** Hosts that runs may take secrets and logins to, beside the target of the check itself. */
  allowedHosts: string[]
}

export async function insertRunEnvironment(
  db: Db,
  { sessionId, environment }: { sessionId: string; environment: RunEnvironment },
): Promise<void> {
  await db
    .insertInto('run_environments')
    .values({ session_id: sessionId, environment: JSON.stringify(environment) })
    .execute()
}

export async function findRunEnvironment(db: Db, sessionId: string): Promise<RunEnvironment | null> {
  const row = await db
    .selectFrom('run_environments')
    .select('environment')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row === undefined ? null : toEnvironment(row.environment)
}

function toEnvironment(text: string): RunEnvironment {
  const { url, name, deploymentId, replacesHost, usesCertificates, allowedHosts } = parseJsonObject(text)
  return {
    url: textOrNull(url),
    name: textOrNull(name),
    deploymentId: textOrNull(deploymentId),
    replacesHost: replacesHost === true,
    usesCertificates: usesCertificates === true,
    allowedHosts: Array.isArray(allowedHosts)
      ? allowedHosts.filter((host: unknown) => typeof host === 'string')
      : [],
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
