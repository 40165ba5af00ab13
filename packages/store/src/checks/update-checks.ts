import { isDeepStrictEqual } from 'node:util'
import { isPingedType } from '@sonde/schema/check-types/check-kinds.ts'
import { bundleIn } from '@sonde/schema/check-types/suite/bundle-key.ts'
import { heartbeatLengths, heartbeatOf } from '@sonde/schema/check-types/heartbeat/document.ts'
import { ownCode } from '@sonde/schema/checks/written-scripts.ts'
import { useBundleOfCheck } from '../artifacts/code-bundles.ts'
import { referToGoldenFiles } from '../artifacts/golden-files.ts'
import { prepareRowDeletions, prepareRowUpdates } from '../engine/change-rows.ts'
import type { Db } from '../engine/database.ts'
import type { JsonObject } from '../engine/json-column.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { foldForSearch } from '../engine/text-search.ts'
import { changePingToken, stopTimers } from '../heartbeats/heartbeats.ts'
import { keepCode } from '../variables/code-files.ts'
import { certificateDomainOf } from './certificate-domains.ts'
import { tagsOf } from './check-tags.ts'
import { type CheckRow, type CheckUpdate, goldenHashesIn, searchedTarget } from './checks.ts'

type Listed = { activated: boolean; muted: boolean; group_id: number | null; target_folded: string }

/**
 * All that an update changes of a check, found out before anything is written: what lists are sorted and filtered by has
 * indexes to maintain, and is written only when it changes. Null, or an empty list, is left as it is.
 */
export type CheckChange = {
  id: string
  accountId: string
  createdAt: number
  at: number
  content: {
    id: string
    frequency: number | null
    frequency_offset: number | null
    config: string
    sealed_config: string | null
    sealed_secrets: string | null
    updated_at: number | null
  }
  listed: Listed | null
  name: string | null
  certificateDomain: { domain: string | null } | null
  removedTags: string[]
  addedTags: string[]
  pingToken: string | null
  /** A timer that was started under other terms must not fail anybody: the next ping starts it anew. */
  stopsTimer: boolean
  code: string[] | null
  goldenHashes: string[] | null
  bundle: { sha256: string | null } | null
}

export function changeOf(before: CheckRow, after: CheckUpdate): CheckChange {
  const { id, accountId, createdAt, checkType } = before
  const [had, has] = [listedOf(before, before), listedOf(before, after)]
  const domain = certificateDomainOf({ checkType, config: after.config })
  const [hadTags, hasTags] = [tagsOf(before.config), tagsOf(after.config)]
  const [hadCode, hasCode] = [ownCode(before.config), ownCode(after.config)]
  const [hadFiles, hasFiles] = [goldenHashesIn(before.config), goldenHashesIn(after.config)]
  const [hadBundle, hasBundle] = [bundleHashIn(before.config), bundleHashIn(after.config)]
  return {
    id,
    accountId,
    createdAt,
    at: after.updatedAt ?? createdAt,
    content: {
      id,
      frequency: after.frequency,
      frequency_offset: after.frequencyOffset,
      config: JSON.stringify(after.config),
      sealed_config: after.sealedConfig,
      sealed_secrets: after.sealedSecrets,
      updated_at: after.updatedAt,
    },
    listed: isDeepStrictEqual(had, has) ? null : has,
    name: after.name === before.name ? null : after.name,
    certificateDomain: domain === certificateDomainOf(before) ? null : { domain },
    removedTags: hadTags.filter((tag) => !hasTags.includes(tag)),
    addedTags: hasTags.filter((tag) => !hadTags.includes(tag)),
    ...(isPingedType(checkType) ? heartbeatChange(before, after) : { pingToken: null, stopsTimer: false }),
    code: isDeepStrictEqual(hadCode, hasCode) ? null : hasCode,
    goldenHashes: isDeepStrictEqual(hadFiles, hasFiles) ? null : hasFiles,
    bundle: hadBundle === hasBundle ? null : { sha256: hasBundle },
  }
}

