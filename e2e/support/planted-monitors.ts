import type { TestContext } from 'node:test'
import { type EchoBook, startEchoServers } from './echo-servers.ts'
import { type PlantedSecret, secretsOf } from './planted-secrets.ts'

/** Planted wherever the secrets are, and nobody's secret: who does not find it would not find them either. */
export const marker = { key: 'MARKER', value: 'a-marker-To-Be-Found-9137' }

/** Somebody's secret, and a word that no result does without. */
export const ordinaryWord = { key: 'ORDINARY_WORD', value: 'status' }

/** Written into checks themselves, where they lie sealed: whoever may change a check is shown them, and nobody else. */
export const writtenSecrets = {
  urlPassword: 'written-Pass-5c81d2',
  metadata: 'written-Meta-0b7e94',
  apiPassword: 'written-Basic-77d1c3',
  apiHeader: 'written-Locked-19ff02',
  apiKey: 'written-Key-4e2a80',
  apiParameter: 'written-Query-c35b6e',
} as const

const inPieces = (secrets: readonly PlantedSecret[], size: number): PlantedSecret[][] =>
  Array.from({ length: Math.ceil(secrets.length / size) }, (_, nth) =>
    secrets.slice(nth * size, (nth + 1) * size),
  )

export const named = (...secrets: readonly (PlantedSecret | undefined)[]): string[] =>
  secrets.flatMap((secret) => (secret === undefined ? [] : [`{{${secret.key}}}`]))

export type Planted = { segment: string; body: object; secrets: readonly PlantedSecret[] }

