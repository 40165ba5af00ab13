import { createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = {
  from: string
  to: string[]
  user: string | null
  isSecure: boolean
  mail: Promise<Email>
}

export type MailServer = {
  url: string
  port: number
  mails: ReceivedMail[]
  /** An answer to every RCPT TO or to every message from now on; null: all is taken. */
  refuse(at: 'recipient' | 'message', code: number | null): void
}

/** A real mail server on loopback. Without a certificate it offers no STARTTLS. */
export async function startMailServer(t: TestContext, options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const codes = new Map<'recipient' | 'message', number>()
  const refusal = (at: 'recipient' | 'message') => {
    const code = codes.get(at)
    return code === undefined ? null : Object.assign(new Error(`no, says the ${at}`), { responseCode: code })
  }
  const keep = ({ envelope, user, secure }: SMTPServerSession, message: Buffer) => {
    mails.push({
      from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
      to: envelope.rcptTo.map(({ address }) => address),
      user: user === undefined ? null : String(user),
      isSecure: secure,
      mail: PostalMime.parse(message),
    })
  }
  const server = new SMTPServer({
    authOptional: true,
    ...(options.key === undefined ? { disabledCommands: ['STARTTLS'] } : {}),
    onRcptTo: (_address, _session, callback) => callback(refusal('recipient')),
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refused = refusal('message')
        if (refused !== null) return callback(refused)
        keep(session, Buffer.concat(chunks))
        callback(null, 'taken')
      })
    },
    ...options,
  })
  // A client that breaks off is what some tests do.
  server.on('error', () => undefined)
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    refuse(at, code) {
      if (code === null) codes.delete(at)
      else codes.set(at, code)
    },
  }
}

/** Takes connections and says nothing, or one greeting and then nothing. */
export async function startSilentServer(
  t: TestContext,
  greeting: string | null,
): Promise<{ url: string; openConnections(): number }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    if (greeting !== null) socket.write(greeting)
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, openConnections: () => sockets.size }
}
