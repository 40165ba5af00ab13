import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MailEvent } from '@sonde/schema/alerts/alert-event.ts'
import { makeCertificate } from '@sonde/egress/testing/certificate.ts'
import { startMailServer, startSilentServer } from '../../testing/mail-server.ts'
import { type SenderUnderTest, senderUnderTest } from '../../testing/sender-under-test.ts'
import { someAlert, someDigest, someNotice } from '../../testing/some-event.ts'
import { mailTryMs } from './send-mail.ts'

const config = { address: 'me@example.com' }

function mailingTo(url: string): SenderUnderTest {
  return senderUnderTest({ smtp: { url, from: 'Sonde <sonde@example.com>' } })
}

test('a mail has a subject, a text, an HTML part, and the headers that thread it', async (t) => {
  const server = await startMailServer(t)
  const { send } = mailingTo(server.url)
  const outcome = await send('EMAIL', config, { notificationId: 'n-1', target: 'you@example.com' })
  assert.equal(outcome.kind, 'accepted')
  const [received] = server.mails
  assert.ok(received)
  assert.deepEqual(
    [received.from, received.to, received.isSecure],
    ['sonde@example.com', ['you@example.com'], false],
  )
  const mail = await received.mail
  assert.deepEqual(
    [mail.subject, mail.from?.address, mail.from?.name],
    ['Checkout is failing', 'sonde@example.com', 'Sonde'],
  )
  const thread = '<episode-5b0e4c1a-0000-4000-8000-00000000e915@sonde.example.com>'
  assert.deepEqual(
    [mail.messageId, mail.references, mail.inReplyTo],
    ['<n-1@sonde.example.com>', thread, thread],
  )
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  assert.deepEqual(
    [header('x-service-alert-type'), header('auto-submitted')],
    ['ALERT_FAILURE', 'auto-generated'],
  )
  assert.match(
    mail.text ?? '',
    /Checkout is failing[^]*Error: connection refused\nTarget: shop\.example\.com\nFailing since: Mar 1, 2026, 09:58 UTC\nLocation: Ireland\nResponse time: 123 ms\nDescription: Pays for a basket\n[^]*https:\/\/sonde\.example\.com\/results\/5b0e4c1a/,
  )
  assert.match(mail.html ?? '', /<h1[^>]*>Checkout is failing<\/h1>/)
  assert.match(mail.html ?? '', /href="https:\/\/sonde\.example\.com\/results\/5b0e4c1a"/)
})

test('the mail of a recovery says how long it lasted', async (t) => {
  const server = await startMailServer(t)
  const { send } = mailingTo(server.url)
  const since = Date.parse('2026-03-01T09:47:55.000Z')
  await send('EMAIL', config, {
    event: someAlert({ alertType: 'ALERT_RECOVERY', episodeSince: since, result: { error: null } }),
  })
  const mail = await server.mails[0]?.mail
  assert.match(mail?.text ?? '', /\nLasted: 12 min 5 s\nStarted at: Mar 1, 2026, 09:47 UTC\n/)
})

test('the same notification has the same Message-ID on every try', async (t) => {
  const server = await startMailServer(t)
  const { send } = mailingTo(server.url)
  for (const tryNumber of [1, 2]) await send('EMAIL', config, { notificationId: 'n-1', tryNumber })
  assert.deepEqual(
    (await Promise.all(server.mails.map(({ mail }) => mail))).map(({ messageId }) => messageId),
    ['<n-1@sonde.example.com>', '<n-1@sonde.example.com>'],
  )
})

test('names and errors stay text: no markup in the HTML, no header from a line break', async (t) => {
  const server = await startMailServer(t)
  const { send } = mailingTo(server.url)
  const name = 'a"b<script>alert(1)</script>\r\nBcc: evil@example.com é 🚨'
  await send('EMAIL', config, {
    event: someAlert({
      title: `${name} is failing`,
      check: { name },
      result: { error: '<img src=x>\nsecond line' },
    }),
  })
  const [received] = server.mails
  assert.ok(received)
  assert.deepEqual(received.to, ['me@example.com'])
  const mail = await received.mail
  assert.equal(mail.subject, 'a"b<script>alert(1)</script> Bcc: evil@example.com é 🚨 is failing')
  assert.equal(mail.bcc, undefined)
  assert.doesNotMatch(mail.html ?? '', /<script|<img/)
  assert.match(mail.text ?? '', /Error: <img src=x>\nsecond line/)
})

test('digests, notices and complete mails are sent too', async (t) => {
  const server = await startMailServer(t)
  const { send } = mailingTo(server.url)
  const whole: MailEvent = {
    kind: 'mail',
    subject: 'Incident opened',
    text: 'text',
    html: '<p>html</p>',
    headers: { 'List-Unsubscribe': '<https://sonde.example.com/unsubscribe>' },
    raisedAt: Date.parse('2026-03-01T10:00:00Z'),
  }
  for (const event of [someDigest(3), someNotice, whole]) {
    const outcome = await send('EMAIL', {}, { event, target: 'you@example.com' })
    assert.equal(outcome.kind, 'accepted', outcome.result)
  }
  const [digest, notice, complete] = await Promise.all(server.mails.map(({ mail }) => mail))
  assert.match(digest?.text ?? '', /Check 0 is failing[^]*Check 1 has recovered[^]*Check 2 has recovered/)
  assert.match(notice?.text ?? '', /Its last answer was 500\./)
  assert.deepEqual(
    [complete?.subject, complete?.text?.trim(), complete?.html?.trim()],
    ['Incident opened', 'text', '<p>html</p>'],
  )
  assert.ok(complete?.headers.some(({ key }) => key === 'list-unsubscribe'))
})