function bundleHashIn(config: JsonObject): string | null {
  return bundleIn(config)?.sha256 ?? null
}

function listedOf({ checkType }: Pick<CheckRow, 'checkType'>, check: CheckUpdate): Listed {
  const { activated, muted, groupId, config } = check
  return { activated, muted, group_id: groupId, target_folded: searchedTarget({ checkType, config }) }
}

function heartbeatChange(
  before: CheckRow,
  after: CheckUpdate,
): Pick<CheckChange, 'pingToken' | 'stopsTimer'> {
  const [had, has] = [heartbeatOf(before.config), heartbeatOf(after.config)]
  return {
    pingToken: had.pingToken === has.pingToken ? null : has.pingToken,
    stopsTimer:
      before.activated !== after.activated ||
      !isDeepStrictEqual(heartbeatLengths(had), heartbeatLengths(has)),
  }
}

const updateContents = prepareRowUpdates('checks', 'id', {
  id: 'uuid',
  frequency: 'integer',
  frequency_offset: 'integer',
  config: 'text',
  sealed_config: 'text',
  sealed_secrets: 'text',
  updated_at: 'bigint',
})
const updateListed = prepareRowUpdates('checks', 'id', {
  id: 'uuid',
  activated: 'boolean',
  muted: 'boolean',
  group_id: 'bigint',
  target_folded: 'text',
})
const updateNames = prepareRowUpdates('checks', 'id', { id: 'uuid', name: 'text', name_folded: 'text' })
const updateDomains = prepareRowUpdates('check_states', 'check_id', {
  check_id: 'uuid',
  certificate_domain: 'text',
})
const deleteTags = prepareRowDeletions('check_tags', { check_id: 'uuid', tag: 'text' })

/**
 * Writes changes of checks that were read and locked in the same write, as `findCheckForUpdate` does. False when one of
 * them is gone: then nothing more is written.
 */
export async function updateChecks(db: Db, changes: readonly CheckChange[]): Promise<boolean> {
  const contents = changes.map(({ content }) => content)
  if ((await updateContents(db, contents)) !== changes.length) return false
  await updateListed(
    db,
    changes.flatMap(({ id, listed }) => (listed === null ? [] : [{ id, ...listed }])),
  )
  await updateNames(
    db,
    changes.flatMap(({ id, name }) =>
      name === null ? [] : [{ id, name, name_folded: foldForSearch(name) }],
    ),
  )
  await updateDomains(
    db,
    changes.flatMap(({ id, certificateDomain }) =>
      certificateDomain === null ? [] : [{ check_id: id, certificate_domain: certificateDomain.domain }],
    ),
  )
  await deleteTags(
    db,
    changes.flatMap(({ id, removedTags }) => removedTags.map((tag) => ({ check_id: id, tag }))),
  )
  await insertRows(
    db,
    'check_tags',
    changes.flatMap(({ id, accountId, createdAt, addedTags }) =>
      addedTags.map((tag) => ({
        check_id: id,
        account_id: accountId,
        tag,
        check_created_at: createdAt,
      })),
    ),
  )
  await stopTimers(
    db,
    changes.flatMap(({ id, stopsTimer }) => (stopsTimer ? [id] : [])),
  )
  // Most checks have none of these, before and after.
  for (const { id, accountId, at, pingToken, code, goldenHashes, bundle } of changes) {
    const owner = { accountId, kind: 'check' as const, id }
    if (pingToken !== null) await changePingToken(db, { checkId: id, pingToken })
    if (code !== null) await keepCode(db, owner, code, at)
    if (goldenHashes !== null) await referToGoldenFiles(db, owner, goldenHashes, at)
    if (bundle !== null) await useBundleOfCheck(db, owner, bundle.sha256, at)
  }
  return true
}

/** Replaces the content of a check that was read in the same write with `findCheckForUpdate`. False when it is gone. */
export async function updateCheck(db: Db, before: CheckRow, after: CheckUpdate): Promise<boolean> {
  return await updateChecks(db, [changeOf(before, after)])
}
