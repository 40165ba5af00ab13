import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscriberMail, type MailContent } from './subscriber-mail.ts'

const token = 'a'.repeat(64)
const content: MailContent = {
  kind: 'incident',
  name: 'Payments are slow',
  severity: 'MAJOR',
  status: 'INVESTIGATING',
  text: 'We look into it.\nMore in an hour.',
  period: null,
  page: { name: 'Acme', url: 'acme' },
  services: ['Payments', 'Refunds'],
  publicUrl: 'https://sonde.example.net',
  token,
  at: 1_000,
}
const unsubscribe = `https://sonde.example.net/status/acme/unsubscribe/${token}`

test('a mail says what, how bad, how it stands, which services, the text and where to read on', () => {
  const mail = subscriberMail(content)
  assert.equal(mail.subject, '[Acme] Payments are slow: Investigating')
  for (const part of [
    'Payments are slow',
    'Severity: Major',
    'Status: Investigating',
    'Affects: Payments, Refunds',
    'We look into it.\nMore in an hour.',
    'https://sonde.example.net/status/acme',
    unsubscribe,
  ]) {
    assert.ok(mail.text.includes(part), part)
  }
  assert.ok(mail.html.includes(`href="${unsubscribe}"`))
  assert.match(mail.html, /<p>We look into it\.<br>More in an hour\.<\/p>/)
  assert.equal(mail.raisedAt, 1_000)
})

test('a text in Markdown is formatted in the HTML of a mail, and stays as it was written in its text', () => {
  const mail = subscriberMail({ ...content, text: 'By **noon** <b>' })
  assert.match(mail.html, /<p>By <strong>noon<\/strong> &lt;b&gt;<\/p>/)
  assert.match(mail.text, /By \*\*noon\*\* <b>/)
})

test('mail programs can end the subscription with one click', () => {
  assert.deepEqual(subscriberMail(content).headers, {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test('a name with line breaks or markup breaks neither the subject nor the page', () => {
  const mail = subscriberMail({ ...content, name: 'Down\r\nBcc: all@example.net <b>' })
  assert.equal(mail.subject, '[Acme] Down Bcc: all@example.net <b>: Investigating')
  assert.doesNotMatch(mail.html, /<b>/)
})

test('a maintenance says when, and names no service where none is to be named', () => {
  const mail = subscriberMail({
    ...content,
    kind: 'maintenance',
    severity: null,
    status: 'IN_PROGRESS',
    services: [],
    period: { startsAt: Date.UTC(2026, 3, 1), endsAt: Date.UTC(2026, 3, 2), timezone: 'Europe/Paris' },
  })
  const from = 'From: Apr 1, 2026, 02:00 Europe/Paris (Apr 1, 2026, 00:00 UTC)'
  assert.ok(
    mail.text.includes(`${from}\nTo: Apr 2, 2026, 02:00 Europe/Paris (Apr 2, 2026, 00:00 UTC)`),
    mail.text,
  )
  assert.match(mail.subject, /In progress$/)
  assert.doesNotMatch(mail.text, /Severity|Affects|Concerns/)
})