test('a channel with several addresses and no target of its own reaches all of them', async (t) => {
  const server = await startMailServer(t)
  await mailingTo(server.url).send('EMAIL', { address: 'a@example.com, b@example.com' })
  assert.deepEqual(server.mails[0]?.to, ['a@example.com', 'b@example.com'])
})

const refusals: readonly [at: 'recipient' | 'message', code: number, expected: string][] = [
  ['recipient', 450, 'try-again'],
  ['recipient', 550, 'refused'],
  ['message', 451, 'try-again'],
  ['message', 554, 'refused'],
]

for (const [at, code, expected] of refusals) {
  test(`a ${code} to the ${at} means: ${expected}`, async (t) => {
    const server = await startMailServer(t)
    server.refuse(at, code)
    const outcome = await mailingTo(server.url).send('EMAIL', config)
    assert.equal(outcome.kind, expected)
    assert.match(outcome.result, new RegExp(`${code}.*no, says the ${at}`))
  })
}

test('a mail server that is away, silent or stuck is tried again, and its connection is cut', async (t) => {
  assert.equal(mailTryMs, 20_000)
  const smtp = (url: string) => ({ smtp: { url, from: 'sonde@example.com' } })
  const away = await senderUnderTest(smtp('smtp://127.0.0.1:1')).send('EMAIL', config)
  assert.equal(away.kind, 'try-again')
  assert.match(away.result, /^the connection to 127\.0\.0\.1:\d+ was refused \(ECONNREFUSED\)$/)
  for (const greeting of [null, '220 hello\r\n']) {
    const silent = await startSilentServer(t, greeting)
    const outcome = await senderUnderTest(smtp(silent.url), { mailTryMs: 300 }).send('EMAIL', config)
    assert.equal(outcome.kind, 'try-again')
    assert.match(outcome.result, /within 300 ms|[Tt]imeout|never received/)
    while (silent.openConnections() > 0) await new Promise((resolve) => setImmediate(resolve))
  }
})

test('the login of the address is used; a refused one is tried again and its password is not told', async (t) => {
  const server = await startMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'pass word'
        ? callback(null, { user: username ?? '' })
        : callback(new Error(`not ${password}`)),
  })
  const good = await mailingTo(`smtp://me:pass%20word@127.0.0.1:${server.port}`).send('EMAIL', config)
  assert.equal(good.kind, 'accepted')
  assert.equal(server.mails[0]?.user, 'me')
  const bad = await mailingTo(`smtp://me:wrong-one@127.0.0.1:${server.port}`).send('EMAIL', config)
  assert.equal(bad.kind, 'try-again')
  assert.match(bad.result, /535.*not \*\*\*/)
})

test('STARTTLS is used where it is offered and can be demanded where it is not', async (t) => {
  const plain = await startMailServer(t)
  const demanded = await mailingTo(`${plain.url}/?requireTLS=true`).send('EMAIL', config)
  assert.equal(demanded.kind, 'try-again')
  assert.equal(plain.mails.length, 0)
  const made = makeCertificate(t, 'localhost')
  if (made === null) return t.skip('there is no openssl')
  const server = await startMailServer(t, made)
  const untrusted = await mailingTo(server.url).send('EMAIL', config)
  assert.equal(untrusted.kind, 'try-again')
  assert.match(untrusted.result, /self-signed certificate\. .*SMTP_CA_FILE.*\?ignoreTLS=true.*SMTP_URL/)
  assert.equal(
    (await mailingTo(`${server.url}/?tls.rejectUnauthorized=false`).send('EMAIL', config)).kind,
    'accepted',
  )
  assert.deepEqual(
    server.mails.map(({ isSecure }) => isSecure),
    [true],
  )
})

test('a relay with a certificate of its own making is trusted by the file, or used without TLS', async (t) => {
  const made = makeCertificate(t, 'localhost')
  if (made === null) return t.skip('there is no openssl')
  const server = await startMailServer(t, made)
  const url = server.url.replace('127.0.0.1', 'localhost')
  const from = 'Sonde <sonde@example.com>'
  const byFile = senderUnderTest({ smtp: { url, from, ca: String(made.cert) } })
  const outcome = await byFile.send('EMAIL', config)
  assert.equal(outcome.kind, 'accepted', outcome.result)
  const plain = await mailingTo(`${server.url}/?ignoreTLS=true`).send('EMAIL', config)
  assert.equal(plain.kind, 'accepted', plain.result)
  assert.deepEqual(
    server.mails.map(({ isSecure }) => isSecure),
    [true, false],
  )
})
