import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { replyTo, resource, startResponder } from '@sonde/probes/testing/dns-responder.ts'
import { createCertificateAuthority } from '@sonde/probes/testing/certificate-authority.ts'
import { startGrpcServer } from '@sonde/probes/testing/grpc-server.ts'
import { startTlsServer } from '@sonde/probes/testing/tls-server.ts'
import { longestKeptBody } from '@sonde/schema/check-types/api-check-result.ts'
import { echoOf, writtenForms } from './planted-secrets.ts'

/** What the targets of one check tell back, whoever asks them. */
export type EchoBook = Map<string, readonly string[]>

export type EchoServers = {
  httpPort: number
  httpsPort: number
  tcpPort: number
  dnsPort: number
  grpcPort: number
  /** A TLS server whose certificate is named by this text. */
  startNamedTls(commonName: string): Promise<number>
  /** Everything that arrived, as text. */
  heard: string[]
}

/** Servers of loopback that repeat what they were told in every form that there is, and to everybody. */
export async function startEchoServers(
  t: TestContext,
  book: EchoBook,
  tcpAddress: string,
): Promise<EchoServers> {
  const heard: string[] = []
  const authority = createCertificateAuthority()

  const answerText = (socket: Socket, chunk: Buffer): void => {
    heard.push(chunk.toString())
    const [id = ''] = chunk.toString().split('\n')
    const answer = Buffer.from(`${chunk.toString()}\n${echoOf(book.get(id) ?? [])}`)
    // Within a secret, and perhaps within a character.
    const half = Math.floor(chunk.length * 0.6)
    socket.write(answer.subarray(0, half), () => setImmediate(() => socket.end(answer.subarray(half))))
  }
  const { cert, key } = authority.issue()

  /** Whoever comes through a proxy that always leads here may speak otherwise. */
  const answerHttp = (socket: Socket): void => {
    let request = ''
    socket.once('data', (chunk: Buffer) => {
      if (!/^(?:GET|POST) /.test(chunk.toString('latin1'))) answerText(socket, chunk)
    })
    socket.on('data', (chunk: Buffer) => {
      request += chunk.toString('latin1')
      if (!isWhole(request)) return
      heard.push(request)
      const [, id = '', mode = ''] = /^(?:GET|POST) \/(\w+)\/(\w+)/.exec(request) ?? []
      socket.end(httpAnswer(mode, book.get(id) ?? []))
      request = ''
    })
  }
  const [http, tcp] = [
    await listen(t, '127.0.0.1', answerHttp),
    await listen(t, tcpAddress, (socket) => {
      socket.once('data', (chunk: Buffer) => answerText(socket, chunk))
    }),
  ]
  const https = await startTlsServer(
    t,
    { cert, key, requestCert: true, rejectUnauthorized: false },
    undefined,
    answerHttp,
  )
  const dns = await startResponder(t, (query, say) => {
    heard.push(query.toString('latin1'))
    const id = /(k\d+)\Wtest/.exec(query.toString('latin1'))?.[1] ?? ''
    const texts = Buffer.from(echoOf(book.get(id) ?? []))
    say(replyTo(query, { answers: [resource(16, characterStrings(texts))] }))
  })
  const grpc = await startGrpcServer(t, {
    onGreet(name, metadata) {
      heard.push(name, JSON.stringify(metadata))
      const texts = book.get(String(metadata['x-id'] ?? '')) ?? []
      const echoes = Object.fromEntries(
        texts.flatMap((value, index) => [
          [`x-echo-${index}`, encodeURIComponent(value)],
          [`x-hex-${index}`, Buffer.from(value).toString('hex')],
          [`x-raw-${index}-bin`, Buffer.from(value)],
        ]),
      )
      return { greeting: echoOf(texts), trailers: { ...echoes, 'set-cookie': 'of-nobody=1' } }
    },
  })
  return {
    httpPort: http,
    httpsPort: https.port,
    tcpPort: tcp,
    dnsPort: dns.port,
    grpcPort: grpc.port,
    async startNamedTls(commonName) {
      const named = authority.issue({ commonName, names: [commonName, '127.0.0.1'] })
      return (await startTlsServer(t, { cert: named.fullChain, key: named.key })).port
    },
    heard,
  }
}

/** With its body, if it has one. */
function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(request.slice(0, end))?.[1] ?? '0'
  return end !== -1 && request.length >= end + 4 + Number(length)
}

/** Written by hand: servers of libraries refuse to say most of this. */
function httpAnswer(mode: string, texts: readonly string[]): Buffer {
  const oneLine = texts.filter((text) => !/\p{Cc}/u.test(text))
  const [first = ''] = oneLine
  const headers = [
    ...texts.map((text) => `authorization: Basic ${Buffer.from(`user:${text}`).toString('base64')}`),
    ...oneLine.map((text) => `set-cookie: session=${text}; path=/`),
    ...oneLine.map((text, index) => `x-raw-${index}: ${text}`),
    ...texts.filter((text) => /^[\w-]+$/.test(text)).map((text) => `${text}: is a name`),
    ...texts.map((text, index) => `x-percent-${index}: ${encodeURIComponent(text)}`),
    ...texts.map((text, index) => `x-json-${index}: ${JSON.stringify({ text })}`),
    ...texts.map((text, index) => `x-base64-${index}: ${Buffer.from(`..${text}`).toString('base64url')}`),
  ]
  const answer = (status: string, more: readonly string[], body: string): Buffer =>
    Buffer.from(
      [
        `HTTP/1.1 ${status}`,
        'content-type: text/plain; charset=utf-8',
        'connection: close',
        ...headers,
        ...more,
        '',
        body,
      ].join('\r\n'),
    )
  switch (mode) {
    case 'fail':
      return answer(`500 Sorry, ${oneLine.join(' and ')}`, [], echoOf(texts))
    case 'redirect':
      return answer('302 Found', [`location: /nobody/fail/${first}?and=${first}#${first}`], '')
    case 'mislead':
      return answer('302 Found', [`location: ftp://${first}/${encodeURIComponent(first)}`], '')
    case 'cut': {
      // The end of what is kept lies within the secret.
      const [{ text = '' } = {}] = writtenForms(texts[0] ?? '')
      const before = 'x'.repeat(longestKeptBody - Math.ceil(text.length * 0.7))
      return answer('500 Sorry', [], before + text.repeat(2))
    }
    case 'tell':
      return answer('200 OK', [], echoOf(texts))
    default:
      return answer('200 OK', [], 'fine')
  }
}

/** Texts of DNS are pieces of at most 255 bytes. */
function characterStrings(bytes: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const piece = bytes.subarray(at, at + 255)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  return Buffer.concat(pieces)
}

async function listen(t: TestContext, host: string, onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  })
  server.listen(0, host)
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
