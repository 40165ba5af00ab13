import { setImmediate as nextTurn } from 'node:timers/promises'
import { isRecord } from '@sonde/ground/is-record.ts'
import { mayActAs, type Role } from '@sonde/schema/accounts/role.ts'
import type { SecretFinding } from '@sonde/schema/checks/secret-scan.ts'
import { channelsOf } from '@sonde/store/alerts/alert-channels.ts'
import { allChecksOf } from '@sonde/store/checks/all-checks.ts'
import { listGroups } from '@sonde/store/checks/check-groups.ts'
import { listSnippets } from '@sonde/store/variables/snippets.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { listVariables, openVariable } from '@sonde/store/variables/variables.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { documentOf as groupDocumentOf } from '../check-groups/group-document.ts'
import { documentOf as checkDocumentOf } from '../checks/check-document.ts'
import { scanDocument, type TakeBreath } from './scan-document.ts'

type Scope = { accountId: string; role: Role; takeBreath: TakeBreath }
type Entity = Pick<SecretFinding, 'entityType' | 'entityId' | 'entityName' | 'checkType'>

const checksAtATime = 200
const othersAtATime = 100

/**
 * Every credential that stands in clear in what the account has written. Others get their turn in between: an account
 * may have ten thousand checks.
 */
export async function scanAccount(
  { store }: Pick<ActionDeps, 'store'>,
  { accountId }: Actor,
  { role }: { role: Role },
): Promise<SecretFinding[]> {
  const scope = { accountId, role, takeBreath: createBreath() }
  return [
    ...(await scanChecks(store, scope)),
    ...(await scanGroups(store, scope)),
    ...(await scanSnippets(store, scope)),
    ...(await scanChannels(store, scope)),
    ...(await scanVariables(store, scope)),
  ]
}

const longestTurnMs = 10

function createBreath(): TakeBreath {
  let lastAt = performance.now()
  const breathe = async () => {
    await nextTurn()
    lastAt = performance.now()
  }
  return () => (performance.now() - lastAt < longestTurnMs ? null : breathe())
}

async function scanChecks(
  { read, sealer }: Store,
  { accountId, takeBreath }: Scope,
): Promise<SecretFinding[]> {
  const findings: SecretFinding[] = []
  for await (const rows of allChecksOf(read, { accountId, atATime: checksAtATime })) {
    for (const row of rows) {
      const { id: entityId, name: entityName, checkType } = row
      const entity = { entityType: 'CHECK', entityId, entityName, checkType } as const
      findings.push(...(await findingsOf(entity, checkDocumentOf(row, sealer), takeBreath)))
    }
  }
  return findings
}

async function scanGroups(
  { read, sealer }: Store,
  { accountId, role, takeBreath }: Scope,
): Promise<SecretFinding[]> {
  const findings: SecretFinding[] = []
  await eachPage(async (page) => {
    const { rows } = await listGroups(read, { accountId, ...page })
    for (const row of rows) {
      const entity = {
        entityType: 'CHECK_GROUP',
        entityId: String(row.id),
        entityName: row.name,
        checkType: null,
      } as const
      findings.push(...(await findingsOf(entity, readableBy(role, groupDocumentOf(row, sealer)), takeBreath)))
    }
    return rows.length
  })
  return findings
}

/** Who only reads is not shown the password of a group, and so no part of it either. */
function readableBy(role: Role, document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { apiCheckDefaults } = document
  if (mayActAs(role, 'READ_WRITE') || !isRecord(apiCheckDefaults)) return { ...document }
  return { ...document, apiCheckDefaults: { ...apiCheckDefaults, basicAuth: null } }
}

async function scanSnippets({ read }: Store, { accountId, takeBreath }: Scope): Promise<SecretFinding[]> {
  const findings: SecretFinding[] = []
  await eachPage(async (page) => {
    const { rows } = await listSnippets(read, { accountId, ...page })
    for (const { id, name, script } of rows) {
      const entity = {
        entityType: 'SNIPPET',
        entityId: String(id),
        entityName: name,
        checkType: null,
      } as const
      findings.push(...(await findingsOf(entity, { script }, takeBreath)))
    }
    return rows.length
  })
  return findings
}

/** As the API shows them: their secrets are masked, which leaves what was written elsewhere, as in a template. */
async function scanChannels({ read }: Store, { accountId, takeBreath }: Scope): Promise<SecretFinding[]> {
  const findings: SecretFinding[] = []
  for (const { id, type, shownConfig } of await channelsOf(read, accountId)) {
    const { name } = shownConfig
    const entityName = typeof name === 'string' ? name : type
    const entity = { entityType: 'ALERT_CHANNEL', entityId: String(id), entityName, checkType: null } as const
    findings.push(...(await findingsOf(entity, { config: shownConfig }, takeBreath)))
  }
  return findings
}

async function scanVariables(
  { read, sealer }: Store,
  { accountId, takeBreath }: Scope,
): Promise<SecretFinding[]> {
  const { rows } = await listVariables(read, { accountId, page: null })
  const findings: SecretFinding[] = []
  for (const row of rows.filter(({ locked, secret }) => !locked && !secret)) {
    const { key } = row
    const entity = {
      entityType: 'ENVIRONMENT_VARIABLE',
      entityId: key,
      entityName: key,
      checkType: null,
    } as const
    findings.push(...(await findingsOf(entity, { key, value: openVariable(row, sealer) }, takeBreath)))
  }
  return findings
}

async function eachPage(work: (page: { limit: number; offset: number }) => Promise<number>): Promise<void> {
  for (let offset = 0; ; offset += othersAtATime) {
    if ((await work({ limit: othersAtATime, offset })) < othersAtATime) return
  }
}

/** Nothing is made by code yet, so that nothing belongs to a project. */
async function findingsOf(
  entity: Entity,
  document: unknown,
  takeBreath: TakeBreath,
): Promise<SecretFinding[]> {
  const secrets = await scanDocument(document, takeBreath)
  return secrets.map((secret) => ({ ...entity, project: null, logicalId: null, ...secret }))
}
