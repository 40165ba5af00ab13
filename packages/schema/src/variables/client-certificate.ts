import { Type, type Static } from 'typebox'
import { withRules } from '../validation/annotations.ts'
import { Nullable, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import type { Violation } from '../validation/violation.ts'

const host = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The name of a server, or `*.` and a name for all its direct subdomains.',
})

/** A chain of a few certificates, each of a few thousand characters. */
const longestChain = 50_000
/** That of the longest RSA key in use is 13,000 characters long. */
const longestKey = 30_000

const label = /^(?!-)[a-z\d_-]{1,63}(?<!-)$/i

/** A name or an address as it stands in an address bar, before the port; names may begin with a `*.`. */
function certificateHostMistake(given: string): string | null {
  if (given.includes('://')) return 'must be a name, without a scheme'
  if (/[/?#@\s]/.test(given)) return 'must be a name, with nothing around it'
  if (given.includes(':')) {
    return URL.canParse(`http://[${given}]/`) ? null : 'must be a name, without a port'
  }
  const name = given.startsWith('*.') ? given.slice(2) : given
  if (name.includes('*')) return 'may have a * only as its first label, as in *.example.com'
  if (/[^\x21-\x7e]/.test(name)) return 'must be in ASCII: write international names as xn--...'
  if (name.length > 253 || !name.split('.').every((part) => label.test(part))) return 'is not a name'
  return null
}

function hostRule({ host: given }: Readonly<Record<string, unknown>>): Violation[] {
  const message = typeof given === 'string' && given !== '' ? certificateHostMistake(given) : null
  return message === null ? [] : [{ path: 'host', message }]
}

export const ClientCertificateCreate = withRules(
  component(
    'ClientCertificateCreate',
    Type.Object({
      host,
      cert: Type.String({
        minLength: 1,
        maxLength: longestChain,
        description: 'PEM: the certificate, followed by its intermediate certificates.',
      }),
      ca: Type.Optional(
        Nullable(Type.String({ maxLength: longestChain }), {
          description: 'PEM: authorities to trust for this host.',
        }),
      ),
      key: Type.Optional(
        Type.String({
          maxLength: longestKey,
          description:
            'PEM: the private key of the certificate. Without it the certificate cannot be presented to a server. Never returned.',
        }),
      ),
      passphrase: Type.Optional(
        Nullable(Type.String({ maxLength: 1_000 }), {
          description: 'Passphrase of an encrypted key. Never returned.',
        }),
      ),
    }),
  ),
  hostRule,
)
export type ClientCertificateCreate = Static<typeof ClientCertificateCreate>

export const ClientCertificate = component(
  'ClientCertificate',
  Type.Object({
    id: Uuid(),
    host: Type.String(),
    cert: Type.String(),
    ca: Nullable(Type.String()),
    created_at: Timestamp(),
    subject: Nullable(Type.String({ description: 'Subject of the certificate; null if it cannot be read.' })),
    expiresAt: Nullable(Timestamp({ description: 'Expiry of the certificate.' })),
  }),
)
export type ClientCertificate = Static<typeof ClientCertificate>

export const ClientCertificateList = component('ClientCertificateList', Type.Array(ClientCertificate))

export const ClientCertificateParams = Type.Object({ id: Uuid() })
