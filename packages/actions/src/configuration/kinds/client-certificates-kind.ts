import { ClientCertificateCreate } from '@sonde/schema/variables/client-certificate.ts'
import { leftOutSecret } from '@sonde/schema/accounts/configuration.ts'
import {
  countCertificates,
  insertClientCertificate,
  listClientCertificates,
  openCertificateKey,
  replaceClientCertificate,
  sealCertificateKey,
} from '@sonde/store/variables/client-certificates.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { validateCertificate } from '../../client-certificates/validate-certificate.ts'
import { mostCertificates } from '../../client-certificates/create-client-certificate.ts'
import type { ConfigurationKind } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { validatorOf } from './validate-items.ts'
import { openStored } from './open-stored.ts'

const validate = validatorOf(ClientCertificateCreate)

export const clientCertificatesKind: ConfigurationKind = {
  list: 'clientCertificates',
  title: 'client certificate',
  entityType: 'CLIENT_CERTIFICATE',
  ids: { type: 'uuid', table: 'client_certificates' },
  nameOf: ({ host }) => textOf(host),
  room: { most: () => mostCertificates, count: countCertificates },
  async read({ db, sealer, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    return (await listClientCertificates(db, accountId))
      .filter(({ id }) => idFilter === null || idFilter.has(id))
      .toReversed()
      .map((row) =>
        openStored(sealer, row, (opener) => ({
          host: row.host,
          cert: row.cert,
          ca: row.ca,
          key: openCertificateKey(row, opener).key,
        })),
      )
  },
  withoutSecrets: (item) => (item['key'] === null ? item : { ...item, key: leftOutSecret }),
  restoreSecrets(item, stored, warn) {
    if (item['key'] !== leftOutSecret) return { item }
    if (stored !== null) return { item: { ...item, key: stored['key'] } }
    warn('key', 'is neither in this file nor stored here: the certificate is skipped. Add it by hand')
    return 'impossible'
  },
  mapReferences: (item) => item,
  validate(item) {
    const violations = validate(bodyOf(item))
    if (violations.length > 0) return violations
    const certificate = validateCertificate(certificateIn(item))
    return certificate.kind === 'unusable' ? certificate.violations : []
  },
  complete(item) {
    const { host, cert, ca } = certificateIn(item)
    const certificate = validateCertificate(certificateIn(item))
    if (certificate.kind === 'unusable') throw new Error('a valid certificate became unusable')
    return { host, cert, ca, key: certificate.key }
  },
  async insert({ db, deps, actor: { accountId } }, id, item, createdAt) {
    const uuid = String(id)
    const { host, cert, ca, key } = certificateIn(item)
    const keySealed = sealCertificateKey(uuid, { key, passphrase: null }, deps.store.sealer)
    await insertClientCertificate(db, { id: uuid, accountId, host, cert, ca, keySealed, createdAt })
    await bumpRunContext(db)
    return uuid
  },
  async update({ db, deps, actor: { accountId } }, stored, item) {
    const id = String(stored.id)
    const { host, cert, ca, key } = certificateIn(item)
    const keySealed = sealCertificateKey(id, { key, passphrase: null }, deps.store.sealer)
    await replaceClientCertificate(db, { id, accountId, host, cert, ca, keySealed })
    await bumpRunContext(db)
  },
}

/** An item that has no key says so with null; a body leaves it out. */
function bodyOf({ key, ...item }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return key === null || key === undefined ? item : { ...item, key }
}

type Certificate = {
  host: string
  cert: string
  ca: string | null
  key: string | null
  passphrase: string | null
}

/** Of an item that its schema has accepted. Clients send empty texts for what they do not have. */
function certificateIn(item: Readonly<Record<string, unknown>>): Certificate {
  return {
    host: String(item['host']),
    cert: String(item['cert']),
    ca: textOf(item['ca']) || null,
    key: textOf(item['key']) || null,
    passphrase: textOf(item['passphrase']) || null,
  }
}
