import { isRecord } from '@sonde/ground/is-record.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { keepGroup } from '@sonde/store/checks/check-groups.ts'
import { keepClientCertificate } from '@sonde/store/variables/client-certificates.ts'
import { findServices } from '@sonde/store/status-pages/status-page-services.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { unknownChannels } from '../alert-channels/named-channels.ts'
import { invalidInput } from '../refusal.ts'
import { namedLocations } from '../private-locations/named-locations.ts'
import { unknownSnippets } from '../snippets/named-snippets.ts'
import type { CheckDocument } from './check-document.ts'

/**
 * Ids in a check that name other resources must exist in its account. Inside `write`: what is found stays
 * until the write ends. Returns the ids of the private locations that the check names.
 */
export async function requireReferences(
  db: Db,
  accountId: string,
  document: CheckDocument,
): Promise<string[]> {
  const locations = await namedLocations(db, accountId, document['privateLocations'])
  const violations = [
    ...(await unknownGroup(db, accountId, document)),
    ...(await unknownService(db, accountId, document)),
    ...(await unknownChannels(db, accountId, document.alertChannelSubscriptions ?? [])),
    ...(await unknownCertificate(db, accountId, document)),
    ...(await unknownSnippets(db, accountId, document)),
    ...locations.violations,
  ]
  if (violations.length > 0) throw invalidInput(violations)
  return locations.ids
}

async function unknownGroup(db: Db, accountId: string, { groupId }: CheckDocument): Promise<Violation[]> {
  if (groupId === null || (await keepGroup(db, { accountId, id: groupId }))) return []
  return [{ path: 'groupId', message: 'is not a check group of this account' }]
}

async function unknownService(db: Db, accountId: string, document: CheckDocument): Promise<Violation[]> {
  const { triggerIncident } = document
  const serviceId = isRecord(triggerIncident) ? triggerIncident['serviceId'] : null
  if (typeof serviceId !== 'string') return []
  if ((await findServices(db, { accountId, ids: [serviceId] })).size > 0) return []
  return [{ path: 'triggerIncident.serviceId', message: 'is not a status page service of this account' }]
}

async function unknownCertificate(db: Db, accountId: string, document: CheckDocument): Promise<Violation[]> {
  const { request } = document
  const id = isRecord(request) ? request['sslClientCertificateId'] : null
  if (typeof id !== 'string' || (await keepClientCertificate(db, { accountId, id }))) return []
  const path = 'request.sslClientCertificateId'
  return [{ path, message: 'is not a client certificate of this account' }]
}
