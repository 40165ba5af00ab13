import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { DnsDocument, DnsRecord, DnsRunConfig } from '@sonde/schema/check-types/dns/result.ts'

/** A check with the defaults of the contract. */
export function dnsConfig({
  request,
  ...fields
}: Partial<Omit<DnsRunConfig, 'request'>> & {
  request?: Partial<DnsRunConfig['request']>
} = {}): DnsRunConfig {
  return {
    shouldFail: false,
    degradedResponseTime: 500,
    maxResponseTime: 1_000,
    ...fields,
    request: { query: 'www.example.org', recordType: 'A', protocol: 'UDP', assertions: [], ...request },
  }
}

export function dnsDocument({
  code = 'NOERROR',
  answer = [],
  lookupMs = 12.4,
  isCut = false,
}: { code?: string; answer?: readonly DnsRecord[]; lookupMs?: number; isCut?: boolean } = {}): DnsDocument {
  const lines = answer.map(({ name, TTL, type, data }) => `${name}\t${TTL}\tIN\t${type}\t${data}\n`)
  return {
    nameServer: { host: '198.51.100.53', port: 53 },
    lookupMs,
    text: `;; opcode: QUERY, status: ${code}, id: 7\n\n;; ANSWER SECTION:\n${lines.join('')}`,
    json: {
      Status: code,
      TC: isCut,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name: 'www.example.org.', type: 'A' }],
      Answer: [...answer],
    },
  }
}

export function record(type: string, data: string, name = 'www.example.org.'): DnsRecord {
  return { name, type, TTL: 300, data }
}

export function onCode(comparison: Assertion['comparison'], target = ''): Assertion {
  return { source: 'RESPONSE_CODE', property: '', comparison, target, regex: '' }
}

export function onJson(property: string, comparison: Assertion['comparison'], target = ''): Assertion {
  return { source: 'JSON_ANSWER', property, comparison, target, regex: null }
}

export function onText(regex: string, comparison: Assertion['comparison'], target = ''): Assertion {
  return { source: 'TEXT_ANSWER', property: '', comparison, target, regex }
}
