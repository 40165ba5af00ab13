import { connectionWords } from '@sonde/egress/connection-words.ts'
import MailComposer from 'nodemailer/lib/mail-composer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection, { type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection'
import { rootCertificates } from 'node:tls'
import type { SmtpSettings } from '../alerting-settings.ts'
import type { OutgoingMail } from '../channels/channel.ts'
import type { TryOutcome } from '../delivery/delivery.ts'

/** The whole try: connection, greeting, TLS, login and the message. */
export const mailTryMs = 20_000

export type MailDeps = {
  smtp: SmtpSettings
  timeoutMs: number
}

/** One mail over a connection of its own, which is cut when the time is up. */
export async function sendMail(mail: OutgoingMail, deps: MailDeps, signal: AbortSignal): Promise<TryOutcome> {
  const { envelope, message } = await compose(mail, deps.smtp.from)
  const timeout = AbortSignal.timeout(deps.timeoutMs)
  try {
    const info = await exchange({ envelope, message }, deps, AbortSignal.any([signal, timeout]))
    return { kind: 'accepted', result: info.response }
  } catch (error) {
    if (timeout.aborted)
      return tryAgain(`the mail server did not accept the message within ${deps.timeoutMs} ms`)
    if (signal.aborted) return tryAgain('the attempt was cancelled')
    return classifyFailure(error)
  }
}

type Composed = { envelope: { from: string | false; to: string[] }; message: Buffer }

async function compose(mail: OutgoingMail, from: string): Promise<Composed> {
  const thread =
    mail.threadId === null ? {} : { references: `<${mail.threadId}>`, inReplyTo: `<${mail.threadId}>` }
  const composed = new MailComposer({
    from,
    // As parts, so that no address can turn into two.
    to: mail.to.map((address) => ({ name: '', address })),
    subject: mail.subject.replaceAll(/\s+/g, ' ').trim(),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageId}>`,
    date: new Date(mail.sentAt),
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    ...thread,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { envelope: composed.getEnvelope(), message: await composed.build() }
}

function exchange(
  { envelope, message }: Composed,
  { smtp, timeoutMs }: MailDeps,
  signal: AbortSignal,
): Promise<SMTPConnectionSendInfo> {
  const options = parseConnectionUrl(smtp.url)
  const { auth } = options
  const connection = new SMTPConnection({
    host: options.host,
    port: options.port,
    secure: options.secure,
    tls: smtp.ca === undefined ? options.tls : { ...options.tls, ca: [...rootCertificates, smtp.ca] },
    requireTLS: options['requireTLS'] === true,
    ignoreTLS: options['ignoreTLS'] === true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
  return new Promise<SMTPConnectionSendInfo>((resolve, reject) => {
    const brokenOff = () => reject(new Error('cancelled'))
    if (signal.aborted) return brokenOff()
    signal.addEventListener('abort', brokenOff, { once: true })
    connection.on('error', reject)
    connection.on('end', () => reject(new Error('the mail server closed the connection')))
    const send = () =>
      connection.send(envelope, message, (error, info) => {
        if (info !== undefined && error === null) resolve(info)
        else reject(error ?? new Error('the mail server did not respond'))
      })
    connection.connect((error) => {
      if (error) reject(error)
      else if (auth === undefined) send()
      else connection.login(auth, (refused) => (refused ? reject(refused) : send()))
    })
  }).finally(() => connection.close())
}

/** As OpenSSL says that nobody it knows vouches for the certificate of the mail server. */
const untrusted =
  /self[- ]signed certificate|unable to (?:verify the first|get (?:local )?issuer) certificate/i
const trustHint =
  'The operator can name the CA of the mail server in SMTP_CA_FILE, or send without TLS with ?ignoreTLS=true at the end of SMTP_URL'

/** A code that begins with 5 is final when it is about this mail; a refused login or TLS is the server's trouble. */
function classifyFailure(error: unknown): TryOutcome {
  const message = error instanceof Error ? (connectionWords(error) ?? error.message) : String(error)
  // What Node advises after the semicolon is no option that an operator of ours has.
  const why = untrusted.test(message) ? `${message.replace(/;[^]*/, '')}. ${trustHint}` : message
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const stage = error instanceof Error && 'code' in error ? error.code : null
  const isAboutMail = stage === 'EENVELOPE' || stage === 'EMESSAGE'
  return isAboutMail && code >= 500 && code < 600 ? { kind: 'refused', result: why } : tryAgain(why)
}

function tryAgain(result: string): TryOutcome {
  return { kind: 'try-again', result, retryAfterMs: null }
}
