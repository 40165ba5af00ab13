import { isRecord } from '@sonde/ground/is-record.ts'
import {
  goldenFilesIn,
  mostGoldenBytesOfCheck,
  readGoldenKey,
} from '@sonde/schema/check-types/browser/golden-files.ts'
import { bundleIn } from '@sonde/schema/check-types/suite/bundle-key.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { keepChannels } from '@sonde/store/alerts/alert-channels.ts'
import { keepGroups } from '@sonde/store/checks/check-groups.ts'
import { findNamedLocations } from '@sonde/store/checks/check-private-locations.ts'
import { keepClientCertificate } from '@sonde/store/variables/client-certificates.ts'
import { keepSnippet } from '@sonde/store/variables/snippets.ts'
import { keepBundle } from '@sonde/store/artifacts/code-bundles.ts'
import { type StoredGoldenFile, keepGoldenFiles } from '@sonde/store/artifacts/golden-files.ts'
import { findServices } from '@sonde/store/status-pages/status-page-services.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { unknownChannels } from '../alert-channels/named-channels.ts'
import { invalidInput } from '../refusal.ts'
import { locationNamesIn, unknownLocations } from '../private-locations/named-locations.ts'
import { snippetIdsIn, unknownSnippets } from '../snippets/named-snippets.ts'
import type { CheckDocument } from './check-document.ts'

/** What checks refer to and the account has. */
type KnownReferences = {
  groupIds: ReadonlySet<number>
  serviceIds: ReadonlySet<string>
  channelIds: ReadonlySet<number>
  certificateIds: ReadonlySet<string>
  snippetIds: ReadonlySet<number>
  /** By the slug or id that a check names it by. */
  locations: ReadonlyMap<string, string>
  accountId: string
  /** By their hashes. */
  goldenFiles: ReadonlyMap<string, StoredGoldenFile>
  /** Hashes of code bundles. */
  bundles: ReadonlySet<string>
}

/**
 * Ids in a check that name other resources must exist in its account. Inside `write`: what is found stays
 * until the write ends. Returns the ids of the private locations that the check names.
 */
export async function requireReferences(
  db: Db,
  accountId: string,
  document: CheckDocument,
): Promise<string[]> {
  const references = await keepReferences(db, accountId, [document])
  return references.requireOf(document)
}

/** The same for many checks, each named thing once. */
export async function keepReferences(
  db: Db,
  accountId: string,
  documents: readonly CheckDocument[],
): Promise<{ requireOf(document: CheckDocument): string[] }> {
  const known = await findReferences(db, accountId, documents)
  return {
    requireOf(document) {
      const violations = unknownReferences(document, known)
      if (violations.length > 0) throw invalidInput(violations)
      const names = locationNamesIn(document['privateLocations'])
      return [...new Set(names.flatMap((name) => known.locations.get(name) ?? []))]
    },
  }
}

async function findReferences(
  db: Db,
  accountId: string,
  documents: readonly CheckDocument[],
): Promise<KnownReferences> {
  const locationNames = documents.flatMap((each) => locationNamesIn(each['privateLocations']))
  const locations = await findNamedLocations(db, { accountId, names: locationNames })
  const groupIds = await keepGroups(db, {
    accountId,
    ids: documents.flatMap(({ groupId }) => groupId ?? []),
  })
  const services = await findServices(db, {
    accountId,
    ids: documents.flatMap((each) => serviceIdIn(each) ?? []),
  })
  const channelIds = documents.flatMap(({ alertChannelSubscriptions = [] }) =>
    alertChannelSubscriptions.map(({ alertChannelId }) => alertChannelId),
  )
  const channels = await keepChannels(db, { accountId, ids: channelIds })
  const certificateIds = await keepEach(
    documents.flatMap((each) => certificateIdIn(each) ?? []),
    (id) => keepClientCertificate(db, { accountId, id }),
  )
  const snippetIds = await keepEach(documents.flatMap(snippetIdsIn), (id) =>
    keepSnippet(db, { accountId, id }),
  )
  const goldenFiles = await keepGoldenFiles(db, {
    accountId,
    hashes: documents.flatMap((each) => goldenFilesIn(each).map(({ sha256 }) => sha256)),
  })
  const bundles = await keepEach(
    documents.flatMap((each) => bundleIn(each)?.sha256 ?? []),
    (sha256) => keepBundle(db, { accountId, sha256 }),
  )
  return {
    accountId,
    bundles,
    goldenFiles,
    locations,
    groupIds,
    serviceIds: new Set(services.keys()),
    channelIds: new Set(channels.map(({ id }) => id)),
    certificateIds,
    snippetIds,
  }
}