/** The monitors, each with what its target will tell back. */
export async function plantMonitors(t: TestContext, book: EchoBook) {
  const [address = marker] = secretsOf('ADDRESS')
  const [, otherAddress = marker] = secretsOf('ADDRESS')
  const labels = secretsOf('LABEL')
  const [tenant = marker, city = marker, domain = marker, loud = marker] = labels
  const [user = marker, password = marker, otherPassword = marker] = secretsOf('LOGIN')
  const [number = marker] = secretsOf('NUMBER')
  const servers = await startEchoServers(t, book, `127.${address.value}`)
  const { httpPort, httpsPort, tcpPort, dnsPort, grpcPort } = servers
  const planted: Planted[] = []
  const plant = (
    segment: string,
    secrets: readonly PlantedSecret[],
    bodyOf: (id: string) => object,
  ): void => {
    const id = `k${planted.length}`
    book.set(id, [...secrets.map(({ value }) => value), marker.value])
    planted.push({ segment, secrets, body: bodyOf(id) })
  }
  const expects = (source: string, comparison: string, target: string, property = ''): object => ({
    source,
    comparison,
    target,
    property,
  })

  for (const some of inPieces(secretsOf('ANY'), 3)) {
    const [first = '', second = first, third = first] = named(...some)
    const path = `${first}?q=${second}&r=${third}&m={{MARKER}}`
    for (const mode of ['fail', 'pass', 'redirect', 'mislead', 'cut']) {
      plant('url', some, (id) => ({
        request: { url: `http://127.0.0.1:${httpPort}/${id}/${mode}/${path}` },
        ...(mode === 'pass' ? { degradedResponseTime: 0 } : {}),
      }))
    }
    plant('url', some, (id) => ({
      request: { url: `http://127.0.0.1:${httpPort}/${id}/fail/{${first}}/{${second}}` },
    }))
    plant('tcp', some, (id) => ({
      request: {
        hostname: `127.{{${address.key}}}`,
        port: tcpPort,
        data: `${id}\n${first} ${second} ${third} {{MARKER}}\n`,
        assertions: [
          expects('RESPONSE_DATA', 'NOT_CONTAINS', first),
          expects('RESPONSE_DATA', 'EQUALS', `${second}!`),
        ],
      },
    }))
    plant('dns', some, (id) => ({
      request: {
        query: `{{${city.key}}}.${id}.test`,
        recordType: 'TXT',
        nameServer: '127.0.0.1',
        port: dnsPort,
        protocol: 'TCP',
        assertions: [
          expects('TEXT_ANSWER', 'NOT_CONTAINS', `${first}`),
          expects('JSON_ANSWER', 'EQUALS', second, '$.Answer[0].data'),
        ],
      },
    }))
    for (const method of ['Greet', 'Fail']) {
      plant('grpc', some, (id) => ({
        request: {
          url: `{{${tenant.key}}}.localhost`,
          port: grpcPort,
          grpcConfig: {
            tls: false,
            method: `monitored.v1.Greeter/${method}`,
            metadata: [
              { key: 'x-id', value: id },
              { key: 'authorization', value: `Bearer {{${password.key}}}` },
            ],
            message:
              method === 'Greet'
                ? `{"name":"${first} {{MARKER}}"}`
                : `{"code":13,"text":"${first} ${second}"}`,
          },
          assertions: [expects('TEXT_BODY', 'NOT_CONTAINS', `${first}`)],
        },
      }))
    }
    plant('grpc', some, (id) => ({
      request: {
        url: '127.0.0.1',
        port: grpcPort,
        grpcConfig: {
          tls: false,
          method: `monitored.v1.Greeter/${first}`,
          metadata: [
            { key: 'x-id', value: id },
            { key: 'x-token', value: second },
          ],
        },
      },
    }))
    const [subject = marker] = some
    const tlsPort = await servers.startNamedTls(`${subject.value} ${marker.value}`)
    plant('ssl', some, () => ({
      request: {
        sslConfig: {
          hostname: `{{${loud.key}}}.localhost`,
          port: tlsPort,
          serverName: `{{${tenant.key}}}.test`,
        },
        assertions: [expects('CERTIFICATE', 'EQUALS', `${first}`, 'subjectCN')],
      },
    }))
    plant('icmp', some, () => ({
      request: {
        hostname: `127.{{${otherAddress.key}}}`,
        pingCount: 1,
        assertions: [expects('JSON_RESPONSE', 'EQUALS', `${first} {{MARKER}}`, '$.hostname')],
      },
    }))
  }
  for (const [nth, some] of inPieces(secretsOf('ANY'), 3).entries()) {
    const [first = '', second = first, third = first] = named(...some)
    // What holds a line break fails the run before anything is sent, and is not to be quoted then.
    const header = some.some(({ value }) => /[\r\n]/.test(value)) && nth % 2 === 0 ? '' : second
    for (const mode of ['fail', 'tell', 'redirect', 'cut']) {
      plant('api', some, (id) => ({
        request: {
          method: mode === 'tell' ? 'POST' : 'GET',
          url: `http://127.0.0.1:${httpPort}/${id}/${mode}/${first}?m={{MARKER}}`,
          bodyType: 'JSON',
          body: mode === 'tell' ? `{"a":"{{{${some[0]?.key ?? ''}}}}","m":"{{MARKER}}"}` : '',
          headers: [
            { key: 'X-Open', value: `${header} {{MARKER}}` },
            { key: 'Cookie', value: `c=${third}` },
          ],
          queryParameters: [{ key: 'p', value: third }],
          basicAuth: { username: `{{${user.key}}}`, password: `{{${password.key}}}` },
          assertions: [
            expects('TEXT_BODY', 'NOT_CONTAINS', first),
            expects('TEXT_BODY', 'EQUALS', second),
            expects('HEADERS', 'EQUALS', third, 'set-cookie'),
            expects('HEADERS', 'IS_EMPTY', '', ''),
            expects('JSON_BODY', 'EQUALS', first, '$.value'),
          ],
        },
        ...(mode === 'tell' ? { degradedResponseTime: 0 } : {}),
      }))
    }
  }
  plant('api', [], (id) => ({
    request: {
      method: 'POST',
      url: `http://127.0.0.1:${httpPort}/${id}/tell`,
      body: 'nothing secret',
      headers: [
        { key: 'X-Tenant', value: writtenSecrets.apiHeader, locked: true },
        { key: 'X-API-Key', value: writtenSecrets.apiKey },
      ],
      queryParameters: [{ key: 'token', value: writtenSecrets.apiParameter, locked: true }],
      basicAuth: { username: 'me', password: writtenSecrets.apiPassword },
      assertions: [expects('STATUS_CODE', 'EQUALS', '204')],
    },
  }))
  const { apiPassword, apiHeader, apiKey, apiParameter } = writtenSecrets
  book.set(`k${planted.length - 1}`, [apiPassword, apiHeader, apiKey, apiParameter, marker.value])
  const [long = marker] = secretsOf('LONG')
  plant('tcp', [long], (id) => ({
    request: {
      hostname: `127.{{${address.key}}}`,
      port: tcpPort,
      data: `${id}\n${'x'.repeat(9_000)}${named(long).join('')}${named(long).join('')}`,
      assertions: [expects('RESPONSE_DATA', 'EQUALS', named(long).join(''))],
    },
  }))
  plant('grpc', [long], (id) => ({
    request: {
      url: '127.0.0.1',
      port: grpcPort,
      grpcConfig: {
        tls: false,
        method: 'monitored.v1.Greeter/Greet',
        metadata: [{ key: 'x-id', value: id }],
        message: `{"name":"${named(long).join('')}"}`,
      },
      assertions: [expects('TEXT_BODY', 'EQUALS', named(long).join(''))],
    },
  }))
  // Masks are longer than what they hide, and must not make a result too long to be stored.
  const short = secretsOf('ANY').filter(({ value }) => value.length === 3)
  plant('tcp', short, (id) => ({
    request: {
      hostname: `127.{{${address.key}}}`,
      port: tcpPort,
      data: `${id}\n${`${named(...short).join(' ')} `.repeat(1_500)}`,
    },
  }))
  // A secret that is a word of every result must not make it unreadable.
  plant('url', [], (id) => ({
    request: { url: `http://127.0.0.1:${httpPort}/${id}/fail/{{${ordinaryWord.key}}}` },
  }))
  // Longer than an address may be: what is said of it must not quote it.
  plant('url', [long], (id) => ({
    request: { url: `http://127.0.0.1:${httpPort}/${id}/fail/${named(long).join('')}` },
  }))
  for (const [nth, login] of [password, otherPassword].entries()) {
    plant('url', [user, login], (id) => ({
      request: {
        url: `http://{{${user.key}}}:{{${login.key}}}@{{${domain.key}}}.localhost:${httpPort}/${id}/${nth === 0 ? 'fail' : 'redirect'}`,
        assertions: [expects('STATUS_CODE', 'EQUALS', `{{${number.key}}}`)],
      },
    }))
  }
  plant('url', [tenant], (id) => ({
    request: { url: `https://127.0.0.1:${httpsPort}/${id}/fail/{{${tenant.key}}}`, skipSSL: true },
  }))
  plant('dns', labels, (id) => ({
    request: {
      query: `{{${domain.key}}}.${id}.test`,
      recordType: 'TXT',
      nameServer: '127.0.0.1',
      port: dnsPort,
      protocol: 'UDP',
    },
    maxResponseTime: 0,
    degradedResponseTime: 0,
  }))
  plant('url', [], (id) => ({
    request: { url: `http://me:${writtenSecrets.urlPassword}@127.0.0.1:${httpPort}/${id}/fail` },
  }))
  plant('grpc', [], (id) => ({
    request: {
      url: '127.0.0.1',
      port: grpcPort,
      grpcConfig: {
        tls: false,
        method: 'monitored.v1.Greeter/Greet',
        metadata: [
          { key: 'x-id', value: id },
          { key: 'x-tenant', value: writtenSecrets.metadata },
        ],
      },
    },
  }))
  plant('traceroute', [otherAddress], () => ({
    request: {
      url: `127.{{${otherAddress.key}}}`,
      protocol: 'UDP',
      assertions: [expects('HOP_COUNT', 'EQUALS', `{{${number.key}}}`)],
    },
  }))
  return { planted, heard: servers.heard, httpPort }
}
