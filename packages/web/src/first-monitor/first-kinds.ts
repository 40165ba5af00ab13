import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { CheckSegment } from '../check-types/kind-facts.ts'

/** A kind of monitor that one word is enough for. */
export type FirstKind = {
  checkType: CheckType
  name: string
  segment: CheckSegment
  asks: string
  example: string
  help: string
  /** The request of the new check; everything else is as the API has it by default. */
  requestFor(target: string): Record<string, unknown>
  /** Which fields of the request the target is in: what the server says about them is shown with it. */
  fields: readonly string[]
}

export const firstKinds: readonly FirstKind[] = [
  {
    checkType: 'ICMP',
    name: 'Ping',
    segment: 'icmp',
    asks: 'Host',
    example: 'gateway.example.com',
    help: 'A host name or an IP address. It fails when too many echo requests stay unanswered.',
    requestFor: (target) => ({ hostname: target }),
    fields: ['request.hostname'],
  },
  {
    checkType: 'URL',
    name: 'Web address',
    segment: 'url',
    asks: 'Address',
    example: 'https://www.example.com/health',
    help: 'An http or https address. It fails when the answer is an error, too late or none.',
    requestFor: (target) => ({ url: /^[a-z][a-z\d+.-]*:\/\//i.test(target) ? target : `https://${target}` }),
    fields: ['request.url'],
  },
  {
    checkType: 'TCP',
    name: 'TCP port',
    segment: 'tcp',
    asks: 'Host and port',
    example: 'db.example.com:5432',
    help: 'Host name or IP address, a colon and the port. It fails when nobody accepts the connection.',
    requestFor: hostAndPort,
    fields: ['request.hostname', 'request.port'],
  },
  {
    checkType: 'DNS',
    name: 'DNS name',
    segment: 'dns',
    asks: 'Name',
    example: 'www.example.com',
    help: 'A name whose IPv4 address is looked up. It fails when there is no answer.',
    requestFor: (target) => ({ query: target, recordType: 'A' }),
    fields: ['request.query'],
  },
  {
    checkType: 'SSL',
    name: 'TLS certificate',
    segment: 'ssl',
    asks: 'Host',
    example: 'www.example.com',
    help: 'A host name, with a colon and the port unless it is 443. It fails when the certificate is wrong or expires soon.',
    requestFor: (target) => ({ sslConfig: hostAndPort(target) }),
    fields: ['request.sslConfig.hostname', 'request.sslConfig.port'],
  },
]

function hostAndPort(target: string): Record<string, unknown> {
  const bracketed = /^\[([^\]]*)\](?::(\d+))?$/.exec(target)
  const plain = /^([^:]*):(\d+)$/.exec(target)
  const [, host, port] = bracketed ?? plain ?? [null, target]
  return { hostname: host, ...(port === undefined ? {} : { port: Number(port) }) }
}

/** As somebody would call it: the host, and the path if there is one. */
export function proposedName(target: string): string {
  return target
    .trim()
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
}