/** Those of the ids that are there, and stay until the write ends. */
async function keepEach<Id extends string | number>(
  ids: readonly Id[],
  keep: (id: Id) => Promise<boolean>,
): Promise<Set<Id>> {
  const kept = new Set<Id>()
  for (const id of new Set(ids)) {
    // One transaction has one connection.
    if (await keep(id)) kept.add(id)
  }
  return kept
}

function unknownReferences(document: CheckDocument, known: KnownReferences): Violation[] {
  const { groupId, alertChannelSubscriptions = [] } = document
  const [serviceId, certificateId] = [serviceIdIn(document), certificateIdIn(document)]
  const violations: Violation[] = []
  const add = (path: string, message: string) => violations.push({ path, message })
  if (groupId !== null && !known.groupIds.has(groupId)) add('groupId', 'is not a check group of this account')
  if (serviceId !== null && !known.serviceIds.has(serviceId.toLowerCase()))
    add('triggerIncident.serviceId', 'is not a status page service of this account')
  violations.push(...unknownChannels(alertChannelSubscriptions, known.channelIds))
  if (certificateId !== null && !known.certificateIds.has(certificateId))
    add('request.sslClientCertificateId', 'is not a client certificate of this account')
  return [
    ...violations,
    ...unknownSnippets(document, known.snippetIds),
    ...unknownLocations(document['privateLocations'], known.locations),
    ...unknownGoldenFiles(document, known),
    ...unknownBundle(document, known),
  ]
}

export const unknownGoldenFile = 'is not a golden file of this account'

function unknownGoldenFiles(document: CheckDocument, known: KnownReferences): Violation[] {
  const files = goldenFilesIn(document)
  const violations = files.flatMap(({ key, sha256 }, index): Violation[] => {
    const isKnown = readGoldenKey(key)?.accountId === known.accountId && known.goldenFiles.has(sha256)
    return isKnown ? [] : [{ path: `snapshots.${index}.key`, message: unknownGoldenFile }]
  })
  const bytes = files.reduce((sum, { sha256 }) => sum + (known.goldenFiles.get(sha256)?.bytes ?? 0), 0)
  if (bytes > mostGoldenBytesOfCheck)
    violations.push({ path: 'snapshots', message: 'must have at most 50 MB together' })
  return violations
}

/** Of another account, or removed since nothing used it. */
function unknownBundle(document: CheckDocument, known: KnownReferences): Violation[] {
  if (document['codeBundlePath'] === undefined) return []
  const key = bundleIn(document)
  const isKnown = key !== null && key.accountId === known.accountId && known.bundles.has(key.sha256)
  return isKnown ? [] : [{ path: 'codeBundlePath', message: 'is not a code bundle of this account' }]
}

function serviceIdIn({ triggerIncident }: CheckDocument): string | null {
  const id = isRecord(triggerIncident) ? triggerIncident['serviceId'] : null
  return typeof id === 'string' ? id : null
}

function certificateIdIn({ request }: CheckDocument): string | null {
  const id = isRecord(request) ? request['sslClientCertificateId'] : null
  return typeof id === 'string' ? id : null
}
